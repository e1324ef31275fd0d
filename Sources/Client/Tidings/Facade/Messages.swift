public import TidingsCore

/// The message history of the current subscriber.
public struct Messages: Sendable {
    /// All messages read so far, oldest first; each counts once.
    ///
    /// - Parameter conversation: Only messages of this conversation; nil for all.
    /// - Returns: The messages on this phone; `refresh` brings newer ones.
    public func all(in conversation: String? = nil) async -> [HistoryMessage] {
        await FacadeInstance.current.configured("messages")?.messages(in: conversation) ?? []
    }

    /// Reads what is new from the server, and fills up what the system holds of planned notifications.
    ///
    /// It happens by itself at launch and after each push; call it in background tasks of the app's own.
    public func refresh() async {
        await FacadeInstance.current.configured("messages")?.synchroniseNow()
    }
}
