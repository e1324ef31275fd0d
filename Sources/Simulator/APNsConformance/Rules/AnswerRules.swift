import Foundation
import PushModel

/// The statuses and reasons of `/3/device`, one rule for each, and what the answers mean.
extension ConformanceRule {
    static let answers: [ConformanceRule] =
        [
            refusal("A5.1", "400 BadCollapseId", "A collapse id that is too long") {
                $0[.collapseID] = String(repeating: "c", count: 100)
            },
            trials(
                "A5.2", "400 BadDeviceToken: A token of a wrong form, or one that was never given out.",
                Trial("no hex digits", "400 BadDeviceToken") { $0.path = "/3/device/token" },
                Trial("half a byte too much", "400 BadDeviceToken") { $0.path += "0" },
                Trial("a token that nobody has", "400 BadDeviceToken") {
                    $0.path = "/3/device/" + String(repeating: "0123456789abcdef", count: 4)
                }),
            trials(
                "A5.3", "400 BadExpirationDate: An expiration that is no count of seconds.",
                Trial("a word", "400 BadExpirationDate") { $0[.expiration] = "tomorrow" },
                Trial("a fraction", "400 BadExpirationDate") { $0[.expiration] = "1.5" }),
            refusal("A5.4", "400 BadMessageId", "An apns-id that is no UUID") { $0[.id] = "1234" },
            trials(
                "A5.5", "400 BadPriority: A priority other than 10, 5 and 1.",
                Trial("priority 7", "400 BadPriority") { $0[.priority] = "7" },
                Trial("priority high", "400 BadPriority") { $0[.priority] = "high" }),
            refusal("A5.6", "400 BadTopic", "A topic that is no bundle id") { $0[.topic] = "no bundle id" },
            ConformanceRule(
                "A5.7", "400 DeviceTokenNotForTopic: A token of another app.", needs: [.device, .control]
            ) { stage in
                let token = try await stage.token(bundleID: "com.example.another")
                return [
                    "the token of another app".expects(
                        "400 DeviceTokenNotForTopic", try await stage.send(stage.push(to: token)))
                ]
            },
            refusal("A5.8", "400 DuplicateHeaders", "A header that stands there twice") { $0.repeatField(.topic) },
            scripted("A5.9", "400 IdleTimeout", "A connection that was idle for too long"),
            refusal("A5.10", "400 InvalidPushType", "A push type that there is not") { $0[.pushType] = "shout" },
            refusal("A5.11", "400 MissingDeviceToken", "A path without a token") { $0.path = "/3/device/" },
            refusal("A5.12", "400 MissingTopic", "A push without topic") { $0[.topic] = nil },
            refusal("A5.13", "400 PayloadEmpty", "A push without payload") { $0.body = [] },
            ConformanceRule(
                "A5.14", "400 TopicDisallowed: The app of another team.", needs: [.device, .control]
            ) { stage in
                try await stage.control(
                    "PUT", "/v1/apps/com.example.foreign", ["teamId": .string(Sender.text(10))])
                var call = try stage.push()
                call[.topic] = "com.example.foreign"
                return ["another team's app".expects("400 TopicDisallowed", try await stage.send(call))]
            },
            ConformanceRule(
                "A5.15", "403 BadCertificate: A certificate that is not good for pushes, or is over.",
                needs: [.device, .control]
            ) { stage in
                let link = try await stage.link(identity: stage.certificate(isExpired: true))
                return ["a certificate that is over".expects("403 BadCertificate", await link.send(try stage.push()))]
            },
            ConformanceRule(
                "A5.16", "403 BadCertificateEnvironment: A certificate for the other environment.",
                needs: [.device, .control]
            ) { stage in
                let other = stage.target.main.other.environment
                let link = try await stage.link(identity: stage.certificate(environments: [other]))
                return [
                    "the other environment's".expects(
                        "403 BadCertificateEnvironment", await link.send(try stage.push()))
                ]
            },
            ConformanceRule("A5.17", "403 ExpiredProviderToken: A token that is too old.", needs: [.device]) { stage in
                var call = try stage.push()
                call[.authorization] = try stage.sender.authorization(issuedAt: stage.seconds - 7200)
                return ["two hours old".expects("403 ExpiredProviderToken", try await stage.send(call))]
            },
            scripted("A5.18", "403 Forbidden", "What is not allowed"),
            refusal("A5.19", "403 InvalidProviderToken", "A token that is none", needs: []) {
                $0[.authorization] = "bearer nonsense"
            },
            refusal("A5.20", "403 MissingProviderToken", "Neither a token nor a certificate", needs: []) {
                $0[.authorization] = nil
            },
            ConformanceRule(
                "A5.21", "403 UnrelatedKeyIdInToken: A key that does not belong to the connection's first.",
                needs: [.device, .control]
            ) { stage in
                let other = try Sender.madeUp(bundleID: stage.sender.bundleID)
                try await stage.register(other)
                _ = try await stage.send(stage.push())
                var call = try stage.push()
                call[.authorization] = try other.authorization(issuedAt: stage.seconds)
                return ["another team's key".expects("403 UnrelatedKeyIdInToken", try await stage.send(call))]
            },
            ConformanceRule(
                "A5.22", "403 BadEnvironmentKeyIdInToken: A key for the other environment.", needs: [.device, .control]
            ) { stage in
                let key = try Sender.madeUp(bundleID: stage.sender.bundleID)
                try await stage.register(key, environments: [stage.target.main.other.environment])
                var call = try stage.push()
                call[.authorization] = try key.authorization(issuedAt: stage.seconds)
                return ["such a key".expects("403 BadEnvironmentKeyIdInToken", try await stage.send(call))]
            },
            trials(
                "A5.23", "404 BadPath: Another path.", needs: [],
                Trial("an older version", "404 BadPath") { $0.path = $0.path.replacing("/3/", with: "/2/") },
                Trial("something behind the token", "404 BadPath") { $0.path += "/more" }),
            trials(
                "A5.24", "405 MethodNotAllowed: Another method than POST.", needs: [],
                Trial("PUT", "405 MethodNotAllowed") { $0.method = "PUT" },
                Trial("GET", "405 MethodNotAllowed") {
                    $0.method = "GET"
                    $0.body = []
                }),
            gone("A5.25", "ExpiredToken", "A device token that has expired"),
            gone("A5.26", "Unregistered", "A device token whose app is no longer there"),
            refusal("A5.27", "413 PayloadTooLarge", "A payload past its limit") { $0.body = Call.json(ofSize: 6000) },
            ConformanceRule(
                "A5.28", "429 TooManyProviderTokenUpdates: Another token too soon.", needs: [.device]
            ) { stage in
                _ = try await stage.send(stage.push())
                var call = try stage.push()
                call[.authorization] = try stage.sender.authorization(issuedAt: stage.seconds - 1)
                return ["another token".expects("429 TooManyProviderTokenUpdates", try await stage.send(call))]
            },
            scripted("A5.29", "429 TooManyRequests", "Too many requests in a row for one device token"),
            scripted("A5.30", "500 InternalServerError", "A fault of APNs"),
            scripted("A5.31", "503 ServiceUnavailable", "APNs that cannot be used"),
            scripted("A5.32", "503 Shutdown", "A server of APNs that shuts down"),
        ] + meanings

