import Foundation

extension Command {
    /// `tidings why`.
    static let why = Command(
        "why", "Tell why a push was, or was not, shown.",
        discussion: """
            Follows deliveries from the request to the tap: the audience, waits, each attempt with the
            answer of APNs, the outcome, and what the device reported.
            """,
        arguments: [
            Argument("SUBJECT", "A delivery (dlv_…), a message (msg_…), a device (dev_…) or a whole device token."),
            Argument("SUBSCRIBER", "With a message: your own id of the person it was for.", optional: true),
        ],
        options: [APIClient.limitOption] + ServerOptions.all + [.json],
        examples: [
            Example("tidings why dlv_…", "Tells the story of one delivery."),
            Example("tidings why msg_… user-1", "Tells what became of a message on the devices of one person."),
            Example("tidings why 00fc13ad… --limit 5", "Tells what was sent to a device lately."),
        ]
    ) { invocation in
        let client = try ServerOptions.client(invocation)
        let limit = try invocation.integer("limit", in: 1...10_000) ?? 50
        let subject = invocation.argument(0) ?? ""
        let person = invocation.argument(1)
        if person != nil, !subject.hasPrefix("msg_") {
            throw CommandError(.invalidValue, "SUBSCRIBER goes with a message (msg_…) only. Leave it out.")
        }
        var stories: [DeliveryStory] = []
        for delivery in try await client.deliveries(of: subject, person, limit: limit) {
            stories.append(
                try await client.call(
                    .init(method: "GET", path: "/v1/deliveries/\(APIClient.escaped(delivery))/trace")))
        }
        try invocation.output.result(
            ["deliveries": stories],
            text: stories.isEmpty
                ? "There is no delivery: nobody was found to send it to, or it is not planned yet."
                : stories.flatMap(\.lines).joined(separator: "\n"))
        return .done
    }
}

extension APIClient {
    /// The ids of the deliveries that an id, a token, or a message and a person stand for.
    fileprivate func deliveries(of subject: String, _ person: String?, limit: Int) async throws -> [String] {
        if subject.hasPrefix("dlv_") { return [subject] }
        var query: [String: String] = [:]
        query["externalId"] = person
        let path: String
        if subject.hasPrefix("msg_") {
            path = "/v1/messages/\(Self.escaped(subject))/deliveries"
        } else if subject.hasPrefix("dev_") {
            path = "/v1/devices/\(Self.escaped(subject))/deliveries"
        } else {
            var request = Request(method: "GET", path: "/v1/devices")
            request.query = [.init(name: "token", value: subject)]
            let devices: Page<DeviceName> = try await call(request)
            guard let device = devices.items.first else {
                throw CommandError(.refused, "No device has this token. It was replaced, or never registered.")
            }
            path = "/v1/devices/\(Self.escaped(device.id))/deliveries"
        }
        let found: [DeliveryStatus] = try await items(path, limit: limit, query: query)
        return found.map(\.id)
    }
}

private struct DeviceName: Codable, Sendable {
    let id: String
}
