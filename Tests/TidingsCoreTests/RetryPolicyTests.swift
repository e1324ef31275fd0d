import ClientTestSupport
import Foundation
import TestSupport
import Testing
import TidingsCore
import Timekeeping

@Suite("Repeating requests", .timeLimit(.minutes(1))) struct RetryPolicyTests {
    private func policy(jitter: Duration = .zero) -> RetryPolicy {
        var policy = RetryPolicy()
        policy.jitter = { jitter }
        return policy
    }

    @Test("Three tries, pauses of one and two seconds and a random part", .rows("B79"))
    func pauses() {
        let policy = policy(jitter: .milliseconds(400))
        #expect(policy.pause(afterAttempt: 1, retryAfter: nil) == .milliseconds(1_400))
        #expect(policy.pause(afterAttempt: 2, retryAfter: nil) == .milliseconds(2_400))
        #expect(policy.pause(afterAttempt: 3, retryAfter: nil) == nil)
        #expect(policy.timeout == .seconds(30))
    }

    @Test("A pause of our own is never longer than twenty seconds", .rows("B79"))
    func longestPause() {
        var policy = policy(jitter: .milliseconds(400))
        policy.attempts = 50
        #expect(policy.pause(afterAttempt: 9, retryAfter: nil) == .seconds(20))
        #expect(policy.pause(afterAttempt: 49, retryAfter: nil) == .seconds(20))
    }

    @Test("Retry-After is obeyed up to thirty seconds; a longer one ends the call", .rows("B79"))
    func retryAfter() {
        #expect(policy().pause(afterAttempt: 1, retryAfter: .seconds(30)) == .seconds(30))
        #expect(policy().pause(afterAttempt: 1, retryAfter: .seconds(31)) == nil)
    }

    @Test(
        "429 and 5xx are repeated, other answers are not", .rows("B79"),
        arguments: [(429, true), (500, true), (503, true), (599, true), (400, false), (404, false), (200, false)])
    func statuses(status: Int, isRepeated: Bool) {
        #expect(RetryPolicy.isTemporary(status: status) == isRepeated)
    }

    @Test("A request is repeated until the server takes it, after the pauses", .rows("B79"))
    func repeats() async throws {
        let time = VirtualTime.forTest()
        let server = FakeServer(time: time)
        server.answerNext([503, 429])
        let api = APIClient(
            url: try #require(URL(string: "https://push.example/base")), publishableKey: "td_pk_1",
            transport: server.transport, time: time, retry: policy())
        let device = Registration(installID: "i", subscriber: SubscriberIdentity(id: "ada"))
            .device(facts: .test, environment: .sandbox, encryption: nil)
        let answer = Task {
            try await api.register(device, as: .init(subscriber: SubscriberIdentity(id: "ada"), deviceID: nil))
        }
        await time.waitForSleepers(1)
        await time.advance(by: .seconds(1))
        await time.waitForSleepers(1)
        #expect(server.calls.count == 2)
        await time.advance(by: .seconds(2))
        // The base path belongs to the address; the fake server knows only the bare routes and answers 404.
        await #expect(throws: APIFailure.rejected(status: 404, code: "unknown")) { try await answer.value }
        #expect(server.calls.map(\.path) == Array(repeating: "/base/v1/client/device", count: 3))
    }
}
