public import SwiftUI
import Tidings

/// Explains what notifications are for before the system asks, which it does only once.
///
/// It shows itself while the person can still say yes: before the first question, and during provisional delivery, which
/// a question can turn into a full one. After a refusal it tells the way to Settings. Otherwise, and once the person has
/// put it off, it shows nothing, so that it may stand on any screen.
///
///     PermissionPrimer()
///     PermissionPrimer { primer in
///         if primer.phase == .ask { Button("Tell me when my order is ready") { primer.allow() } }
///     }
public struct PermissionPrimer<Content: View>: View {
    private let content: @MainActor (PermissionPrimerContext) -> Content
    @StateObject private var question = PermissionQuestion()

    /// Shows a view of the app's own.
    public init(@ViewBuilder content: @escaping @MainActor (PermissionPrimerContext) -> Content) {
        self.content = content
    }

    /// The content, while there is something to say.
    public var body: some View {
        // Not a group: that hands its modifiers to what is in it, and there may be nothing.
        VStack {
            if let phase = question.phase {
                content(
                    PermissionPrimerContext(
                        phase: phase, allow: question.ask, later: question.putOff,
                        openSettings: Tidings.openNotificationSettings))
            }
        }
        .task { await question.run() }
    }
}

/// What a primer has to say, and what the person can answer.
@MainActor
public struct PermissionPrimerContext {
    /// What there is to say.
    public enum Phase: Sendable {
        /// The person can be asked.
        case ask
        /// The person has said no; only Settings can change it.
        case denied
    }

    /// What there is to say.
    public let phase: Phase
    /// Lets the system ask, and registers the device.
    public let allow: @MainActor () -> Void
    /// Hides the primer for as long as its view lives.
    public let later: @MainActor () -> Void
    /// Leads to where the permission can be changed.
    public let openSettings: @MainActor () -> Void
}
