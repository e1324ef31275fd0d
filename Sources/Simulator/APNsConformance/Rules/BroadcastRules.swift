import PushModel

/// Broadcasts and the channels that they go to.
extension ConformanceRule {
    static let broadcasts: [ConformanceRule] = [
        ConformanceRule(
            "A6.1", "A channel is made by a POST, which answers 201 and its id.", needs: [.channels, .sender]
        ) {
            stage in
            let reply = try await stage.createChannel(policy: 0)
            return [
                "a channel".expects("201", reply),
                Observation("the id", "there", reply.header(.channelID) == nil ? "missing" : "there"),
            ]
        },
        ConformanceRule(
            "A6.2", "A channel is read by a GET, and its storage policy is the one it was made with.",
            needs: [.channels, .sender]
        ) { stage in
            let id = try await stage.channel(policy: 1)
            let reply = try await stage.manage("GET", id)
            return [
                "reading it".expects("200", reply),
                Observation("the policy", "1", reply.json?["message-storage-policy"]?.int.map(String.init) ?? "none"),
                Observation("the push type", "LiveActivity", reply.json?["push-type"]?.string ?? "none"),
            ]
        },
        ConformanceRule("A6.3", "A channel is deleted by a DELETE, for good.", needs: [.channels, .sender]) { stage in
            let id = try await stage.channel(policy: 0)
            let deleted = try await stage.manage("DELETE", id)
            return [
                "deleting it".expects("204", deleted),
                "reading it after that".expects("400 ChannelNotRegistered", try await stage.manage("GET", id)),
            ]
        },
        ConformanceRule("A6.4", "All channels of an app are listed by a GET.", needs: [.channels, .sender]) { stage in
            let id = try await stage.channel(policy: 0)
            let reply = try await stage.manage("GET", nil, path: "all-channels")
            let isListed = reply.json?["channels"]?.array?.contains { $0.string == id } == true
            return [
                "the list".expects("200", reply),
                Observation("the channel", "is listed", isListed ? "is listed" : "is not listed"),
            ]
        },
        ConformanceRule("A6.5", "What reads or deletes has no body.", needs: [.channels, .sender]) { stage in
            let id = try await stage.channel(policy: 0)
            return [
                "GET with a body".expects("400", try await stage.manage("GET", id) { $0.body = Array("{}".utf8) }),
                "DELETE with a body".expects(
                    "400", try await stage.manage("DELETE", id) { $0.body = Array("{}".utf8) }),
            ]
        },
        ConformanceRule("A6.6", "A broadcast to a channel is a POST.", needs: [.channels, .sender]) { stage in
            let id = try await stage.channel(policy: 0)
            return ["a broadcast".expects("200", try await stage.broadcast(to: id))]
        },
        ConformanceRule(
            "A6.7", "The answer carries the apns-request-id that the request had.", needs: [.channels, .sender]
        ) { stage in
            let id = try await stage.channel(policy: 0)
            let request = Stage.id()
            let sent = try await stage.broadcast(to: id) { $0[.requestID] = request }
            let read = try await stage.manage("GET", id) { $0[.requestID] = request }
            return [
                Observation("a broadcast", request, sent.header(.requestID) ?? "none"),
                Observation("a channel that is read", request, read.header(.requestID) ?? "none"),
            ]
        },
        broadcast(
            "A6.8", "A broadcast updates or ends, it does not start.",
            ("update", "200", { $0.body = activity("update") }), ("end", "200", { $0.body = activity("end") }),
            ("start", "400", { $0.body = activity("start") })),
        broadcast(
            "A6.9", "The path of a broadcast has the bundle id without a suffix.",
            (
                "with a suffix", "400 TopicDisallowed",
                { $0.path += ".push-type.liveactivity" }
            )),
        broadcast(
            "A6.10", "A channel that stores nothing takes broadcasts that expire at once only.",
            ("expiration 0", "200", { $0[.expiration] = "0" }),
            ("a later one", "400 BadExpirationDate", { $0[.expiration] = "4102444800" })),
        ConformanceRule(
            "A6.11",
            "A channel of policy 1 keeps its newest broadcast for devices that are offline, one of policy 0 none.",
            needs: [.channels, .control]
        ) { stage in
            let keeping = try await stage.broadcastsWhileOffline(policy: 1, expiration: String(stage.seconds + 3600))
            let passing = try await stage.broadcastsWhileOffline(policy: 0, expiration: "0")
            return [
                Observation("two broadcasts to a channel of policy 1", "the second alone arrives", keeping),
                Observation("two broadcasts to a channel of policy 0", "nothing arrives", passing),
            ]
        },
        ConformanceRule(
            "A6.14", "A channel belongs to one environment.", needs: [.channels, .sender, .sandbox, .control]
        ) { stage in
            let id = try await stage.channel(policy: 0)
            let elsewhere = stage.target.main.other.channels
            return [
                "reading it in the other environment".expects(
                    "400 ChannelNotRegistered", try await stage.manage("GET", id, on: elsewhere))
            ]
        },
        ConformanceRule(
            "A6.15", "Switching broadcasts off for an app deletes its channels.", needs: [.channels, .control]
        ) { stage in
            let app = "com.example.conformance.broadcasts"
            let path = "/v1/apps/\(app)"
            let team = JSONValue.string(stage.sender.teamID)
            try await stage.control("PUT", path, ["teamId": team, "broadcast": true])
            let id = try await stage.createChannel(policy: 0, bundleID: app).header(.channelID) ?? ""
            try await stage.control("PUT", path, ["teamId": team, "broadcast": false])
            let off = try await stage.manage("GET", id, bundleID: app)
            try await stage.control("PUT", path, ["teamId": team, "broadcast": true])
            return [
                "while they are off".expects("400 FeatureNotEnabled", off),
                "when they are on again".expects(
                    "400 ChannelNotRegistered", try await stage.manage("GET", id, bundleID: app)),
            ]
        },
        broadcast(
            "A6.16", "A broadcast has 5,120 bytes at most.",
            ("5,120 bytes", "200", { $0.body = activity("update", bytes: 5120) }),
            ("5,121 bytes", "413 PayloadTooLarge", { $0.body = activity("update", bytes: 5121) })),
    ]

    /// A rule that changes to a right broadcast show.
    static func broadcast(
        _ id: String, _ sentence: String,
        _ trials: (what: String, expected: String, change: @Sendable (inout Call) -> Void)...
    ) -> ConformanceRule {
        ConformanceRule(id, sentence, needs: [.channels, .sender]) { stage in
            let channel = try await stage.channel(policy: 0)
            var observations: [Observation] = []
            for trial in trials {
                observations.append(
                    trial.what.expects(trial.expected, try await stage.broadcast(to: channel, trial.change)))
            }
            return observations
        }
    }

    /// The payload of a Live Activity, filled up to a size.
    static func activity(_ event: String, bytes count: Int? = nil) -> [UInt8] {
        let head = Array(#"{"aps":{"event":"\#(event)","timestamp":1700000000,"content-state":{"a":""#.utf8)
        let tail = Array(#""}}}"#.utf8)
        let filling = max(0, (count ?? 0) - head.count - tail.count)
        return head + Array(repeating: UInt8(ascii: "x"), count: filling) + tail
    }
}
