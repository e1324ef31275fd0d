import Foundation
import PushModel
import TestSupport
import Testing
import Timekeeping

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@testable import APNsSimulator

/// What a connection can suffer, by rule, by script and from outside.
@Suite(.timeLimit(.minutes(2)))
struct DynamicsTests {
    typealias Fault = APNsSimulator.Fault

    private func open(_ service: Service) async throws -> TestSender {
        let sender = try await service.sender()
        #expect(await sender.send(service.request()).summary == "200")
        await sender.waitForCapacity(1000)
        return sender
    }

    @Test(.rows("AS27"), arguments: [Fault.Action.close, .closeTLS])
    func `a connection can end without a word, by reset or properly`(action: Fault.Action) async throws {
        let service = try await Service()
        let sender = try await open(service)
        service.simulator.script(Fault(action, times: 1))
        #expect(await sender.send(service.request()).summary == "ambiguous")
        await sender.waitForEnd()
        sender.close()
        await service.simulator.stop()
    }

    @Test(.rows("AS27")) func `a broadcast meets the faults that are for broadcasts, and may get through all the same`()
        async throws
    {
        let service = try await Service()
        let channel = try service.simulator.core.channels.create(Service.bundleID, .production, .none)
        try service.simulator.subscribe(device: service.device, to: channel.id, of: Service.bundleID)
        let broadcast = service.request {
            $0.path = "/4/broadcasts/apps/\(Service.bundleID)"
            $0.topic = nil
            $0.pushType = "liveactivity"
            $0.channelID = channel.id
            $0.body = Array(#"{"aps":{"event":"update"}}"#.utf8)
        }
        var lost = Fault(.close, times: 1, delivers: true)
        lost.service = .broadcasts
        var refused = Fault(.refuseStream, times: 1)
        refused.service = .broadcasts
        var delayed = Fault(.delay(.milliseconds(1)), times: 1)
        delayed.service = .broadcasts
        for fault in [lost, refused, delayed] { service.simulator.script(fault) }
        let first = try await open(service)
        #expect(await first.send(broadcast).summary == "ambiguous")
        first.close()
        #expect(try service.simulator.pushes(device: service.device).map(\.channelID) == [nil, channel.id])
        let second = try await open(service)
        for answer in ["refused", "200", "200"] { #expect(await second.send(broadcast).summary == answer) }
        #expect(try service.simulator.pushes(device: service.device).count { $0.channelID == channel.id } == 3)
        second.close()
        await service.simulator.stop()
    }

    @Test(.rows("AS27", "AP13")) func `a half-open connection answers nothing, and others go on`() async throws {
        let service = try await Service()
        let (sender, other) = (try await open(service), try await open(service))
        service.simulator.script(Fault(.halfOpen, times: 1))
        let silent = await sender.submit([service.request(), service.request()])
        try await service.simulator.wait { $0.requests().contains { $0.status == 0 } }
        #expect(await other.send(service.request()).summary == "200")
        sender.close()
        #expect(await sender.outcome(silent).summary == "ambiguous")
        #expect(await sender.outcome(silent + 1).summary == "ambiguous")
        #expect(service.simulator.connections.count == 2)
        other.close()
        await service.simulator.stop()
    }

    @Test(.rows("AS27", "AP12")) func `the limit of streams collapses and comes back with an accepted request`()
        async throws
    {
        let service = try await Service()
        let sender = try await open(service)
        service.simulator.script(Fault(.limitStreams(1), times: 1))
        #expect(await sender.send(service.request()).summary == "refused")
        await sender.waitForCapacity(1)
        #expect(await sender.send(service.request()).summary == "200")
        await sender.waitForCapacity(1000)
        #expect(service.simulator.perform(.limitStreams(7)) == 1)
        await sender.waitForCapacity(7)
        sender.close()
        await service.simulator.stop()
    }

    @Test(.rows("AS27", "AP9")) func `GOAWAY amid traffic names the last stream that was processed`() async throws {
        let time = VirtualTime()
        let service = try await Service { $0.time = time }
        let sender = try await open(service)
        service.simulator.script(Fault(.delay(.seconds(60)), times: 4))
        service.simulator.script(Fault(.goAway(.shutdown, unprocessed: 3), times: 1))
        let first = await sender.submit((0..<5).map { _ in service.request() })
        #expect(await sender.waitForGoAway() == #"{"reason":"Shutdown"}"#)
        for index in 2..<5 { #expect(await sender.outcome(first + index).summary == "refused") }
        await time.waitForSleepers(4)
        await time.advance(by: .seconds(60))
        for index in 0..<2 { #expect(await sender.outcome(first + index).summary == "200") }
        // One to open the connection and two that the last stream id covers: what it leaves out never arrived.
        #expect(try service.simulator.pushes(device: service.device).count == 3)
        sender.close()
        await service.simulator.stop()
    }

    @Test(.rows("AS28")) func `a burst of errors has a beginning and an end on the simulator's clock`() async throws {
        let time = VirtualTime()
        let service = try await Service { $0.time = time }
        let sender = try await open(service)
        try service.simulator.script(
            json: Data(
                #"[{"action":"answer","reason":"ServiceUnavailable","afterMilliseconds":1000,"untilMilliseconds":3000}]"#
                    .utf8))
        #expect(await sender.send(service.request()).summary == "200")
        await time.advance(by: .seconds(1))
        for _ in 0..<3 { #expect(await sender.send(service.request()).summary == "503 ServiceUnavailable") }
        await time.advance(by: .seconds(2))
        #expect(await sender.send(service.request()).summary == "200")
        #expect(service.simulator.core.withFaults { $0.isEmpty })
        sender.close()
        await service.simulator.stop()
    }

    @Test(.rows("AS27")) func `a fault can hit what comes beyond a rate`() {
        var script = FaultScript(seed: 1)
        var fault = Fault(.answer(.init(.tooManyRequests)))
        fault.perSecond = 2
        _ = script.add(fault, at: .seconds(5))
        func hits(_ times: [Double]) -> [Bool] {
            times.map { script.fault(for: "ab", .production, at: .seconds(5) + .seconds($0)) != nil }
        }
        #expect(hits([0, 0.1, 0.2, 0.9, 1.0, 1.5, 1.9]) == [false, false, true, true, false, false, true])
    }

    @Test(.rows("AS28")) func `a script can storm connections with GOAWAY, again and again`() async throws {
        let time = VirtualTime()
        let service = try await Service { $0.time = time }
        let script =
            #"{"seed":3,"events":[{"action":"goAway","reason":"Shutdown","atMilliseconds":500,"everyMilliseconds":1000,"times":3}]}"#
        try service.simulator.script(json: Data(script.utf8))
        for round in 0..<3 {
            let sender = try await open(service)
            await time.waitForSleepers(1)
            await time.advance(by: round == 0 ? .milliseconds(500) : .seconds(1))
            #expect(await sender.waitForGoAway() == #"{"reason":"Shutdown"}"#)
            await sender.waitForEnd()
            sender.close()
        }
        let sender = try await open(service)
        await time.advance(by: .seconds(10))
        #expect(await sender.send(service.request()).summary == "200")
        sender.close()
        await service.simulator.stop()
    }

    @Test(
        .rows("AS28"),
        arguments: [
            (#"{"events":[{"action":"answer"}]}"#, "action"),
            (#"{"events":[{"action":"close","times":2}]}"#, "event 1"),
            (#"{"events":[{"action":"close","atMilliseconds":-1}]}"#, "atMilliseconds"),
            (#"{"faults":[{"action":"goAway","unprocessed":0}]}"#, "unprocessed"), (#"{"seed":"x"}"#, "seed"),
            (#"{"faults":[{"action":"close","perSecond":-1}]}"#, "perSecond"),
            (#"[{"action":"limitStreams","streams":-1}]"#, "streams"),
            (#"[{"action":"close","untilMilliseconds":-1}]"#, "untilMilliseconds"),
        ])
    func `a script object is held to its fields`(json: String, named: String) {
        let simulator = APNsSimulator()
        #expect {
            try simulator.script(json: Data(json.utf8))
        } throws: {
            "\($0)".contains(named)
        }
        #expect(simulator.core.withFaults { $0.isEmpty })
    }

    @Test(.rows("AS28")) func `a seed in the script makes the same faults again`() throws {
        let script = Data(#"{"seed":9,"faults":[{"action":"close","probability":0.5}]}"#.utf8)
        let found = try (1...2).map { seed in
            let simulator = APNsSimulator(
                {
                    var c = APNsSimulator.Configuration(); c.seed = UInt64(seed); return c
                }())
            try simulator.script(json: script)
            let request = PushFields(method: "POST", path: "/3/device/ab", headers: [], body: [])
            return (0..<100).map { _ in simulator.core.fault(for: request, .production) != nil }
        }
        #expect(found[0] == found[1])
    }

    @Test(.rows("AS29")) func `connections are told and treated over the control API`() async throws {
        let service = try await Service()
        let sender = try await open(service)
        let list = try await service.control("GET", "/v1/connections")
        #expect(list.json["connections"]?.array?.count == 1)
        #expect(list.json["connections"]?.array?.first?["environment"]?.string == "production")
        let elsewhere = #"{"action":"close","environment":"sandbox"}"#
        #expect(try await service.control("POST", "/v1/connections", elsewhere).json["connections"]?.int == 0)
        let goAway = try await service.control(
            "POST", "/v1/connections", #"{"action":"goAway","reason":"IdleTimeout"}"#)
        #expect(goAway.json["connections"]?.int == 1)
        #expect(await sender.waitForGoAway() == #"{"reason":"IdleTimeout"}"#)
        await sender.waitForEnd()
        #expect(try await service.control("POST", "/v1/connections", #"{"action":"explode"}"#).status == 400)
        #expect(try await service.control("POST", "/v1/script", #"[{"action":"close"}]"#).status == 201)
        #expect(try await service.control("POST", "/v1/script", "{").status == 400)
        sender.close()
        await service.simulator.stop()
    }

    @Test(.rows("AS29")) func `a client of the control API can wait for a condition`() async throws {
        let service = try await Service()
        let sender = try await open(service)
        async let waiting = service.control("GET", "/v1/wait?count=2&status=400&reason=BadPriority&seconds=30")
        for _ in 0..<2 { _ = await sender.send(service.request { $0.priority = "7" }) }
        let found = try await waiting.json
        #expect(found["met"]?.bool == true)
        #expect(found["count"]?.int == 2)
        #expect(try await service.control("GET", "/v1/wait?count=3&seconds=0").json["met"]?.bool == true)
        let never = try await service.control(
            "GET", "/v1/wait?count=9&seconds=0&tokenPrefix=\(service.token.prefix(6))")
        #expect(never.json["met"]?.bool == false)
        #expect(never.json["count"]?.int == 3)
        #expect(try await service.control("GET", "/v1/wait?count=0").status == 400)
        sender.close()
        await service.simulator.stop()
    }

    @Test(.rows("AS18")) func `an idle connection is told so and ended, one in use is not`() async throws {
        let time = VirtualTime()
        let service = try await Service {
            $0.time = time
            $0.idleTimeout = .seconds(100)
        }
        let sender = try await open(service)
        await time.waitForSleepers(1)
        await time.advance(by: .seconds(60))
        #expect(await sender.send(service.request()).summary == "200")
        await time.advance(by: .seconds(60))
        #expect(await sender.send(service.request()).summary == "200")
        await time.waitForSleepers(1)
        await time.advance(by: .seconds(100))
        #expect(await sender.waitForGoAway() == #"{"reason":"IdleTimeout"}"#)
        await sender.waitForEnd()
        sender.close()
        await service.simulator.stop()
    }

    @Test(.rows("AS17")) func `one device token takes so many requests a second`() async throws {
        let trial = try Trial { $0.requestsPerTokenAndSecond = 2 }
        let other = trial.token(.voip)
        func voip(_ fields: inout PushFields) {
            fields.path = "/3/device/\(other)"
            fields.topic = Trial.bundleID + ".voip"
            fields.pushType = "voip"
        }
        #expect((0..<3).map { _ in trial.answer() } == ["200", "200", "429 TooManyRequests"])
        #expect(trial.answer(.production, voip) == "200")
        await trial.time.advance(by: .seconds(1))
        #expect(trial.answer() == "200")
    }

    @Test(.rows("AS30")) func `the control port shows a browser a page that needs nothing from elsewhere`() async throws
    {
        let service = try await Service()
        let url = try #require(URL(string: service.endpoints.controlURL + "/"))
        let (data, response) = try await URLSession.shared.data(from: url)
        let http = try #require(response as? HTTPURLResponse)
        #expect(http.statusCode == 200)
        #expect(http.value(forHTTPHeaderField: "Content-Type") == "text/html; charset=utf-8")
        let page = String(decoding: data, as: UTF8.self)
        #expect(page.hasPrefix("<!doctype html>"))
        #expect(!page.contains("://"))
        #expect(!page.contains("innerHTML"))
        await service.simulator.stop()
    }
}
