import Foundation
import Testing

@testable import APNsSimulator

@Suite struct FaultScriptTests {
    typealias Fault = APNsSimulator.Fault

    private func hits(_ fault: Fault, tokens: [String], seed: UInt64 = 1) -> [Bool] {
        var script = FaultScript(seed: seed)
        _ = script.add(fault)
        return tokens.map { script.fault(for: $0, .production) != nil }
    }

    @Test func `a fault concerns the tokens with its prefix, in either case`() {
        let found = hits(Fault(.close, tokenPrefix: "AB"), tokens: ["ab01", "AB02", "a0", "b0", ""])
        #expect(found == [true, true, false, false, false])
    }

    @Test func `a fault can wait and can end`() {
        let tokens = Array(repeating: "ab", count: 6)
        #expect(hits(Fault(.close, skips: 2, times: 3), tokens: tokens) == [false, false, true, true, true, false])
    }

    @Test func `a fault can concern one environment`() {
        var script = FaultScript(seed: 1)
        _ = script.add(Fault(.close, environment: .sandbox))
        #expect(script.fault(for: "ab", .production) == nil)
        #expect(script.fault(for: "ab", .sandbox) != nil)
    }

    @Test func `a fault concerns the requests that it is for, pushes to devices by default`() {
        for service in [Fault.Service.devices, .broadcasts, .channels] {
            var script = FaultScript(seed: 1)
            var fault = Fault(.close)
            #expect(fault.service == .devices)
            fault.service = service
            _ = script.add(fault)
            for other in [Fault.Service.devices, .broadcasts, .channels] {
                #expect((script.fault(for: "", .production, other) != nil) == (service == other))
            }
        }
    }

    @Test func `the first matching fault decides`() {
        var script = FaultScript(seed: 1)
        _ = script.add(Fault(.close, tokenPrefix: "ab", times: 1))
        let second = script.add(Fault(.neverAnswer))
        #expect(script.fault(for: "ab", .production)?.action == .close)
        #expect(script.fault(for: "ab", .production)?.action == .neverAnswer)
        #expect(script.active.map(\.id) == [second])
        let removed = [script.remove(second), script.remove(second)]
        #expect(removed == [true, false])
        #expect(script.isEmpty)
    }

    @Test func `the seed decides which requests a probability hits`() {
        let tokens = Array(repeating: "ab", count: 1000)
        let fault = Fault(.close, probability: 0.3)
        let first = hits(fault, tokens: tokens, seed: 7)
        #expect(first == hits(fault, tokens: tokens, seed: 7))
        #expect(first != hits(fault, tokens: tokens, seed: 8))
        #expect((250...350).contains(first.count { $0 }))
    }

    @Test(arguments: [
        Fault(.answer(.init(.unregistered, timestamp: 12)), tokenPrefix: "ab", times: 2),
        Fault(.answer(.init(.init(rawValue: "Own"), status: 499))), Fault(.delay(.milliseconds(250)), skips: 1),
        Fault(.neverAnswer, delivers: true), Fault(.goAway(.shutdown), environment: .sandbox), Fault(.goAway(nil)),
        Fault(.refuseStream, probability: 0.5), Fault(.close), Fault(.goAway(.shutdown, unprocessed: 5)),
        Fault(.limitStreams(3)), Fault(.closeTLS), Fault(.halfOpen),
    ])
    func `a fault survives JSON`(fault: Fault) throws {
        let json = try JSONEncoder().encode(FaultDescription(fault))
        #expect(try JSONDecoder().decode(FaultDescription.self, from: json).fault() == fault)
    }

    @Test(arguments: [
        (#"[{"action":"answer"}]"#, "reason"), (#"[{"action":"delay"}]"#, "milliseconds"),
        (#"[{"action":"close"},{"action":"answer","reason":"X","status":200}]"#, "fault 2"),
        (#"[{"action":"close","times":0}]"#, "times"), (#"[{"action":"close","skips":-1}]"#, "skips"),
        (#"[{"action":"close","probability":2}]"#, "probability"), (#"[{"action":"close","tokenPrefix":"xy"}]"#, "hex"),
        (#"[{"action":"explode"}]"#, "action"), (#"[{}]"#, "action"), (#"{"action":"close"}"#, "body"), ("[", "JSON"),
    ])
    func `a script that does not fit is refused whole, naming the field`(json: String, named: String) {
        let simulator = APNsSimulator()
        #expect {
            try simulator.script(json: Data(json.utf8))
        } throws: { error in
            "\(error)".contains(named)
        }
        #expect(simulator.core.withFaults { $0.isEmpty })
    }
}
