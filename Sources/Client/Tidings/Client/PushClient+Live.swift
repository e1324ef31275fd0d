import Foundation
import TidingsCore

extension PushClient.Dependencies {
    /// The dependencies of an app on this platform.
    package static func live(_ configuration: Configuration) -> PushClient.Dependencies {
        let group = configuration.appGroup ?? SharedFolder.defaultGroup
        return PushClient.Dependencies(
            environment: { configuration in
                let log = ClientLog.system(minimum: configuration.logLevel)
                let (folder, isShared) = SharedFolder.locate(group: group)
                if !isShared {
                    log(
                        .warning, "The app group cannot be reached; the extension's receipts get lost", ("group", group)
                    )
                }
                var environment = ClientEnvironment(
                    container: try ClientContainer(root: folder), vault: .keychain(group: group), transport: .system,
                    time: ProcessWork.time, log: log, facts: AppFacts.gather,
                    pushEnvironment: configuration.pushEnvironment ?? AppFacts.embeddedEnvironment)
                environment.registersAnonymously = configuration.registersAnonymously
                return environment
            },
            system: .live(vault: .keychain(group: group)))
    }
}
