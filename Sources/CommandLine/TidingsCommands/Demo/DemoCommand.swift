import Foundation

extension Command {
    /// `tidings demo`.
    static let demo = Command(
        "demo", "Play a script of pushes from the request to the tapped banner.",
        discussion: """
            Starts a server, a simulated APNs and five simulated iPhones, each with the sample app and its extension
            as processes of their own, sends pushes and tells what became of them. Each step is judged by the
            phones' timelines and the answers of the API. Then it stays up, prints how to send another push with curl,
            and tells its fate; Ctrl-C ends it.
            """,
        options: [
            .flag("exit", "End after the script; exit code 1 unless every step turned out as expected."),
            .value(
                "only", "STEP",
                "Play only this step; it may need others, such as the one in which its phone is first opened.",
                repeatable: true),
            .json,
        ],
        examples: [
            Example("tidings demo", "Plays the script and stays up."),
            Example("tidings demo --exit --json", #"Prints {"ok":true,"steps":[{"name":…,"ok":…,"detail":…}, …]}."#),
        ]
    ) { invocation in
        let output = invocation.output
        let script = try script(invocation.values("only"))
        let programs = try SamplePrograms.beside()
        output.text("Starting a server, a simulated APNs and five simulated iPhones …")
        let stage = try await DemoStage.start(programs: programs, fault: invocation.environment["TIDINGS_SAMPLE_FAULT"])
        do {
            let report = try await play(script, on: stage, output)
            if output.isJSON { try output.json(report) }
            if !invocation.flag("exit") { await stay(stage, output) }
            await shielded { await stage.stop() }
            return report.ok ? .done : .mistake
        } catch {
            await shielded { await stage.stop() }
            throw error
        }
    }

    /// The steps of these names, in the order of the script; all where no name is given.
    private static func script(_ names: [String]) throws(CommandError) -> [DemoStep] {
        let known = DemoStep.script.map(\.name)
        if let unknown = names.first(where: { !known.contains($0) }) {
            throw CommandError(
                .invalidValue, "There is no step \(quoted(unknown)). The steps are \(known.joined(separator: ", ")).")
        }
        return names.isEmpty ? DemoStep.script : DemoStep.script.filter { names.contains($0.name) }
    }

    private static func play(_ script: [DemoStep], on stage: DemoStage, _ output: Output) async throws -> DemoReport {
        var report = DemoReport()
        for step in script {
            do {
                report.add(step.name, try await step.run(stage))
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                try Task.checkCancellation()
                report.add(step.name, failure: error)
            }
            guard let result = report.steps.last else { continue }
            let mark = result.ok ? output.coloured("✓", .green) : output.coloured("✗", .red)
            output.text("\(mark) \(step.story)\n  \(output.coloured(result.detail, .faint))")
        }
        let failed = report.steps.count { !$0.ok }
        output.text(
            failed == 0
                ? "All \(report.steps.count) steps turned out as expected."
                : output.coloured("\(failed) of \(report.steps.count) steps did not turn out as expected.", .red))
        return report
    }

    /// Stays until it is told to end, and tells what becomes of the pushes that others send.
    private static func stay(_ stage: DemoStage, _ output: Output) async {
        let access = stage.stack.access
        output.text(
            """

            Server           \(access.url)
            secret key       \(access.secretKey)
            publishable key  \(access.publishableKey)

            Send another push, and watch its fate here; Ctrl-C ends the demo.

              curl \(access.url)/v1/messages -H 'Authorization: Bearer \(access.secretKey)' \\
                -H 'Content-Type: application/json' -d '{"to":"ada","title":"Hello","body":"From curl"}'

            """)
        await DemoWatcher(stage: stage, output: output).run()
    }
}
