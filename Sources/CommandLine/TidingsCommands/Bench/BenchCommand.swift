extension Command {
    /// `tidings bench`.
    static let bench = benchCommand(Benchmark.all)

    /// The command over any measurements; tests pass their own.
    static func benchCommand(_ benchmarks: [Benchmark]) -> Command {
        let names = benchmarks.map { "\($0.name): \($0.summary)" }.joined(separator: "\n")
        return Command(
            "bench", "Measure parts of the stack beside peers of the same run.",
            discussion: """
                Each figure stands beside a reference measured in the same run, so that a slow or busy machine slows both.
                Exits 1 when a figure misses its target. Build in release first: make bench does.
                \(names)
                """,
            arguments: [Argument("NAME", "Run only this one; all by default.", optional: true)],
            options: [.json],
            examples: [Example("tidings bench --json", #"Prints {"figures":[{"name":…,"value":…,"ok":…}, …]}."#)]
        ) { invocation in
            let chosen = try choose(invocation.argument(0), among: benchmarks)
            var figures: [Figure] = []
            for benchmark in chosen {
                invocation.output.note("Measuring \(benchmark.name): \(benchmark.summary)")
                figures += try await benchmark.run { invocation.output.note("  \($0)") }
            }
            let output = invocation.output
            try output.result(Figures(figures: figures), text: table(figures, output))
            return figures.allSatisfy(\.isMet) ? .done : .mistake
        }
    }

    private static func choose(_ name: String?, among benchmarks: [Benchmark]) throws(CommandError) -> [Benchmark] {
        guard let name else { return benchmarks }
        if let found = benchmarks.first(where: { $0.name == name }) { return [found] }
        let near = suggestion(for: name, among: benchmarks.map(\.name), otherwise: "tidings bench --help lists them.")
        throw CommandError(.invalidValue, "There is no measurement \(quoted(name)). \(near)")
    }

    private static func table(_ figures: [Figure], _ output: Output) -> String {
        output.table(
            ["FIGURE", "VALUE", "REFERENCE", "RATIO", "TARGET", ""],
            figures.map { figure in
                let reference = figure.reference.map(Figure.short) ?? "–"
                return [
                    figure.name, "\(Figure.short(figure.value)) \(figure.unit)",
                    reference + (figure.referenceName.map { " (\($0))" } ?? ""),
                    figure.ratio.map { "\(Figure.short($0))×" } ?? "–", figure.targetText,
                    figure.isMet ? "ok" : "MISSED",
                ]
            })
    }
}

private struct Figures: Encodable {
    let figures: [Figure]
}
