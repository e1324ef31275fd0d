extension Command {
    /// `tidings messages`.
    static let messages = Command(
        "messages", "List messages and look at one.",
        examples: [Example("tidings messages show msg_…", "Shows how a message is doing.")],
        subcommands: [messagesList, messagesShow])

    private static let messagesList = Command(
        "list", "List the newest messages with what became of them.",
        options: [APIClient.limitOption] + ServerOptions.all + [.json],
        examples: [Example("tidings messages list --limit 5", "Shows the five newest.")]
    ) { invocation in
        let client = try ServerOptions.client(invocation)
        let limit = try invocation.integer("limit", in: 1...10_000) ?? 50
        let messages: [MessageStatus] = try await client.items("/v1/messages", limit: limit)
        let output = invocation.output
        try output.result(
            messages,
            text: output.table(
                ["ID", "STATUS", "OUTCOMES", "RECEIPTS"],
                messages.map { [$0.id, $0.status, $0.outcomeText, $0.receiptText] }))
        return .done
    }

    private static let messagesShow = Command(
        "show", "Show one message.", arguments: [Argument("MESSAGE", "The id that send printed.")],
        options: ServerOptions.all + [.json],
        examples: [Example("tidings messages show msg_… --json", "Prints status, counts and receipts as JSON.")]
    ) { invocation in
        let client = try ServerOptions.client(invocation)
        let id = APIClient.escaped(invocation.argument(0) ?? "")
        let message: MessageStatus = try await client.call(.init(method: "GET", path: "/v1/messages/\(id)"))
        try invocation.output.result(
            message, text: "\(message.id)  \(message.status): \(message.outcomeText); \(message.receiptText)")
        return .done
    }
}
