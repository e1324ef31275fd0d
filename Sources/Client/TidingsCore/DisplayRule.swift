/// Decides whether a message is presented, from the app's state and the conversation that is being read.
package enum DisplayRule {
    /// Where the app stands when the message comes.
    package enum AppState: String, Sendable {
        /// On the screen.
        case foreground
        /// Not on the screen, or not running.
        case background
    }

    /// What becomes of the message.
    package enum Decision: Sendable, Equatable {
        /// The person sees it.
        case present
        /// The person does not see it, for this reason.
        case suppress(SuppressionReason)
    }

    /// Applies the rule: only the conversation that is open in front of the person keeps its messages silent.
    package static func decide(state: AppState, openConversation: String?, messageConversation: String?) -> Decision {
        guard state == .foreground, let openConversation, let messageConversation,
            openConversation == messageConversation
        else { return .present }
        return .suppress(.conversationOpen)
    }
}

/// Why a message was not presented; goes out with the receipt.
package enum SuppressionReason: String, Sendable, Codable {
    /// Its conversation was on the screen.
    case conversationOpen = "conversation_open"
    /// The app's delegate took it over.
    case intercepted
    /// It was meant for somebody who used this install before.
    case otherSubscriber = "other_subscriber"
    /// It came after its time.
    case expired
    /// The configuration or the delegate hides messages in the foreground.
    case hidden
}
