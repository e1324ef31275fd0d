import Foundation
import TidingsCore

#if os(Linux)
    import ProcessLocal
#else
    import UIKit
#endif

/// What the platform knows about this phone and app.
enum AppFacts {
    #if os(Linux)
        /// The environment variable by which a simulated phone says that the app embeds a service extension.
        static let extensionVariable = "TIDINGS_SERVICE_EXTENSION"

        /// Gathers the facts of a simulated phone.
        static func gather() -> DeviceFacts {
            let process = SimulatedProcess.current
            return DeviceFacts(
                bundleID: process.identity.appBundleIdentifier, locale: Locale.current.identifier,
                timeZone: TimeZone.current.identifier, appVersion: process.environment["APP_VERSION"] ?? "1.0",
                osVersion: process.environment["OS_VERSION"] ?? "18.0", model: "SimulatedPhone1,1",
                hasServiceExtension: process.environment[extensionVariable] == "1")
        }

        /// Simulated phones are like Apple's simulators: always sandbox, unless the configuration says otherwise.
        static var embeddedEnvironment: PushEnvironment { .sandbox }
    #else
        /// Gathers the facts of this phone.
        static func gather() -> DeviceFacts {
            DeviceFacts(
                bundleID: SharedFolder.appBundleID, locale: Locale.current.identifier,
                timeZone: TimeZone.current.identifier,
                appVersion: Bundle.main.infoDictionary?["CFBundleShortVersionString"] as? String ?? "0",
                osVersion: ProcessInfo.processInfo.operatingSystemVersionString, model: modelName(),
                hasServiceExtension: embedsServiceExtension())
        }

        /// The environment that the embedded provisioning profile names; simulators are always sandbox.
        static var embeddedEnvironment: PushEnvironment {
            #if targetEnvironment(simulator)
                return .sandbox
            #else
                let profile = Bundle.main.url(forResource: "embedded", withExtension: "mobileprovision")
                return PushEnvironment(embeddedProfile: profile.flatMap { try? Data(contentsOf: $0) })
            #endif
        }

        private static func modelName() -> String {
            var system = utsname()
            uname(&system)
            return withUnsafeBytes(of: &system.machine) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
        }

        private static func embedsServiceExtension() -> Bool {
            guard let folder = Bundle.main.builtInPlugInsURL,
                let items = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            else { return false }
            return items.contains { item in
                let point = Bundle(url: item)?.infoDictionary?["NSExtension"] as? [String: Any]
                return point?["NSExtensionPointIdentifier"] as? String == "com.apple.usernotifications.service"
            }
        }
    #endif
}
