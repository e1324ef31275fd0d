import Foundation
import PushModel
import Timekeeping

extension Command {
    /// `tidings send`.
    static let send = Command(
        "send", "Send a push to subscribers, a topic, a segment, whoever an expression meets, or straight to APNs.",
        discussion: """
            Prints the message's id once the server has stored it. With --wait it stays until the fate of each
            delivery is known, and exits 1 when nothing was sent.

            With --apns-key no server takes part: the push goes to the device tokens, or to a channel, as it is, and
            the answer of APNs is explained. Exits 1 when APNs refuses it, 2 when no answer came.
            """,
        options: MessageDraft.options + [
            .value("idempotency-key", "KEY", "Sent twice with the same key, a message goes out once."),
            .flag("dry-run", "Print the request, and ask how many people and which moments it means; send nothing."),
            .flag("wait", "Stay until every delivery has its outcome."),
            .value("timeout", "SECONDS", "How long --wait stays at most; 60 by default."),
        ] + ServerOptions.all + DirectOptions.all + [.json],
        examples: [
            Example("tidings send --to user-1 --title Hello --body 'Your order left.'", "Sends a plain push."),
            Example(
                "tidings send --to user-1 --title Hi --encrypt device --wait", "Sends end-to-end encrypted and waits."),
            Example(
                "tidings send --segment pros --title 'Hello {{ attributes.name | default: \"you\" }}'",
                "Sends to a segment, with a name in each title."),
            Example(
                "tidings send --topic news --title News --schedule 2027-01-01T09:00 --timezone subscriber --dry-run",
                "Tells when it would go out."),
            Example(
                "tidings send --apns-key AuthKey_ABC123DEFG.p8 --team-id TEAM123456 --topic com.example.app \\\n"
                    + "      --token 00fc13ad… --sandbox --title Hello", "Sends one push to a phone, without a server."),
            Example(
                "tidings send --apns-key AuthKey_ABC123DEFG.p8 --team-id TEAM123456 --topic com.example.app \\\n"
                    + "      --channel dHN0LXNy… --event update --content-state '{\"score\":2}'",
                "Updates all Live Activities of a channel."),
        ]
    ) { invocation in
        try DirectOptions.check(invocation)
        if invocation.value("apns-key") != nil { return try await DirectSend(invocation).run() }
        let draft = try MessageDraft(invocation)
        let client = try ServerOptions.client(invocation)
        if invocation.flag("dry-run") { return try await rehearse(draft, client, invocation.output) }
        let limit = try invocation.integer("timeout", in: 1...86_400) ?? 60
        var request = APIClient.Request(method: "POST", path: "/v1/messages", body: Data(draft.json.utf8))
        request.headers["Idempotency-Key"] = invocation.value("idempotency-key")
        let accepted: Accepted = try await client.call(request)
        guard invocation.flag("wait") else {
            try invocation.output.result(accepted, text: accepted.id)
            return .done
        }
        invocation.output.text(accepted.id)
        let status = try await Self.outcome(of: accepted.id, client: client, limit: .seconds(limit))
        try invocation.output.result(status, text: "\(status.status): \(status.outcomeText); \(status.receiptText)")
        return (status.counts?["sent"] ?? 0) > 0 ? .done : .mistake
    }

    /// Tells what a message would mean, as far as that can be asked for without sending it.
    private static func rehearse(_ draft: MessageDraft, _ client: APIClient, _ output: Output) async throws -> ExitCode
    {
        let body = try JSONValue(parsing: draft.json)
        var facts: JSONObject = ["request": body]
        var expression = body["where"]
        if let slug = body["segment"]?.string {
            expression = try await client.value("GET", "/v1/segments/\(APIClient.escaped(slug))")["where"]
        }
        if let expression {
            let preview = try await client.value("POST", "/v1/segments/preview", ["where": expression])
            facts["people"] = preview["count"]
        } else if let people = body["to"]?.array {
            facts["people"] = .int(people.count)
        }
        if let schedule = body["schedule"] {
            let moments = try await client.value(
                "POST", "/v1/schedules/preview", ["schedule": schedule, "timezones": ["UTC"]])
            (facts["first"], facts["last"]) = (moments["first"], moments["last"])
        }
        output.result(.object(facts), text: lines(.object(facts)))
        return .done
    }

    /// Asks for the message until nothing of it is pending.
    private static func outcome(of id: String, client: APIClient, limit: Duration) async throws -> MessageStatus {
        let time = SystemTime()
        let end = time.uptime + limit
        while true {
            let status: MessageStatus = try await client.call(
                .init(method: "GET", path: "/v1/messages/\(APIClient.escaped(id))"))
            if status.isFinished { return status }
            guard time.uptime < end else {
                throw CommandError(
                    .unreachable,
                    "\(id) is not finished after \(limit.components.seconds) s: \(status.outcomeText). It goes on without us.",
                    exitCode: .failure)
            }
            try await time.sleep(for: .milliseconds(200))
        }
    }
}

private struct Accepted: Codable {
    let id: String
    let status: String
}
