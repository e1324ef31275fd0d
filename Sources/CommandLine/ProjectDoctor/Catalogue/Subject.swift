package import Foundation
package import XcodeProject

/// Everything that the doctor looks at, gathered before any rule is asked.
package struct Subject: Sendable {
    /// The app; nil where there is no project.
    package var app: InspectedApp?
    /// Provisioning profiles.
    package var profiles: [ProfileEvidence] = []
    /// The configuration files of Firebase.
    package var googleServices: [PropertyListFile] = []
    /// The signing key.
    package var key: KeyEvidence?
    /// A sample payload.
    package var payload: PayloadEvidence?
    /// A device token, as it was given.
    package var deviceToken: String?
    /// The environment that the sender sends to, if somebody said.
    package var sendsTo: TokenEnvironment?
    /// What the running server said.
    package var server: ServerEvidence?
    /// The time now.
    package var now: Date

    /// Knows nothing yet but the time.
    package init(now: Date) { self.now = now }
}

/// An environment of APNs.
package enum TokenEnvironment: String, Sendable, CaseIterable {
    /// For builds signed for development.
    case sandbox
    /// For TestFlight, the App Store and ad-hoc builds.
    case production

    /// The environment that a value of `aps-environment` stands for; nil for other values.
    package init?(entitlement: String) {
        switch entitlement {
        case "development": self = .sandbox
        case "production": self = .production
        default: return nil
        }
    }
}

extension Subject {
    /// One configuration of the app beside those of an extension that have the same name.
    struct Pair {
        let app: InspectedConfiguration
        let ext: InspectedConfiguration
        let target: InspectedTarget
    }

    /// The configurations of the app.
    var configurations: [InspectedConfiguration] { app?.target.configurations ?? [] }

    /// The bundle ids of the app that are known to the letter.
    var bundleIDs: [String] {
        Set(configurations.compactMap(\.bundleID)).filter { !$0.contains("$") }.sorted()
    }

    /// The credentials that the server has for the app; nil if it does not know the app.
    var serverCredentials: [ServerEvidence.Credential]? { server?.credentials(bundleIDs) }

    /// App and extensions, configuration by configuration.
    var pairs: [Pair] {
        (app?.extensions ?? []).flatMap { ext in
            configurations.compactMap { configuration in
                ext.target.configurations.first { $0.name == configuration.name }.map {
                    Pair(app: configuration, ext: $0, target: ext.target)
                }
            }
        }
    }

    /// Whether something that the app is linked with, or one of its own files, knows how to register for pushes by itself.
    var hasPushSDK: Bool {
        guard let app else { return false }
        let known = [
            "tidings", "firebase", "onesignal", "airship", "braze", "appboy", "moengage", "clevertap", "leanplum",
            "pushwoosh", "batch", "notifications", "messaging", "capacitor", "expo", "react-native", "flutter",
            "sendbird",
            "pusher", "klaviyo", "iterable", "marketingcloud", "push",
        ]
        return app.dependencies.contains { dependency in
            let name = dependency.name.lowercased()
            return known.contains { name.contains($0) }
        }
    }

    /// The place of a setting.
    func place(_ key: String, _ configuration: InspectedConfiguration) -> Finding.Place {
        Finding.Place(app?.projectPath ?? "", line: configuration.line(of: key))
    }

    /// The place of a target.
    func place(_ target: InspectedTarget) -> Finding.Place { Finding.Place(app?.projectPath ?? "", line: target.line) }
}

extension PropertyListFile {
    /// The place of a key, or the file as a whole.
    func place(_ key: String) -> Finding.Place { Finding.Place(path, line: line(of: key)) }
}
