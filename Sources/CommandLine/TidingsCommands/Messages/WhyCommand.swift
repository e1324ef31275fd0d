extension Command {
    /// `tidings why`.
    static let why = Command(
        "why", "Tell why a push was, or was not, shown.",
        discussion:
            "Follows a message through each of its deliveries: the outcome, the attempts and what the device reported.",
        arguments: [Argument("MESSAGE", "The id of the message.")],
        options: [APIClient.limitOption] + ServerOptions.all + [.json],
        examples: [Example("tidings why msg_…", "Lists what happened on the way to each device.")]
    ) { invocation in
        let client = try ServerOptions.client(invocation)
        let limit = try invocation.integer("limit", in: 1...10_000) ?? 50
        let id = APIClient.escaped(invocation.argument(0) ?? "")
        let message: MessageStatus = try await client.call(.init(method: "GET", path: "/v1/messages/\(id)"))
        var stories: [DeliveryStory] = []
        let listed: [DeliveryStatus] = try await client.items("/v1/messages/\(id)/deliveries", limit: limit)
        for delivery in listed {
            let path = "/v1/deliveries/\(APIClient.escaped(delivery.id))"
            let attempts: Page<AttemptStatus> = try await client.call(.init(method: "GET", path: "\(path)/attempts"))
            stories.append(
                DeliveryStory(
                    delivery: try await client.call(.init(method: "GET", path: path)),
                    attempts: attempts.items))
        }
        try invocation.output.result(
            MessageStory(message: message, deliveries: stories),
            text: ([message.id + "  \(message.status): \(message.outcomeText)"] + stories.flatMap(\.lines))
                .joined(separator: "\n"))
        return .done
    }
}

private struct MessageStory: Encodable {
    let message: MessageStatus
    let deliveries: [DeliveryStory]
}

/// What happened to one delivery, in the order of the path of a push.
struct DeliveryStory: Encodable, Sendable {
    let delivery: DeliveryStatus
    let attempts: [AttemptStatus]

    /// The story as indented lines.
    var lines: [String] {
        let device = delivery.deviceId.map { " to \($0)" } ?? ""
        var lines = ["  \(delivery.id)\(device): \(delivery.status)" + (delivery.reason.map { " (\($0))" } ?? "")]
        for attempt in attempts.sorted(by: { ($0.number ?? 0) < ($1.number ?? 0) }) {
            let answer = [attempt.providerStatus.map(String.init), attempt.reason].compactMap { $0 }
            lines.append(
                "    attempt \(attempt.number ?? 1): \(attempt.result ?? "under way")"
                    + (answer.isEmpty ? "" : ", APNs answered \(answer.joined(separator: " "))")
                    + (attempt.nextAttemptAt.map { ", next try at \($0)" } ?? ""))
        }
        let receipts = delivery.receipts ?? []
        if receipts.isEmpty, delivery.status == "sent" { lines.append("    the device has reported nothing yet") }
        for receipt in receipts {
            lines.append(
                "    \(receipt.kind)" + (receipt.at.map { " at \($0)" } ?? "")
                    + (receipt.action.map { ", action \($0)" } ?? "")
                    + (receipt.input == nil ? "" : ", with a typed reply"))
        }
        return lines
    }
}
