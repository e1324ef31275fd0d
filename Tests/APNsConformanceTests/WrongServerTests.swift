import APNsSimulator
import EventLoop
import HTTP2
import Testing
import Timekeeping

@testable import APNsConformance

/// Servers that are wrong are found out.
@Suite(.timeLimit(.minutes(2)))
struct WrongServerTests {
    /// A server that gives every request the same answer.
    private static func outcomes(
        against response: HTTP2Response
    ) async throws -> [String: ConformanceResult.Outcome] {
        let (simulator, started) = try await SimulatedTarget.start()
        var target = started
        let authority = try CertificateAuthority(name: "Wrong server")
        let loop = try EventLoop(name: "wrong server")
        let server = try HTTP2Server(
            loops: [loop], identity: authority.issue(for: ["localhost"]),
            handler: HTTP2Server.Handler(request: { $1.respond(response) }))
        let address = ServerAddress("https://localhost:\(try await server.start(host: "127.0.0.1", port: 0))")
        target.production = address
        target.sandbox = address
        target.productionChannels = address
        target.sandboxChannels = address
        target.trust = .pem(authority.certificatePEM)
        let run = try await ConformanceRun(target, time: SystemTime())
        var outcomes: [String: ConformanceResult.Outcome] = [:]
        for rule in ConformanceRule.all { outcomes[rule.id] = await run.examine(rule).outcome }
        await run.end()
        await server.stop()
        loop.shutdown()
        await simulator.stop()
        return outcomes
    }

    @Test func `each rule is broken by a server that accepts everything, or by one that refuses everything`()
        async throws
    {
        async let accepting = Self.outcomes(against: HTTP2Response(status: 200))
        async let refusing = Self.outcomes(
            against: HTTP2Response(status: 418, body: Array(#"{"reason":"Teapot"}"#.utf8)))
        let (first, second) = try await (accepting, refusing)
        for rule in ConformanceRule.all {
            #expect(first[rule.id] == .broken || second[rule.id] == .broken, "\(rule.id) \(rule.sentence)")
        }
        #expect(!first.values.contains(.skipped))
        #expect(first.values.count { $0 == .broken } > 80)
    }

    @Test func `what cannot be examined is skipped and says what is missing`() async throws {
        let (simulator, started) = try await SimulatedTarget.start { $0.acceptsAnyKey = true }
        var target = started
        target.control = nil
        target.sandbox = nil
        target.productionChannels = nil
        let stranger = try await ConformanceRun(target, time: SystemTime())
        target.sender = try Sender.madeUp(bundleID: "com.example.app")
        target.deviceToken = try simulator.registerToken("com.example.app", device: simulator.addDevice())
        let sender = try await ConformanceRun(target, time: SystemTime())
        var kept: [String: [String]] = [:]
        for rule in ConformanceRule.all {
            let (unknown, known) = (await stranger.examine(rule), await sender.examine(rule))
            if unknown.outcome == .kept { kept["stranger", default: []].append(rule.id) }
            if known.outcome == .kept { kept["sender", default: []].append(rule.id) }
            // This simulator takes every key, and so cannot know who signed.
            if rule.id != "A4.15" { #expect(known.outcome != .broken, "\(rule.id)") }
            if rule.needs.contains(.control) { #expect(known.skipped?.contains("control") == true) }
        }
        #expect(kept["stranger"] == ["A2.23", "A5.19", "A5.20", "A5.23", "A5.24"])
        #expect(kept["sender"]?.contains("A4.8") == true)
        #expect((kept["sender"]?.count ?? 0) > 35)
        await simulator.stop()
    }

    @Test func `a server that is not there is an error, not a broken rule`() async throws {
        var target = ConformanceTarget()
        target.production = ServerAddress("https://localhost:1")
        let run = try await ConformanceRun(target, time: SystemTime())
        await #expect(throws: HTTP2Error.self) { try await run.reach() }
    }

    @Test func `addresses are https, with or without a port`() {
        #expect(ServerAddress("https://api.push.apple.com")?.port == 443)
        #expect(ServerAddress("https://[::1]:2197/")?.host == "::1")
        for wrong in ["http://localhost", "localhost:443", "https://", "https://localhost/3/device"] {
            #expect(ServerAddress(wrong) == nil)
        }
    }
}
