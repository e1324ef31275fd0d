public import TidingsCore

/// Something that happens in the live session.
public enum LiveSessionEvent: Sendable, Equatable {
    /// A message came.
    case message(HistoryMessage)
    /// A link leads to a conversation: show it.
    case show(conversation: String)
}
