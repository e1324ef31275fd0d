public import SwiftUI
import Tidings
public import UserNotifications

extension View {
    /// Does something with each response of the person to a notification of this app.
    ///
    /// Each response is handed over once, in the order in which they came, to one view: the first that is on the screen
    /// with this modifier. A response that launched the app waits for that view, for at most 60 seconds. A view that is
    /// made anew gets nothing that was handed over before.
    ///
    /// - Parameter action: Gets the response; runs on the main actor.
    /// - Returns: A view that listens as long as it is on the screen.
    public func onNotification(perform action: @escaping @MainActor (UNNotificationResponse) -> Void) -> some View {
        modifier(NotificationResponseModifier(wants: { _ in true }, action: action))
    }

    /// Does something with those responses of the person that a condition chooses.
    ///
    /// As without a condition, each response goes to one view: the first on the screen that wants it. What no view wants
    /// waits for one that does, for at most 60 seconds.
    ///
    /// - Parameters:
    ///   - wants: Whether this view takes a response.
    ///   - action: Gets the response; runs on the main actor.
    /// - Returns: A view that listens as long as it is on the screen.
    public func onNotification(
        where wants: @escaping @MainActor (UNNotificationResponse) -> Bool,
        perform action: @escaping @MainActor (UNNotificationResponse) -> Void
    ) -> some View {
        modifier(NotificationResponseModifier(wants: wants, action: action))
    }
}
