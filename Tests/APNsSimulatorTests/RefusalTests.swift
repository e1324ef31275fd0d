import Foundation
import TestSupport
import Testing

@testable import APNsSimulator

@Suite struct RefusalTests {
    @Test(.rows("B32")) func `every documented reason has its status`() {
        let expected: [Int: String] = [
            400: """
            BadChannelId BadCollapseId BadDeviceToken BadExpirationDate BadMessageId BadPriority BadRequestParams \
            BadRequestPayload BadTopic CannotCreateChannelConfig ChannelNotRegistered DeviceTokenNotForTopic \
            DuplicateHeaders FeatureNotEnabled IdleTimeout InvalidPushType MissingChannelId MissingDeviceToken \
            MissingPushType MissingTopic PayloadEmpty TopicDisallowed
            """,
            403: """
            BadCertificate BadCertificateEnvironment BadEnvironmentKeyIdInToken ExpiredProviderToken Forbidden \
            InvalidProviderToken MissingProviderToken TopicMismatch UnrelatedKeyIdInToken
            """,
            404: "BadPath", 405: "MethodNotAllowed", 410: "ExpiredToken Unregistered", 413: "PayloadTooLarge",
            429: "TooManyProviderTokenUpdates TooManyRequests", 500: "InternalServerError",
            503: "ServiceUnavailable Shutdown",
        ]
        var found: [Int: [String]] = [:]
        for (reason, status) in APNsSimulator.Refusal.Reason.statuses {
            found[status, default: []].append(reason.rawValue)
        }
        #expect(found.mapValues { $0.sorted().joined(separator: " ") } == expected)
        for (status, reasons) in expected {
            for reason in reasons.split(separator: " ") {
                #expect(APNsSimulator.Refusal(.init(rawValue: String(reason))).status == status)
            }
        }
    }

    @Test func `the body is JSON with the reason, and with a timestamp where there is one`() {
        #expect(String(decoding: APNsSimulator.Refusal(.badTopic).body, as: UTF8.self) == #"{"reason":"BadTopic"}"#)
        let gone = APNsSimulator.Refusal(.unregistered, timestamp: 1_700_000_000_123)
        #expect(
            String(decoding: gone.body, as: UTF8.self) == #"{"reason":"Unregistered","timestamp":1700000000123}"#)
    }

    @Test(arguments: ["\"}", "a\\b", "line\nbreak", "ünïcode", ""])
    func `a scripted reason cannot break the body`(reason: String) throws {
        let body = APNsSimulator.Refusal(.init(rawValue: reason)).body
        let object = try JSONSerialization.jsonObject(with: Data(body)) as? [String: String]
        #expect(object?.keys.first == "reason")
    }
}
