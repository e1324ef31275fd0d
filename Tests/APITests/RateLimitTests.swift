import Foundation
import PushModel
import Storage
import TestSupport
import StorageTestSupport
import Testing
import WebServer

@testable import API

@Suite(.onBothEngines, .timeLimit(.minutes(1)))
struct RateLimitTests {
    @Test func `a bucket refills at its rate and holds one second's worth`() throws {
        let limiter = try #require(RateLimiter(requestsPerSecond: 2))
        #expect(limiter.count(1, at: .zero).allowance == .init(limit: 2, remaining: 1, secondsToReset: 0))
        #expect(limiter.count(1, at: .zero).allowance == .init(limit: 2, remaining: 0, secondsToReset: 1))
        #expect(!limiter.count(1, at: .milliseconds(499)).isAllowed)
        #expect(limiter.count(2, at: .milliseconds(499)).isAllowed)
        #expect(limiter.count(1, at: .milliseconds(500)).isAllowed)
        #expect(!limiter.count(1, at: .milliseconds(501)).isAllowed)
        // However long it rests, it holds no more.
        #expect(limiter.count(1, at: .seconds(100)).isAllowed)
        #expect(limiter.count(1, at: .seconds(100)).isAllowed)
        #expect(!limiter.count(1, at: .seconds(100)).isAllowed)
        #expect(RateLimiter(requestsPerSecond: 0) == nil)
    }

    @Test func `one key too fast is told when to come back, and another key goes on`() async throws {
        try await APIFixture.with(requestsPerSecond: 1) { server in
            var refused: HTTPExchange?
            for _ in 0..<10 where refused == nil {
                let answer = try await server.call("GET", "/v1/apps")
                if answer.status == 429 { refused = answer } else { #expect(answer.headers["ratelimit-limit"] == "1") }
            }
            let answer = try #require(refused)
            #expect(answer.code == "rate_limited")
            #expect(answer.headers["retry-after"] == "1")
            #expect(answer.headers["ratelimit-remaining"] == "0")
            let other = try await server.system.makeKey(.tenant, server.tenant, scopes: ["*"])
            let next = try await server.call("GET", "/v1/apps", key: other)
            #expect(next.status == 200)
            let health = try await HTTPExchange.send("GET", "/healthz", port: server.port)
            #expect(health.status == 200)
        }
    }

    @Test func `without a limit no answer speaks of one`() async throws {
        try await APIFixture.with { server in
            let answer = try await server.call("GET", "/v1/apps")
            #expect(answer.headers["ratelimit-limit"] == nil)
        }
    }
}
