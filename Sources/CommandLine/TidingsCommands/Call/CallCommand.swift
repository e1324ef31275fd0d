import Foundation
import PushModel
import Timekeeping

extension Command {
    /// `tidings call`.
    static let call = Command(
        "call", "Ring people's devices, and tell what becomes of the call.",
        discussion: """
            Follows the call until it is over, with a line for each thing that happens; with --json, a line of JSON for
            each, and the call as the last one. Ctrl-C hangs up. Exits 0 when somebody answered or --cancel-after was
            to hang up, 1 when nobody did.
            """,
        options: [
            .value("from", "ID", "Who calls, as the app knows them."),
            .value("name", "NAME", "The caller's name; the id by default."),
            .value("handle", "HANDLE", "The caller's number or address; the id by default."),
            .value("to", "USER", "Whom to call, by your own id; may be repeated.", repeatable: true),
            .flag("video", "Call with a picture."),
            .value("ring", "SECONDS", "How long it rings, 5 to 120; 45 by default."),
            .value("data", "JSON", "An object for the app."),
            .value("id", "UUID", "The call's id; made by the server by default."),
            .value("cancel-after", "SECONDS", "Hang up so long after the start, if nobody has answered."),
            .value("end-after", "SECONDS", "Hang up so long after somebody has answered."),
        ] + ServerOptions.all + [.json],
        examples: [
            Example("tidings call --from ada --name Ada --to user-1", "Rings every device of user-1."),
            Example(
                "tidings call --from ada --to user-1 --cancel-after 5 --json",
                "Hangs up after five seconds; the devices stop, and tell of a missed call."),
        ]
    ) { invocation in
        let body = try request(invocation)
        let limits = CallFollower.Limits(
            cancel: try invocation.integer("cancel-after", in: 0...120),
            end: try invocation.integer("end-after", in: 0...86_400))
        let client = try ServerOptions.client(invocation)
        let placed = try await client.value("POST", "/v1/calls", body)
        var follower = try CallFollower(placed, limits, client, invocation.output)
        let call = try await follower.follow()
        if invocation.output.isJSON { try invocation.output.json(call) }
        let isAnswered = call["answeredAt"]?.string != nil
        return isAnswered || follower.hasCancelled ? .done : .mistake
    }

    private static func request(_ invocation: Invocation) throws -> JSONValue {
        guard let from = invocation.value("from") else {
            throw CommandError(.missingOption, "Nobody calls. Say by --from who does.")
        }
        let people = invocation.values("to")
        guard !people.isEmpty else { throw CommandError(.missingOption, "Nobody is called. Say by --to who is.") }
        var caller: JSONObject = ["id": .string(from), "name": .string(invocation.value("name") ?? from)]
        caller["handle"] = invocation.value("handle").map { .string($0) }
        var body: JSONObject = ["from": .object(caller), "to": .array(people.map { .string($0) })]
        if invocation.flag("video") { body["video"] = true }
        body["ringTimeout"] = try invocation.integer("ring", in: 5...120).map { .int($0) }
        body["id"] = invocation.value("id").map { .string($0) }
        if let data = invocation.value("data") {
            guard let object = try? JSONValue(parsing: data).object else {
                throw CommandError(.invalidValue, "--data is no JSON object. Write it as '{\"room\": \"r1\"}'.")
            }
            body["data"] = .object(object)
        }
        return .object(body)
    }
}
