import Foundation
import PushModel
import TidingsCore
import Timekeeping

/// The SDK behind the façade: an ordinary object made of what is passed to it.
package actor PushClient {
    /// What the client is made of.
    package struct Dependencies: Sendable {
        /// Makes the container, the Keychain, the network and the clocks; called off the main thread.
        package var environment: @Sendable (Configuration) throws -> ClientEnvironment
        /// The push services of the system.
        package var system: PushSystem
        /// The decisions that can be taken otherwise.
        package var rules: PushRules
        /// Where taps are kept.
        package var taps: @Sendable (ClientContainer) -> TapStore

        /// Creates dependencies.
        package init(
            environment: @escaping @Sendable (Configuration) throws -> ClientEnvironment, system: PushSystem,
            rules: PushRules = PushRules(),
            taps: @escaping @Sendable (ClientContainer) -> TapStore = { .file($0.taps) }
        ) {
            self.environment = environment
            self.system = system
            self.rules = rules
            self.taps = taps
        }
    }

    /// The parts of an opened client.
    struct Parts: Sendable {
        let environment: ClientEnvironment
        let install: Install
        let presenter: Presenter
        let desk: TapDesk
        let planner: LocalPlanner
        let links: LinkDesk
        let usage: UsageLog
    }

    nonisolated let configuration: Configuration
    nonisolated let relations: HostRelations
    nonisolated let dependencies: Dependencies
    nonisolated let tokens = TokenAnnouncements()
    nonisolated let launch = LaunchOpen()
    nonisolated let commands: AsyncStream<Command>.Continuation
    nonisolated let commandStream: AsyncStream<Command>
    nonisolated let rings: AsyncStream<Duration>.Continuation
    nonisolated let ringStream: AsyncStream<Duration>
    private var opened: Parts?
    var schedule = SynchroniseSchedule()
    /// How often in a row APNs gave no token.
    var tokenFailures = 0
    /// What the app asked for before the phone was unlocked for the first time.
    var held: [Command] = []

    /// Creates a client; nothing happens before `run`.
    package init(
        configuration: Configuration, relations: HostRelations = HostRelations(), dependencies: Dependencies
    ) {
        self.configuration = configuration
        self.relations = relations
        self.dependencies = dependencies
        (commandStream, commands) = AsyncStream.makeStream()
        (ringStream, rings) = AsyncStream.makeStream()
    }

    /// The parts, made at the first call.
    func parts() throws -> Parts {
        if let opened { return opened }
        let environment = try dependencies.environment(configuration)
        let relations = relations
        let install = Install(
            url: configuration.url, publishableKey: configuration.publishableKey, environment: environment,
            // Weak: the client owns the install.
            missed: { [weak self] in await self?.takeMissed($0) }
        ) { session in
            relations.permissions.tell(session.registration.permission)
            relations.registrations.tell(RegistrationState(session))
        }
        let planner = LocalPlanner(
            install: install, environment: environment, center: dependencies.system.local)
        let links = LinkDesk(relations: relations, install: install, environment: environment)
        let parts = Parts(
            environment: environment, install: install,
            presenter: Presenter(
                relations: relations, install: install, environment: environment, system: dependencies.system,
                planner: planner, rules: dependencies.rules, foreground: configuration.foregroundPresentation),
            desk: TapDesk(
                relations: relations, install: install, environment: environment,
                store: dependencies.taps(environment.container), system: dependencies.system, links: links,
                launch: launch, ageLimit: dependencies.rules.tapAgeLimit),
            planner: planner, links: links,
            usage: UsageLog(
                install: install, environment: environment, isOn: configuration.tracksSessions))
        opened = parts
        return parts
    }

    /// The parts with the install opened; nil if the container is unusable or the phone was not unlocked yet.
    func openParts() async -> Parts? {
        do {
            let parts = try parts()
            return await parts.install.open() ? parts : nil
        } catch {
            ClientLog.system(minimum: configuration.logLevel)(.error, "The client cannot start", ("error", "\(error)"))
            return nil
        }
    }
}
