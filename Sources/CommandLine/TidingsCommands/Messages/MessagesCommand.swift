import PushModel

extension Command {
    /// `tidings messages`.
    static let messages = Command(
        "messages", "List messages, look at one, take one back.",
        examples: [
            Example("tidings messages show msg_…", "Shows how a message is doing."),
            Example("tidings messages cancel msg_…", "Takes back what has not gone out."),
        ],
        subcommands: [messagesList, messagesShow, messagesDeliveries, messagesCancel])

    private static let message = Argument("MESSAGE", "The id that send printed.")

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
        "show", "Show one message.", arguments: [message],
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

    private static let messagesDeliveries = Command(
        "deliveries", "List what became of a message, device by device.", arguments: [message],
        options: [
            .value(
                "status", "STATUS", "Only these: pending, retrying, sent, failed, invalid, expired, canceled, skipped."),
            APIClient.limitOption,
        ] + ServerOptions.all + [.json],
        examples: [
            Example("tidings messages deliveries msg_… --status failed", "Lists those that failed, with reasons.")
        ]
    ) { invocation in
        let client = try ServerOptions.client(invocation)
        let limit = try invocation.integer("limit", in: 1...10_000) ?? 50
        let id = APIClient.escaped(invocation.argument(0) ?? "")
        var query: [String: String] = [:]
        query["status"] = invocation.value("status")
        let items = try await client.list("/v1/messages/\(id)/deliveries", limit: limit, query: query)
        let columns: [Column] = [
            .member("ID", "id"), .member("USER", "externalId"), .member("DEVICE", "deviceId"),
            .member("STATUS", "status"), .member("REASON", "reason"),
        ]
        let output = invocation.output
        output.result(
            .array(items),
            text: output.table(columns.map(\.headline), items.map { item in columns.map { $0.cell(item) } }))
        return .done
    }

    private static let messagesCancel = single(
        "cancel", "Take a message back: what has not gone out by now never does.", argument: message,
        examples: [Example("tidings messages cancel msg_…", "Takes back a scheduled message, or the rest of one.")]
    ) { _, client, id in try await client.value("POST", "/v1/messages/\(id)/cancel") }
}
