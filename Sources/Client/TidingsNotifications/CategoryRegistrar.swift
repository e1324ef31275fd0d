import PushModel
import TidingsCore
import UserNotifications

/// Registers the buttons of messages with the system, which knows only whole sets of categories.
package struct CategoryRegistrar: Sendable {
    /// The prefix of categories that are made from a message's buttons.
    private static let ownPrefix = "tidings."

    /// The most categories of ours that stay registered without a notification on the screen that needs them.
    private static let ownLimit = 40

    /// Creates a registrar.
    package init() {}

    /// Makes the system know the buttons of a message before it is shown.
    package func register(_ message: ReceivedMessage) async {
        guard !message.actions.isEmpty, let identifier = message.effectiveCategory else { return }
        let actions = message.actions
        // One after the other: the set is read and written as a whole, and two at once would lose one.
        await Turns.categories.take { await Self.register(identifier, actions) }
    }

    private static func register(_ identifier: String, _ actions: [ActionButton]) async {
        let center = UNUserNotificationCenter.current()
        let category = Self.category(identifier, actions)
        var categories = await center.notificationCategories()
        if categories.contains(category) { return }
        categories = categories.filter { $0.identifier != identifier }
        categories = await Self.withoutLeftovers(categories, center)
        categories.insert(category)
        center.setNotificationCategories(categories)
        // Reading the set again makes the system take it over before the notification is drawn.
        _ = await center.notificationCategories()
    }

    private static func withoutLeftovers(
        _ categories: Set<UNNotificationCategory>, _ center: UNUserNotificationCenter
    ) async -> Set<UNNotificationCategory> {
        guard categories.count(where: { $0.identifier.hasPrefix(ownPrefix) }) >= ownLimit else { return categories }
        let used = Set(await center.deliveredNotifications().map(\.request.content.categoryIdentifier))
        return categories.filter { !$0.identifier.hasPrefix(ownPrefix) || used.contains($0.identifier) }
    }

    private static func category(_ identifier: String, _ buttons: [ActionButton]) -> UNNotificationCategory {
        UNNotificationCategory(
            identifier: identifier, actions: buttons.prefix(ActionButton.countLimit).map(action), intentIdentifiers: [],
            // Without this option the system does not tell that the person swiped the notification away.
            options: .customDismissAction)
    }

    private static func action(_ button: ActionButton) -> UNNotificationAction {
        var options: UNNotificationActionOptions = []
        if button.isDestructive { options.insert(.destructive) }
        if button.opensApp { options.insert(.foreground) }
        guard button.asksForText else {
            return UNNotificationAction(identifier: button.id, title: button.title, options: options)
        }
        return UNTextInputNotificationAction(
            identifier: button.id, title: button.title, options: options, textInputButtonTitle: button.title,
            textInputPlaceholder: button.placeholder ?? "")
    }
}
