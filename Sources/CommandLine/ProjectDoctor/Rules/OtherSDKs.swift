import XcodeProject

extension Rule {
    /// An SDK that exchanges methods of the app's delegates, by its makers' own description, and its off switch if it has one.
    struct SwizzlingSDK: Sendable {
        let name: String
        /// What its pods, products or modules begin with, in small letters.
        let prefixes: [String]
        /// The key of the Info.plist and the value that switches it off.
        let offSwitch: (key: String, value: Bool)?
        /// How it is switched off otherwise.
        let otherwise: String

        func isOff(_ configuration: InspectedConfiguration) -> Bool {
            guard let offSwitch, let value = configuration.info.list?.values[offSwitch.key] else { return false }
            if let flag = value as? Bool { return flag == offSwitch.value }
            return (value as? String).map { ["YES", "TRUE", "1"].contains($0.uppercased()) == offSwitch.value } ?? false
        }
    }

    static let swizzlingSDKs = [
        SwizzlingSDK(
            name: "Firebase Messaging",
            prefixes: ["firebasemessaging", "firebase/messaging", "@react-native-firebase/messaging"],
            offSwitch: ("FirebaseAppDelegateProxyEnabled", false), otherwise: ""),
        SwizzlingSDK(
            name: "OneSignal", prefixes: ["onesignal", "react-native-onesignal"],
            offSwitch: ("OneSignal_disable_swizzling", true), otherwise: ""),
        SwizzlingSDK(
            name: "MoEngage", prefixes: ["moengage", "react-native-moengage"],
            offSwitch: ("MoEngageAppDelegateProxyEnabled", false), otherwise: ""),
        SwizzlingSDK(
            name: "Leanplum", prefixes: ["leanplum"], offSwitch: ("LeanplumSwizzlingEnabled", false), otherwise: ""),
        SwizzlingSDK(
            name: "Airship", prefixes: ["airship", "urbanairship", "@ua/react-native-airship"], offSwitch: nil,
            otherwise: "Set isAutomaticSetupEnabled of its configuration to false"),
    ]

    /// What else takes part in the app's pushes.
    static let otherSDKs = [
        Rule(
            "swizzling_sdk", .warning, "An SDK exchanges methods of the app's delegates",
            why:
                "Token, silent pushes and taps go through it first. With two of them, or with a delegate that is set later, "
                + "callbacks get lost or come twice."
        ) { subject in
            guard let app = subject.app else { return [] }
            return swizzlingSDKs.compactMap { sdk -> Sighting? in
                let named = app.dependencies.first { dependency in
                    let isForExtension = app.extensions.contains { $0.target.name == dependency.target }
                    let name = dependency.name.lowercased()
                    return !isForExtension && sdk.prefixes.contains { name.hasPrefix($0) }
                }
                guard let named, !subject.configurations.contains(where: sdk.isOff) else { return nil }
                let change =
                    sdk.offSwitch.map {
                        "Put \($0.key) = \($0.value ? "YES" : "NO") into the Info.plist"
                    } ?? sdk.otherwise
                return Sighting(
                    place: Finding.Place(named.path, line: named.line),
                    seen: "\(named.name) is linked, and its swizzling is on.",
                    change:
                        "\(change) and forward the callbacks yourself; or leave it on and look at the order: it has to "
                        + "start before the delegate of the notification centre is set.")
            }
        }
    ]
}
