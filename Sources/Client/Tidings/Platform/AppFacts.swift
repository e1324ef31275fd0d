import Foundation
import TidingsCore

#if os(Linux)
    import ProcessLocal
#endif

/// What the platform knows about this device and app.
enum AppFacts {
    #if os(Linux)
        /// The environment variable by which a simulated phone says that the app embeds a service extension.
        static let extensionVariable = "TIDINGS_SERVICE_EXTENSION"

        /// Gathers the facts of a simulated phone.
        static func gather() -> DeviceFacts {
            let process = SimulatedProcess.current
            return DeviceFacts(
                bundleID: process.identity.appBundleIdentifier,
                locale: setting(.locale, of: process) ?? Locale.current.identifier,
                timeZone: setting(.timeZone, of: process) ?? TimeZone.current.identifier,
                appVersion: process.environment["APP_VERSION"] ?? "1.0",
                osVersion: process.environment["OS_VERSION"] ?? "18.0", model: "SimulatedPhone1,1",
                hasServiceExtension: process.environment[extensionVariable] == "1")
        }

        /// What the phone is set to, which is not what the machine is.
        private static func setting(_ call: DeviceCall, of process: SimulatedProcess) -> String? {
            guard case .text(let name) = process.callNow(call) else { return nil }
            return name
        }

        /// Simulated phones are like Apple's simulators: always sandbox, unless the configuration says otherwise.
        static var embeddedEnvironment: PushEnvironment { .sandbox }
    #else
        /// Gathers the facts of this device.
        static func gather() -> DeviceFacts {
            DeviceFacts(
                bundleID: SharedFolder.appBundleID, locale: Locale.autoupdatingCurrent.identifier,
                timeZone: TimeZone.autoupdatingCurrent.identifier,
                appVersion: Bundle.main.infoDictionary?["CFBundleShortVersionString"] as? String ?? "0",
                osVersion: DeviceFacts.version(ProcessInfo.processInfo.operatingSystemVersion), model: model,
                hasServiceExtension: embedsServiceExtension)
        }

        /// The environment that the embedded provisioning profile names; simulators are always sandbox.
        static var embeddedEnvironment: PushEnvironment {
            #if targetEnvironment(simulator)
                return .sandbox
            #else
                return PushEnvironment(embeddedProfile: embeddedProfile)
            #endif
        }

        /// The provisioning profile inside the app; nil in App Store builds.
        static var embeddedProfile: Data? {
            #if os(macOS) || targetEnvironment(macCatalyst)
                let profile = Bundle.main.bundleURL.appendingPathComponent("Contents/embedded.provisionprofile")
                return try? Data(contentsOf: profile)
            #else
                let profile = Bundle.main.url(forResource: "embedded", withExtension: "mobileprovision")
                return profile.flatMap { try? Data(contentsOf: $0) }
            #endif
        }

        /// The name of the hardware, such as `iPhone17,1`; a Mac calls it otherwise.
        private static let model: String = {
            #if os(macOS) || targetEnvironment(macCatalyst)
                let name = "hw.model"
            #else
                let name = "hw.machine"
            #endif
            var length = 0
            guard sysctlbyname(name, nil, &length, nil, 0) == 0, length > 0 else { return "unknown" }
            var bytes = [UInt8](repeating: 0, count: length)
            guard sysctlbyname(name, &bytes, &length, nil, 0) == 0 else { return "unknown" }
            return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }()

        /// Looked up once: the bundle of a running app does not change, and the facts are gathered often.
        private static let embedsServiceExtension: Bool = {
            guard let folder = Bundle.main.builtInPlugInsURL,
                let items = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            else { return false }
            return items.contains { item in
                let point = Bundle(url: item)?.infoDictionary?["NSExtension"] as? [String: Any]
                return point?["NSExtensionPointIdentifier"] as? String == "com.apple.usernotifications.service"
            }
        }()
    #endif
}
