import Foundation
import SwiftUI
import Tidings
import UserNotifications

/// Subscribes to responses while the view is on the screen.
struct NotificationResponseModifier: ViewModifier {
    let wants: @MainActor (UNNotificationResponse) -> Bool
    let action: @MainActor (UNNotificationResponse) -> Void
    @State private var subscription = ResponseSubscription()

    func body(content: Content) -> some View {
        // The newest closure counts: an older one may have captured what the view no longer shows.
        subscription.action = action
        subscription.wants = wants
        let subscription = subscription
        return
            content
            .onAppear { subscription.begin() }
            .onDisappear { subscription.end() }
    }
}

/// The subscription of one view, kept by its place in the interface.
@MainActor
final class ResponseSubscription {
    nonisolated private let id = UUID()
    var action: @MainActor (UNNotificationResponse) -> Void = { _ in }
    var wants: @MainActor (UNNotificationResponse) -> Bool = { _ in true }

    nonisolated init() {}

    /// Starts to take responses.
    func begin() {
        Tidings.subscribe(id, where: { [self] response in wants(response) }) { [self] response in action(response) }
    }

    /// Takes no more.
    func end() {
        Tidings.unsubscribe(id)
    }
}
