import Foundation
import TidingsCore

#if os(Linux)
    import ProcessLocal
#endif

/// What the app's bundle says about itself, for a diagnosis.
enum BundleFacts {
    #if os(Linux)
        /// Adds what a simulated app says in its settings: `BACKGROUND_MODES`, `APS_ENVIRONMENT`, `EXTENSION_TARGET`, `SCENES`.
        static func add(to facts: inout DiagnosisFacts) {
            let settings = SimulatedProcess.current.environment
            if let modes = settings["BACKGROUND_MODES"] {
                facts.backgroundModes = modes.split(separator: " ").map(String.init)
            }
            facts.pushRight = settings["APS_ENVIRONMENT"].flatMap(DiagnosisFacts.PushRight.init(rawValue:)) ?? .unknown
            facts.extensionTarget = settings["EXTENSION_TARGET"]
            facts.hasScenes = settings["SCENES"] != "none"
        }
    #else
        /// Adds what the property lists and the provisioning profile of the app say.
        static func add(to facts: inout DiagnosisFacts) {
            let list = Bundle.main.infoDictionary ?? [:]
            #if os(iOS) || os(tvOS) || os(visionOS)
                facts.backgroundModes = list["UIBackgroundModes"] as? [String] ?? []
                facts.hasScenes = list["UIApplicationSceneManifest"] != nil
            #endif
            facts.pushRight = pushRight
            facts.extensionTarget = extensionTarget
        }

        private static var pushRight: DiagnosisFacts.PushRight {
            guard let profile = AppFacts.embeddedProfile else { return .unknown }
            guard PushEnvironment.isNamed(inEmbeddedProfile: profile) else { return .missing }
            return PushEnvironment(embeddedProfile: profile) == .sandbox ? .development : .production
        }

        private static var extensionTarget: String? {
            guard let folder = Bundle.main.builtInPlugInsURL,
                let items = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            else { return nil }
            for item in items {
                let list = Bundle(url: item)?.infoDictionary
                let point = (list?["NSExtension"] as? [String: Any])?["NSExtensionPointIdentifier"] as? String
                if point == "com.apple.usernotifications.service" { return list?["MinimumOSVersion"] as? String }
            }
            return nil
        }
    #endif
}