    /// A rule of one refusal.
    static func refusal(
        _ id: String, _ answer: String, _ what: String, needs: Set<Need> = [.device],
        _ change: @escaping @Sendable (inout Call) -> Void
    ) -> ConformanceRule { trials(id, "\(answer): \(what).", needs: needs, Trial("such a request", answer, change)) }

    /// A rule of an answer that no request can bring about, so that it has to be asked for.
    private static func scripted(_ id: String, _ answer: String, _ what: String) -> ConformanceRule {
        ConformanceRule(id, "\(answer): \(what).", needs: [.device, .control]) { stage in
            let reason = String(answer.dropFirst(4))
            try await stage.fault(["action": "answer", "reason": .string(reason)])
            let call = try stage.push()
            return [
                "when it is asked for".expects(answer, try await stage.send(call)),
                "after that".expects("200", try await stage.send(call)),
            ]
        }
    }

    private static func gone(_ id: String, _ reason: String, _ what: String) -> ConformanceRule {
        ConformanceRule(id, "410 \(reason): \(what), and since when.", needs: [.device, .control]) { stage in
            let call = try stage.push()
            let before = try await stage.send(call)
            try await stage.control(
                "DELETE", "/v1/devices/\(stage.deviceID)/tokens/\(stage.deviceToken)?reason=\(reason)")
            let after = try await stage.send(call)
            let timestamp = after.json?["timestamp"]?.int
            return [
                "before it is gone".expects("200", before), "after it".expects("410 \(reason)", after),
                Observation("the timestamp", "there", timestamp == nil ? "missing" : "there"),
            ]
        }
    }
}
