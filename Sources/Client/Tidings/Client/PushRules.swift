package import Foundation
package import TidingsCore

/// The decisions of the SDK that somebody may want to take otherwise.
package struct PushRules: Sendable {
    /// Whether a message is presented.
    package var display: @Sendable (DisplayRule.AppState, _ open: String?, _ message: String?) -> DisplayRule.Decision
    /// The question to the app's delegate whether the SDK presents a message.
    package var mayPresent: @MainActor @Sendable (any TidingsDelegate, ReceivedNotification) -> Bool
    /// The age in seconds past which a tap is not replayed any more.
    package var tapAgeLimit: TimeInterval

    /// The rules as they are documented.
    package init() {
        display = { DisplayRule.decide(state: $0, openConversation: $1, messageConversation: $2) }
        mayPresent = { $0.tidingsShouldPresent($1) }
        tapAgeLimit = TapPipeline.ageLimit
    }
}
