import APNsSimulator
import Foundation
import TestSupport
import Testing
import Timekeeping

@testable import APNsConformance

/// The simulated APNs is held to every rule, over its ports like any other server.
@Suite(.timeLimit(.minutes(1)))
struct ConformanceTests {
    @Test(
        .rows(
            "A2.1", "A2.2", "A2.3", "A2.4", "A2.5", "A2.6", "A2.7", "A2.8", "A2.9", "A2.10", "A2.12", "A2.13",
            "A2.14", "A2.15", "A2.16", "A2.17", "A2.18", "A2.19", "A2.20", "A2.21", "A2.22", "A2.23"),
        arguments: ConformanceRule.requests)
    func `a push and its headers`(rule: ConformanceRule) async throws { try await examine(rule) }

    @Test(
        .rows(
            "A3.1", "A3.2", "A3.3", "A3.4", "A3.5", "A3.6", "A3.7", "A3.8", "A3.9", "A3.10", "A3.11", "A3.12", "A3.13",
            "A3.14", "A3.15", "A3.16", "A3.17", "A3.18"),
        arguments: ConformanceRule.types)
    func `push types`(rule: ConformanceRule) async throws { try await examine(rule) }

    @Test(
        .rows(
            "A4.1", "A4.2", "A4.3", "A4.4", "A4.5", "A4.6", "A4.7", "A4.8", "A4.10", "A4.11", "A4.12", "A4.13",
            "A4.14", "A4.15", "A4.16"),
        arguments: ConformanceRule.tokens)
    func `provider tokens`(rule: ConformanceRule) async throws { try await examine(rule) }

    @Test(
        .rows(
            "A5.1", "A5.2", "A5.3", "A5.4", "A5.5", "A5.6", "A5.7", "A5.8", "A5.9", "A5.10", "A5.11", "A5.12",
            "A5.13", "A5.14", "A5.15", "A5.16", "A5.17", "A5.18", "A5.19", "A5.20", "A5.21", "A5.22", "A5.23",
            "A5.24", "A5.25", "A5.26", "A5.27", "A5.28", "A5.29", "A5.30", "A5.31", "A5.32", "A5.33", "A5.34",
            "A5.35", "A5.36", "A5.37", "A5.38"),
        arguments: ConformanceRule.answers)
    func `statuses and reasons of pushes`(rule: ConformanceRule) async throws { try await examine(rule) }

    @Test(
        .rows(
            "A6.1", "A6.2", "A6.3", "A6.4", "A6.5", "A6.6", "A6.7", "A6.8", "A6.9", "A6.10", "A6.11", "A6.14",
            "A6.15", "A6.16", "A6.17", "A6.18", "A6.19", "A6.20", "A6.21", "A6.22", "A6.23", "A6.24", "A6.25",
            "A6.26", "A6.28", "A6.29", "A6.30", "A6.31", "A6.32", "A6.33", "A6.34", "A6.35", "A6.36", "A6.37",
            "A6.38", "A6.39", "A6.40", "A6.41", "A6.42", "A6.43", "A6.44", "A6.45"),
        arguments: ConformanceRule.broadcasts + ConformanceRule.channelAnswers)
    func `broadcasts and channels`(rule: ConformanceRule) async throws { try await examine(rule) }

    private func examine(_ rule: ConformanceRule) async throws {
        let (simulator, target) = try await SimulatedTarget.start()
        let run = try await ConformanceRun(target, time: SystemTime())
        let result = await run.examine(rule)
        #expect(result.outcome == .kept, "\(rule.id) \(result.skipped ?? "")")
        for observation in result.observations where !observation.holds {
            Issue.record(
                "\(rule.id) \(observation.what): expected \(observation.expected), got \(observation.answered)")
        }
        await run.end()
        await simulator.stop()
    }
}

extension ConformanceRule: CustomTestStringConvertible {
    /// The id.
    public var testDescription: String { id }
}
