import PushModel
import Timekeeping

/// Asks how a call stands until it is over, and tells each thing that has happened.
struct CallFollower {
    /// When to hang up, in seconds.
    struct Limits {
        /// After the start, if nobody has answered.
        let cancel: Int?
        /// After the answer.
        let end: Int?
    }

    private let time = SystemTime()
    private let start: Duration
    private let path: String
    private let limits: Limits
    private let client: APIClient
    private let output: Output
    private var told = 0
    private var rung: Set<String> = []
    private var answeredAt: Duration?
    /// Whether the command itself hung up before anybody answered.
    private(set) var hasCancelled = false

    init(_ call: JSONValue, _ limits: Limits, _ client: APIClient, _ output: Output) throws {
        guard let id = call["id"]?.string else { throw client.noTidings(200) }
        path = "/v1/calls/\(APIClient.escaped(id))"
        start = time.uptime
        (self.limits, self.client, self.output) = (limits, client, output)
        output.text("call \(id)")
    }

    /// Follows the call.
    ///
    /// - Returns: The call as it ended.
    mutating func follow() async throws -> JSONValue {
        do {
            while true {
                let call = try await client.value("GET", path)
                try tell(call)
                switch call["state"]?.string {
                case "ringing":
                    if let limit = limits.cancel, time.uptime - start >= .seconds(limit) { try await cancel() }
                case "accepted":
                    let since = answeredAt ?? time.uptime
                    answeredAt = since
                    if let limit = limits.end, time.uptime - since >= .seconds(limit) {
                        _ = try await client.value("POST", "\(path)/end", ["reason": "completed"])
                    }
                default: return call
                }
                try await time.sleep(for: .milliseconds(100))
            }
        } catch is CancellationError {
            // The command's own task is cancelled, and the people who ring have to hear that the caller is gone.
            let (client, path) = (client, path)
            _ = try await Task { try await client.value("POST", "\(path)/end") }.value
            throw CancellationError()
        }
    }

    private mutating func cancel() async throws {
        let answer = try await client.answer(.init(method: "POST", path: "\(path)/cancel"))
        // Somebody may have answered at this moment: then the call goes on.
        if (200..<300).contains(answer.status) { hasCancelled = true }
    }

    private mutating func tell(_ call: JSONValue) throws {
        for device in call["devices"]?.array ?? [] {
            guard let id = device["device"]?.string, let kind = device["token"]?.string, rung.insert(id).inserted else {
                continue
            }
            try line([
                "event": "rung", "subscriber": device["subscriber"] ?? .null, "by": .string(id), "token": .string(kind),
            ])
        }
        let events = call["events"]?.array ?? []
        for event in events.dropFirst(told) { if let object = event.object { try line(object) } }
        told = max(told, events.count)
    }

    private func line(_ event: JSONObject) throws {
        if output.isJSON { return try output.json(JSONValue.object(event)) }
        let seconds = (time.uptime - start) / .seconds(1)
        let tenths = Int((seconds * 10).rounded())
        let name = (event["event"]?.string ?? "").padding(to: 10)
        var text = "\(tenths / 10).\(tenths % 10) s".padding(to: 8) + name + (event["subscriber"]?.string ?? "")
        if let device = event["by"]?.string { text += " by \(device)" }
        if let token = event["token"]?.string { text += " (\(token) token)" }
        if let reason = event["reason"]?.string { text += ": \(reason)" }
        output.text(text)
    }
}

extension String {
    fileprivate func padding(to width: Int) -> String {
        self + String(repeating: " ", count: max(1, width - count))
    }
}
