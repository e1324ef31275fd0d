import Foundation
import SwiftUI
import Tidings

/// Opens links while the view is on the screen, and brings in those that the system hands to the view.
struct TidingsLinkModifier: ViewModifier {
    let open: @MainActor (URL) -> Bool
    @State private var subscription = LinkSubscription()
    @Environment(\.scenePhase) private var phase

    func body(content: Content) -> some View {
        subscription.open = open
        subscription.isInFront = phase != .background
        let subscription = subscription
        return
            content
            .onAppear { subscription.begin() }
            .onDisappear { subscription.end() }
            .onOpenURL { Tidings.open($0) }
            .onContinueUserActivity(NSUserActivityTypeBrowsingWeb) { activity in
                if let page = activity.webpageURL { Tidings.open(page) }
            }
    }
}

/// The subscription of one view, kept by its place in the interface.
@MainActor
final class LinkSubscription {
    nonisolated private let id = UUID()
    var open: @MainActor (URL) -> Bool = { _ in false }
    var isInFront = false

    nonisolated init() {}

    /// Starts to open links; what is gone without a word opens none.
    func begin() {
        Tidings.subscribeToLinks(id) { [weak self] in
            self?.isInFront ?? false
        } _: { [weak self] url in
            self?.open(url) ?? false
        }
    }

    /// Opens no more.
    func end() { Tidings.unsubscribeFromLinks(id) }
}
