import APNsConformance
import APNsSimulator
import Timekeeping

extension Command {
    /// `tidings apns-conformance`.
    static let apnsConformance = Command(
        "apns-conformance", "Hold a server that speaks Apple's provider protocol to Apple's rules.",
        discussion: """
            Examines the server at --url (or at --sandbox-url alone) rule by rule, each on a connection of its own, and exits 1
            when one is broken. What a rule needs besides, it is skipped without: a signing key that the server knows (--key,
            --key-id, --team-id, --bundle-id), a device token (--device-token), the addresses of channel management, the sandbox
            beside production, or the control API of a simulated APNs (--control), which makes the key and the token unnecessary.
            Without any address a simulated APNs is started and examined.
            """,
        options: ConformanceOptions.all + [
            .value("skip", "RULE", "Leave out a rule, or all of a section like A6.", repeatable: true),
            .value("only", "RULE", "Examine this rule or section only.", repeatable: true),
            .flag("list", "List the rules with what each needs, and examine nothing."),
            .json,
        ],
        examples: [
            Example("tidings apns-conformance", "Examines the simulated APNs."),
            Example(
                "tidings apns-conformance --url https://localhost:2197 --ca ca.pem --only A5 --json",
                "Asks another server for the reasons that need neither key nor device."),
        ]
    ) { invocation in
        let rules = try chosen(invocation)
        if invocation.flag("list") {
            try list(rules, invocation.output)
            return .done
        }
        let results = try await examine(rules, invocation)
        let report = ConformanceReport(results)
        try invocation.output.result(report, text: report.summary)
        return report.broken == 0 ? .done : .mistake
    }

    private static func chosen(_ invocation: Invocation) throws(CommandError) -> [ConformanceRule] {
        func rules(_ option: String) throws(CommandError) -> Set<String>? {
            let names = invocation.values(option)
            var found: Set<String> = []
            for name in names {
                let matching = ConformanceRule.all.map(\.id).filter { $0 == name || $0.hasPrefix(name + ".") }
                guard !matching.isEmpty else {
                    throw CommandError(
                        .invalidValue,
                        "--\(option): there is no rule \(quoted(name)). tidings apns-conformance --list shows them.")
                }
                found.formUnion(matching)
            }
            return names.isEmpty ? nil : found
        }
        let (only, skip) = (try rules("only"), try rules("skip") ?? [])
        return ConformanceRule.all.filter { only?.contains($0.id) ?? true && !skip.contains($0.id) }
    }

    private static func examine(
        _ rules: [ConformanceRule], _ invocation: Invocation
    ) async throws -> [ConformanceResult] {
        var target = try ConformanceOptions.target(invocation)
        let simulator = target.production == nil && target.sandbox == nil ? APNsSimulator() : nil
        do {
            if let simulator { target = try ConformanceOptions.target(try await simulator.start()) }
            let run = try await ConformanceRun(target, time: SystemTime())
            try await run.reach()
            var results: [ConformanceResult] = []
            for rule in rules {
                try Task.checkCancellation()
                let result = await run.examine(rule)
                results.append(result)
                for line in result.lines(invocation.output) { invocation.output.text(line) }
            }
            await run.end()
            await simulator?.stop()
            return results
        } catch {
            await simulator?.stop()
            if error is CancellationError || error is CommandError { throw error }
            throw CommandError(.unreachable, "\(error)", exitCode: .failure)
        }
    }

    private static func list(_ rules: [ConformanceRule], _ output: Output) throws {
        let lines = rules.map { ListedRule(id: $0.id, rule: $0.sentence, needs: $0.needs.sorted().map(\.rawValue)) }
        let table = output.table(
            ["ID", "NEEDS", "RULE"],
            lines.map { [$0.id, $0.needs.isEmpty ? "–" : $0.needs.joined(separator: ", "), $0.rule] })
        try output.result(lines, text: table)
    }
}

private struct ListedRule: Encodable {
    let id: String
    let rule: String
    let needs: [String]
}

/// The results of a run with their counts.
private struct ConformanceReport: Encodable {
    let kept: Int
    let broken: Int
    let skipped: Int
    let rules: [ConformanceResult]

    init(_ rules: [ConformanceResult]) {
        self.rules = rules
        kept = rules.count { $0.outcome == .kept }
        broken = rules.count { $0.outcome == .broken }
        skipped = rules.count { $0.outcome == .skipped }
    }

    var summary: String { "\(rules.count) rules: \(kept) kept, \(broken) broken, \(skipped) skipped." }
}

extension ConformanceResult {
    /// The rule on one line; where it was broken, what was expected and what came on further ones.
    fileprivate func lines(_ output: Output) -> [String] {
        func padded(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(1, width - text.count))
        }
        let head = padded(id, 6) + rule + (skipped.map { " (\($0))" } ?? "")
        switch outcome {
        case .kept: return [output.coloured("kept    ", .green) + head]
        case .skipped: return [output.coloured("skipped ", .yellow) + head]
        case .broken:
            let reasons = observations.filter { !$0.holds }.map {
                "              \($0.what): expected \($0.expected), answered \($0.answered)"
            }
            return [output.coloured("BROKEN  ", .red) + head] + reasons
        }
    }
}
