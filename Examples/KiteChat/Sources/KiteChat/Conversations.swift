/// What the app knows of its conversations; a real one would keep it in a database.
@MainActor
final class Conversations {
    /// The conversations that were opened, in order.
    private(set) var opened: [String] = []
    /// The replies that were written, each with its conversation.
    private(set) var replies: [(conversation: String, text: String)] = []
    /// How often the app looked for new messages.
    private(set) var refreshes = 0

    /// Shows a conversation.
    func open(_ conversation: String) { opened.append(conversation) }
    /// Sends a reply.
    func reply(_ text: String, in conversation: String) { replies.append((conversation, text)) }
    /// Looks for new messages.
    func refresh() { refreshes += 1 }
}
