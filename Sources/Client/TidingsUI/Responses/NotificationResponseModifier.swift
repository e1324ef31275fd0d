import Foundation
import SwiftUI
import Tidings
import UserNotifications

/// Subscribes to responses while the view is on the screen.
struct NotificationResponseModifier: ViewModifier {
    let wants: @MainActor (UNNotificationResponse) -> Bool
    let action: @MainActor (UNNotificationResponse) -> Void
    @State private var subscription = ResponseSubscription()
    @Environment(\.scenePhase) private var phase

    func body(content: Content) -> some View {
        // The newest closure counts: an older one may have captured what the view no longer shows.
        subscription.action = action
        subscription.wants = wants
        subscription.isInFront = phase != .background
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
    var isInFront = false

    nonisolated init() {}

    /// Starts to take responses.
    ///
    /// A window that the system frees need not say that its views disappear: what is gone wants nothing.
    func begin() {
        Tidings.subscribe(id) { [weak self] in
            self?.isInFront ?? false
        } where: { [weak self] response in
            self?.wants(response) ?? false
        } to: { [weak self] response in
            self?.action(response)
        }
    }

    /// Takes no more.
    func end() {
        Tidings.unsubscribe(id)
    }
}
