import TidingsCore

/// Everything that the extension takes from outside, so that a test can put something else in its place.
package struct ServiceDependencies: Sendable {
    /// Makes the container, the Keychain, the network and the clocks for an app group.
    package var environment: @Sendable (_ group: String) throws -> ServiceEnvironment
    /// How the seconds are spent.
    package var budget: ServiceBudget

    /// Creates dependencies.
    package init(
        environment: @escaping @Sendable (String) throws -> ServiceEnvironment, budget: ServiceBudget = ServiceBudget()
    ) {
        self.environment = environment
        self.budget = budget
    }

    /// The dependencies of an extension on this platform.
    package static var live: ServiceDependencies {
        ServiceDependencies { group in
            let log = ClientLog.system(minimum: .info)
            let (folder, isShared) = SharedFolder.locate(group: group)
            if !isShared {
                log(.warning, "App and extension share no app group: receipts do not arrive", ("group", group))
            }
            return ServiceEnvironment(
                container: ClientContainer(root: folder, log: log), vault: .keychain(group: group), transport: .system,
                time: ProcessWork.time, log: log)
        }
    }
}
