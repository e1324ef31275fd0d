import Foundation
import Storage
import TestSupport
import Testing

@testable import Delivery

@Suite
struct DeliveryMachineTests {
    static let now = Date(timeIntervalSince1970: 1_800_000_000)

    private static func attempt(
        _ environment: PushEnvironment = .production, hasOther: Bool = true, changed: Bool = false, failures: Int = 0,
        resends: Int = 0, registered: TimeInterval = -1_000, expires: TimeInterval = 86_400
    ) -> DeliveryMachine.Attempt {
        DeliveryMachine.Attempt(
            environment: environment, hasOtherEnvironment: hasOther, changedEnvironment: changed, failures: failures,
            immediateResends: resends, registeredAt: now.addingTimeInterval(registered),
            expiresAt: now.addingTimeInterval(expires))
    }

    private static func decide(
        _ answer: ProviderAnswer, _ attempt: DeliveryMachine.Attempt = attempt(), jitter: Double = 0
    ) -> DeliveryMachine.Action {
        DeliveryMachine.decide(answer, for: attempt, now: now, jitter: jitter)
    }

    private static func rejected(_ status: Int, _ reason: String, at timestamp: TimeInterval? = nil) -> ProviderAnswer {
        .rejected(status: status, reason: reason, timestamp: timestamp.map { now.addingTimeInterval($0) })
    }

    /// Seconds until the next try, and its reason.
    private static func wait(_ action: DeliveryMachine.Action) -> (seconds: Double, reason: String)? {
        guard case .retry(let retry, _) = action else { return nil }
        return (retry.at.timeIntervalSince(now), retry.reason)
    }

    @Test func `an accepted push is sent`() {
        #expect(Self.decide(.accepted(uniqueID: nil)) == .finish(.sent, reason: nil, .none))
    }

    @Test(
        .rows("B28", "B32", "A5.41", "SF78"),
        arguments: [
            ("InvalidProviderToken", 403, "invalid_credential"), ("MissingProviderToken", 403, "invalid_credential"),
            ("ExpiredProviderToken", 403, "invalid_credential"),
            ("BadEnvironmentKeyIdInToken", 403, "invalid_credential"),
            ("BadCertificate", 403, "invalid_credential"), ("BadCertificateEnvironment", 403, "invalid_credential"),
            ("TopicDisallowed", 400, "invalid_credential"), ("PayloadTooLarge", 413, "payload_too_large"),
            ("PayloadEmpty", 400, "payload_invalid"), ("BadCollapseId", 400, "payload_invalid"),
            ("BadExpirationDate", 400, "payload_invalid"), ("BadMessageId", 400, "payload_invalid"),
            ("BadPriority", 400, "payload_invalid"), ("BadTopic", 400, "payload_invalid"),
            ("MissingTopic", 400, "payload_invalid"), ("InvalidPushType", 400, "payload_invalid"),
            ("SomethingNew", 418, "unknown"),
        ])
    func `a refusal that no retry can mend is final`(reason: String, status: Int, kind: String) {
        #expect(Self.decide(Self.rejected(status, reason)) == .finish(.failed, reason: kind, .none))
    }

