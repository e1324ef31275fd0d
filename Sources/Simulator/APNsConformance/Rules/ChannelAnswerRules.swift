import HTTP2
import PushModel

/// The statuses and reasons of channels and broadcasts, one rule for each.
extension ConformanceRule {
    static let channelAnswers: [ConformanceRule] = [
        ConformanceRule(
            "A6.17", "400 FeatureNotEnabled: An app without broadcasts.", needs: [.channels, .control]
        ) { stage in
            let app = "com.example.conformance.off"
            try await stage.control(
                "PUT", "/v1/apps/\(app)", ["teamId": .string(stage.sender.teamID), "broadcast": false])
            return [
                "such an app".expects("400 FeatureNotEnabled", try await stage.createChannel(policy: 0, bundleID: app))
            ]
        },
        management("A6.18", "400 MissingChannelId", "A channel that is not named") { try await $0.manage("GET", nil) },
        management("A6.19", "400 BadChannelId", "An id that is no channel's") { try await $0.manage("GET", "%%%") },
        management("A6.20", "400 ChannelNotRegistered", "A channel that there is not") {
            try await $0.broadcast(to: "AAAAAAAAAAAAAAAAAAAAAA==")
        },
        management("A6.21", "400 BadRequestParams", "A header that stands there twice") { stage in
            let id = try await stage.channel(policy: 0)
            return try await stage.manage("GET", id) { $0.repeatField(.channelID) }
        },
        management("A6.22", "400 BadRequestPayload", "A body that does not say what it has to") {
            try await $0.createChannel(policy: 2)
        },
        management("A6.23", "400 PayloadEmpty", "A broadcast without payload") { stage in
            try await stage.broadcast(to: stage.channel(policy: 0)) { $0.body = [] }
        },
        management("A6.24", "400 BadMessageId", "An apns-request-id that is no UUID") { stage in
            try await stage.broadcast(to: stage.channel(policy: 0)) { $0[.requestID] = "1234" }
        },
        management("A6.25", "400 MissingPushType", "A broadcast without push type") { stage in
            try await stage.broadcast(to: stage.channel(policy: 0)) { $0[.pushType] = nil }
        },
        management("A6.26", "400 InvalidPushType", "A broadcast of another type than liveactivity") { stage in
            try await stage.broadcast(to: stage.channel(policy: 0)) { $0[.pushType] = "alert" }
        },
        management("A6.28", "400 BadExpirationDate", "An expiration that is no count of seconds") { stage in
            try await stage.broadcast(to: stage.channel(policy: 1)) { $0[.expiration] = "soon" }
        },
        management("A6.29", "400 TopicDisallowed", "A bundle id with a suffix") {
            try await $0.createChannel(policy: 0, bundleID: $0.sender.bundleID + ".push-type.liveactivity")
        },
        management("A6.30", "400 BadPriority", "A priority other than 10, 5 and 1") { stage in
            try await stage.broadcast(to: stage.channel(policy: 0)) { $0[.priority] = "7" }
        },
        certified("A6.31", "403 BadCertificate", "A certificate that is over") { stage in
            try await stage.certificate(isExpired: true)
        },
        certified("A6.32", "403 BadCertificateEnvironment", "A certificate for the other environment") { stage in
            try await stage.certificate(environments: [stage.target.main.other.environment])
        },
        ConformanceRule(
            "A6.33", "403 TopicMismatch: The app of another team.", needs: [.channels, .control]
        ) { stage in
            try await stage.control("PUT", "/v1/apps/com.example.foreign", ["teamId": .string(Sender.text(10))])
            return [
                "another team's app".expects(
                    "403 TopicMismatch", try await stage.createChannel(policy: 0, bundleID: "com.example.foreign"))
            ]
        },
        management("A6.34", "403 MissingProviderToken", "Neither a token nor a certificate") {
            try await $0.createChannel(policy: 0) { $0[.authorization] = nil }
        },
        management("A6.35", "403 ExpiredProviderToken", "A token that is too old") { stage in
            let old = try stage.sender.authorization(issuedAt: stage.seconds - 7200)
            return try await stage.createChannel(policy: 0) { $0[.authorization] = old }
        },
        management("A6.36", "403 InvalidProviderToken", "A token that is none") {
            try await $0.createChannel(policy: 0) { $0[.authorization] = "bearer nonsense" }
        },
        management("A6.37", "404 BadPath", "Another path") { try await $0.manage("GET", nil, path: "some-channels") },
        management("A6.38", "404 BadPath", "Deleting a channel that there is not") {
            try await $0.manage("DELETE", "AAAAAAAAAAAAAAAAAAAAAA==")
        },
        management("A6.39", "405 MethodNotAllowed", "Another method") { try await $0.manage("PUT", nil) },
        management("A6.40", "413 PayloadTooLarge", "A broadcast past its limit") { stage in
            try await stage.broadcast(to: stage.channel(policy: 0)) { $0.body = activity("update", bytes: 6000) }
        },
        management("A6.41", "429 TooManyProviderTokenUpdates", "Another token too soon") { stage in
            _ = try await stage.createChannel(policy: 0)
            let other = try stage.sender.authorization(issuedAt: stage.seconds - 1)
            return try await stage.createChannel(policy: 0) { $0[.authorization] = other }
        },
        scripted("A6.42", "429 TooManyRequests", "Too many requests"),
        scripted("A6.43", "500 InternalServerError", "A fault of APNs"),
        scripted("A6.44", "503 ServiceUnavailable", "APNs that cannot be used"),
        scripted("A6.45", "503 Shutdown", "A server of APNs that shuts down"),
    ]

    private static func management(
        _ id: String, _ answer: String, _ what: String, _ call: @escaping @Sendable (Stage) async throws -> Reply
    ) -> ConformanceRule {
        ConformanceRule(id, "\(answer): \(what).", needs: [.channels, .sender]) { stage in
            ["such a request".expects(answer, try await call(stage))]
        }
    }

    private static func certified(
        _ id: String, _ answer: String, _ what: String,
        _ identity: @escaping @Sendable (Stage) async throws -> TLSIdentity
    ) -> ConformanceRule {
        ConformanceRule(id, "\(answer): \(what).", needs: [.channels, .control]) { stage in
            let link = try await stage.link(to: stage.target.main.channels, identity: identity(stage))
            let call = Call("GET", "/1/apps/\(stage.sender.bundleID)/all-channels")
            return ["such a certificate".expects(answer, await link.send(call))]
        }
    }

    /// A rule of an answer that no request can bring about, for channels and for broadcasts.
    private static func scripted(_ id: String, _ answer: String, _ what: String) -> ConformanceRule {
        ConformanceRule(id, "\(answer): \(what).", needs: [.channels, .control]) { stage in
            let reason = JSONValue.string(String(answer.dropFirst(4)))
            let channel = try await stage.channel(policy: 0)
            try await stage.fault(["action": "answer", "reason": reason, "service": "channels"])
            let managing = try await stage.manage("GET", channel)
            try await stage.fault(["action": "answer", "reason": reason, "service": "broadcasts"])
            return [
                "a channel that is read, when it is asked for".expects(answer, managing),
                "a broadcast, when it is asked for".expects(answer, try await stage.broadcast(to: channel)),
                "after that".expects("200", try await stage.broadcast(to: channel)),
            ]
        }
    }
}
