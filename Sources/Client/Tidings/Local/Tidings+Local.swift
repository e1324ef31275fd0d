public import TidingsCore

extension Tidings {
    /// The notifications that the server has planned on this phone.
    public static var local: LocalNotifications { LocalNotifications() }
}

/// Notifications that the server planned and the phone shows by itself, also without network.
public struct LocalNotifications: Sendable {
    /// The plans that are still to come, the next first.
    public func planned() async -> [PlannedNotification] {
        await FacadeInstance.current.configured("local")?.plannedNotifications() ?? []
    }

    /// Makes plans void: the one of this name, and those whose name goes on with a colon after it.
    public func cancel(_ name: String) async {
        await FacadeInstance.current.configured("local")?.cancelPlanned(name)
    }
}

extension PushClient {
    /// The plans of this phone.
    func plannedNotifications() async -> [PlannedNotification] {
        await earlierCommands()
        return await openParts()?.planner.planned() ?? []
    }

    /// Makes plans void.
    func cancelPlanned(_ name: String) async {
        await earlierCommands()
        await openParts()?.planner.cancel(name)
    }
}