    @Test(.rows("B28", "B32", "A5.41", "SF78"), arguments: ["Unregistered", "ExpiredToken"])
    func `a token that was gone after its last registration is given up`(reason: String) {
        let action = Self.decide(Self.rejected(410, reason, at: -10), Self.attempt(registered: -10))
        #expect(action == .finish(.invalid, reason: "invalid_endpoint", .invalidate(reason: reason)))
        #expect(
            Self.decide(Self.rejected(410, reason))
                == .finish(.invalid, reason: "invalid_endpoint", .invalidate(reason: reason)))
    }

    @Test(.rows("A5.42")) func `a token registered a millisecond after APNs found it gone is kept and tried again`() {
        let action = Self.decide(Self.rejected(410, "Unregistered", at: -10.001), Self.attempt(registered: -10))
        guard case .retry(let retry, let change) = action else {
            Issue.record("expected a retry")
            return
        }
        #expect(change == .none)
        #expect(retry.failures == 1)
    }

    @Test(.rows("B32", "A5.43")) func `a bad token is tried once in the other environment and then flagged`() {
        let first = Self.decide(Self.rejected(400, "BadDeviceToken"), Self.attempt(.sandbox))
        guard case .retry(let retry, .none) = first else {
            Issue.record("expected a retry")
            return
        }
        #expect(retry.at == Self.now && retry.environment == .production && retry.changedEnvironment)
        let second = Self.decide(Self.rejected(400, "BadDeviceToken"), Self.attempt(.production, changed: true))
        #expect(second == .finish(.invalid, reason: "bad_device_token", .invalidate(reason: "BadDeviceToken")))
        let success = Self.decide(.accepted(uniqueID: nil), Self.attempt(.production, changed: true))
        #expect(success == .finish(.sent, reason: nil, .belongs(.production)))
        let alone = Self.decide(Self.rejected(400, "BadDeviceToken"), Self.attempt(hasOther: false))
        #expect(alone == .finish(.invalid, reason: "bad_device_token", .invalidate(reason: "BadDeviceToken")))
    }

    @Test func `a push that was never looked at goes out again at once, and then patiently`() {
        for answer in [ProviderAnswer.notProcessed("refused"), Self.rejected(503, "Shutdown")] {
            let first = Self.wait(Self.decide(answer))
            #expect(first?.seconds == 0 && first?.reason == "not_processed")
            #expect(Self.wait(Self.decide(answer, Self.attempt(resends: 1)))?.seconds == 5)
        }
    }

    @Test(.rows("B29"), arguments: zip(0..<7, [5, 30, 120, 600, 1_800, 3_600, 7_200] as [Double]))
    func `a lost connection is tried again after growing delays, eight attempts in all`(failures: Int, delay: Double) {
        let answer = ProviderAnswer.ambiguous(.connection, "connection_lost")
        #expect(Self.wait(Self.decide(answer, Self.attempt(failures: failures)))?.seconds == delay)
        let early = Self.wait(Self.decide(answer, Self.attempt(failures: failures), jitter: -1))
        let late = Self.wait(Self.decide(answer, Self.attempt(failures: failures), jitter: 1))
        #expect(abs((early?.seconds ?? 0) - delay * 0.8) < 0.001 && abs((late?.seconds ?? 0) - delay * 1.2) < 0.001)
        #expect(
            Self.decide(answer, Self.attempt(failures: 7)) == .finish(.failed, reason: "transport", .none))
    }

    @Test(
        .rows("B29", "A5.40"),
        arguments: [
            (ProviderAnswer.ambiguous(.timeout, "timed_out"), "timeout"),
            (.rejected(status: 429, reason: "TooManyRequests", timestamp: nil), "rate_limited"),
            (.rejected(status: 429, reason: "TooManyProviderTokenUpdates", timestamp: nil), "credential_rate_limited"),
        ])
    func `a deadline or a rate limit is never retried within a minute`(answer: ProviderAnswer, reason: String) {
        for jitter in [-1.0, 0, 1] {
            let wait = Self.wait(Self.decide(answer, jitter: jitter))
            #expect((60...72).contains(wait?.seconds ?? 0))
            #expect(wait?.reason == reason)
        }
        #expect(Self.wait(Self.decide(answer, Self.attempt(failures: 3), jitter: -1))?.seconds == 600)
    }

    @Test func `too many requests slow that device down, and a new provider token slows nobody`() {
        guard case .retry(let retry, let change) = Self.decide(Self.rejected(429, "TooManyRequests")) else {
            Issue.record("expected a retry")
            return
        }
        #expect(change == .pause(until: retry.at))
        guard case .retry(_, .none) = Self.decide(Self.rejected(429, "TooManyProviderTokenUpdates")) else {
            Issue.record("expected a retry without a pause")
            return
        }
    }

    @Test(.rows("A5.39"), arguments: ["InternalServerError", "ServiceUnavailable", "SomethingNew"])
    func `a fault of APNs is retried after 15 minutes and then after doubled times`(reason: String) {
        let answer = Self.rejected(500, reason)
        #expect(Self.wait(Self.decide(answer, jitter: -1))?.seconds == 900)
        #expect(Self.wait(Self.decide(answer, Self.attempt(failures: 1), jitter: -1))?.seconds == 1_800)
        #expect(Self.wait(Self.decide(answer, Self.attempt(failures: 2), jitter: -1))?.seconds == 3_600)
        #expect((Self.wait(Self.decide(answer, jitter: 1))?.seconds ?? 0) > 900)
    }

    @Test func `no retry is due after the delivery expires`() {
        let answer = Self.rejected(500, "InternalServerError")
        #expect(Self.wait(Self.decide(answer, Self.attempt(expires: 60)))?.seconds == 60)
    }
}
