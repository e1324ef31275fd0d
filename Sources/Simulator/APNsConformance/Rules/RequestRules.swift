import PushModel

/// What a push looks like, and what its headers do.
extension ConformanceRule {
    static let requests: [ConformanceRule] = [
        trials(
            "A2.1", "A push is a POST to /3/device/ and the device token in hex digits.",
            Trial("a push that nothing is wrong with", "200")),
        trials(
            "A2.2", "The token's digits count in either case.",
            Trial("lower case", "200") { $0.path = $0.path.lowercased() },
            Trial("upper case", "200") { call in
                call.path = "/3/device/" + call.path.split(separator: "/")[2].uppercased()
            }),
        ConformanceRule("A2.3", "Tokens have no fixed length.", needs: [.device, .control]) { stage in
            let digits = stage.deviceToken + stage.deviceToken + String(stage.deviceToken.prefix(32))
            let token = try await stage.token(as: digits)
            return ["a token of 160 digits".expects("200", try await stage.send(stage.push(to: token)))]
        },
        ConformanceRule("A2.4", "A client certificate stands for the provider token.", needs: [.device, .control]) {
            stage in
            let link = try await stage.link(identity: stage.certificate())
            var call = try stage.push()
            call[.authorization] = nil
            return ["a push without provider token".expects("200", await link.send(call))]
        },
        trials(
            "A2.5", "The push type may be left out where the topic tells it.",
            Trial("an alert without push type", "200") { $0[.pushType] = nil }),
        ConformanceRule("A2.6", "The answer carries the apns-id that the request had.", needs: [.device]) { stage in
            let id = Stage.id()
            var call = try stage.push()
            call[.id] = id
            let accepted = try await stage.send(call)
            call[.topic] = nil
            let refused = try await stage.send(call)
            return [
                Observation("the id of an accepted push", id, accepted.header(.id) ?? "none"),
                Observation("the id of a refused push", id, refused.header(.id) ?? "none"),
            ]
        },
        ConformanceRule("A2.7", "Without an apns-id one is made up, and each time another.", needs: [.device]) {
            stage in
            let first = try await stage.send(stage.push()).header(.id) ?? "none"
            let second = try await stage.send(stage.push()).header(.id) ?? "none"
            return [
                Observation("the form of the id", "8-4-4-4-12 hex digits in lower case", form(of: first)),
                Observation("two pushes", "two ids", first == second ? "one id" : "two ids"),
            ]
        },
        ConformanceRule(
            "A2.8", "A push without apns-expiration is kept for a device that is offline.", needs: [.control]
        ) { stage in try await stage.keeps("no expiration", "is kept") { _ in } },
        ConformanceRule(
            "A2.9", "Expiration 0 means one attempt: nothing is kept for a device that is offline.", needs: [.control]
        ) { stage in try await stage.keeps("expiration 0", "is not kept") { $0[.expiration] = "0" } },
        ConformanceRule("A2.10", "What has expired is not kept, what has not is.", needs: [.control]) { stage in
            let (past, future) = (String(stage.seconds - 60), String(stage.seconds + 3600))
            return try await stage.keeps("a minute ago", "is not kept") { $0[.expiration] = past }
                + stage.keeps("an hour from now", "is kept") { $0[.expiration] = future }
        },
        trials(
            "A2.12", "The priority is 10, 5 or 1.",
            Trial("priority 10", "200") { $0[.priority] = "10" }, Trial("priority 5", "200") { $0[.priority] = "5" },
            Trial("priority 1", "200") { $0[.priority] = "1" }),
        ConformanceRule("A2.13", "Without apns-priority a push has priority 10.", needs: [.control]) { stage in
            try await stage.setDevice(["savingPower": true])
            return [
                Observation(
                    "no priority, on a device that saves power", "200, has arrived", try await stage.arrives { _ in })
            ]
        },
        ConformanceRule("A2.14", "Priority 5 waits while the device saves power, 10 does not.", needs: [.control]) {
            stage in
            try await stage.setDevice(["savingPower": true])
            return [
                Observation("priority 10", "200, has arrived", try await stage.arrives { $0[.priority] = "10" }),
                Observation("priority 5", "200, has not arrived", try await stage.arrives { $0[.priority] = "5" }),
            ]
        },
        ConformanceRule(
            "A2.15", "Priority 1 does not wake the device; it comes when something else does.", needs: [.control]
        ) { stage in
            try await stage.setDevice(["awake": false])
            let id = Stage.id()
            let low = try await stage.arrives {
                $0[.id] = id
                $0[.priority] = "1"
            }
            let other = "com.example.another"
            let token = try await stage.token(bundleID: other)
            let urgent = try await stage.arrives {
                $0.path = "/3/device/\(token)"
                $0[.topic] = other
            }
            let comesAlong = try await stage.arrived().contains(id)
            return [
                Observation("priority 1, on a device at rest", "200, has not arrived", low),
                Observation("priority 10 to another app", "200, has arrived", urgent),
                Observation("the one of priority 1", "comes along", comesAlong ? "comes along" : "stays away"),
            ]
        },
        ConformanceRule(
            "A2.16", "Priorities 5 and 1 are grouped: on a device at rest they come together.", needs: [.control]
        ) { stage in
            let other = "com.example.another"
            let token = try await stage.token(bundleID: other)
            try await stage.setDevice(["awake": false])
            let first = try await stage.arrives { $0[.priority] = "5" }
            let second = try await stage.arrives {
                $0.path = "/3/device/\(token)"
                $0[.topic] = other
                $0[.priority] = "1"
            }
            try await stage.setDevice(["awake": true])
            return [
                Observation("priority 5", "200, has not arrived", first),
                Observation("priority 1 to another app", "200, has not arrived", second),
                Observation("arrivals when the device is in use", "2", String(try await stage.arrived().count)),
            ]
        },
        trials(
            "A2.17", "A collapse id has 64 bytes at most.",
            Trial("64 bytes", "200") { $0[.collapseID] = String(repeating: "c", count: 64) },
            Trial("65 bytes", "400 BadCollapseId") { $0[.collapseID] = String(repeating: "c", count: 65) },
            Trial("22 characters of 3 bytes", "400 BadCollapseId") {
                $0[.collapseID] = String(repeating: "€", count: 22)
            }),
        trials(
            "A2.18", "A payload has 4,096 bytes at most.",
            Trial("4,096 bytes", "200") { $0.body = Call.json(ofSize: 4096) },
            Trial("4,097 bytes", "413 PayloadTooLarge") { $0.body = Call.json(ofSize: 4097) },
            Trial("1,400 characters of 3 bytes", "413 PayloadTooLarge") {
                $0.body = Array(#"{"aps":{"alert":"\#(String(repeating: "€", count: 1400))"}}"#.utf8)
            }),
        ConformanceRule("A2.19", "The payload of a call push has 5,120 bytes at most.", needs: [.device, .control]) {
            stage in
            var call = try await stage.push(to: stage.token(.voip), .voip)
            call.body = Call.json(ofSize: 5120)
            let fitting = try await stage.send(call)
            call.body = Call.json(ofSize: 5121)
            return [
                "5,120 bytes".expects("200", fitting),
                "5,121 bytes".expects("413 PayloadTooLarge", try await stage.send(call)),
            ]
        },
        trials(
            "A2.20", "The payload is JSON, and not compressed.",
            Trial("text", "400") { $0.body = Array("Hello".utf8) },
            Trial("gzip", "400") { $0.body = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xAB, 0xAE, 5, 0] }),
        ConformanceRule(
            "A2.21", "The sandbox answers with an apns-unique-id, production does not.",
            needs: [.sandbox, .device, .control]
        ) { stage in
            let token = try await stage.token(on: .sandbox)
            let sandbox = try await stage.send(stage.push(to: token), on: .sandbox).header("apns-unique-id")
            let production = try await stage.send(stage.push(), on: .production).header("apns-unique-id")
            return [
                Observation(
                    "in the sandbox", "8-4-4-4-12 hex digits in lower case", sandbox.map(form(of:)) ?? "none"),
                Observation("in production", "none", production ?? "none"),
            ]
        },
        ConformanceRule("A2.22", "A 200 has no body, and its headers end the stream.", needs: [.device]) { stage in
            let reply = try await stage.send(stage.push())
            return [
                Observation("bytes of the body", "200, 0", "\(reply.summary), \(reply.body.count)"),
                Observation("the last frame", "HEADERS", reply.endsWithData ? "DATA" : "HEADERS"),
            ]
        },
        ConformanceRule("A2.23", "Every other answer has a JSON object with the reason as its body.", needs: []) {
            stage in
            var call = try stage.push()
            call[.authorization] = nil
            let reply = try await stage.send(call)
            return [
                Observation("the status", "403", String(reply.status)),
                Observation("the reason", "a text", reply.json?["reason"]?.string == nil ? "none" : "a text"),
            ]
        },
    ]

    /// Names the form of an id.
    static func form(of id: String) -> String {
        let groups = id.split(separator: "-", omittingEmptySubsequences: false)
        let isHex = id.allSatisfy { $0 == "-" || ("0"..."9").contains($0) || ("a"..."f").contains($0) }
        return isHex && groups.map(\.count) == [8, 4, 4, 4, 12] ? "8-4-4-4-12 hex digits in lower case" : id
    }
}

extension Stage {
    /// Sends a push while the device is offline, and looks whether it comes when the device is back.
    func keeps(
        _ what: String, _ expected: String, _ change: (inout Call) -> Void
    ) async throws -> [Observation] {
        try await setDevice(["online": false])
        let id = Self.id()
        var call = try push()
        call[.id] = id
        change(&call)
        let reply = try await send(call)
        try await setDevice(["online": true])
        let isKept = try await arrived().contains(id)
        return [Observation(what, "200, \(expected)", "\(reply.summary), \(isKept ? "is kept" : "is not kept")")]
    }
}
