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
            options: [
                .value("devices", "COUNT", "To how many devices a message of the server goes; 100000 by default."),
                .value("only", "PARTS", "Only these parts of the measurement, separated by commas."),
                .value("database", "URL", "An empty PostgreSQL database to measure on; one is started by default."),
                .json,
            ],
            examples: [
                Example("tidings bench --json", #"Prints {"figures":[{"name":…,"value":…,"ok":…}, …]}."#),
                Example(
                    "tidings bench server --devices 1000000 --only fanout,segment",
                    "Measures two parts, with a million devices."),
            ]
        ) { invocation in
            let chosen = try choose(invocation.argument(0), among: benchmarks)
            let order = try order(invocation, chosen)
            var figures: [Figure] = []
            for benchmark in chosen {
                invocation.output.note("Measuring \(benchmark.name): \(benchmark.summary)")
                figures += try await benchmark.run(order)
            }
            let output = invocation.output
            try output.result(Figures(figures: figures), text: table(figures, output))
            return figures.allSatisfy(\.isMet) ? .done : .mistake
        }
    }

    private static func order(_ invocation: Invocation, _ chosen: [Benchmark]) throws(CommandError) -> BenchOrder {
        let output = invocation.output
        var order = BenchOrder { output.note("  \($0)") }
        order.devices = try invocation.integer("devices", in: 1_000...10_000_000) ?? order.devices
        order.databaseURL = invocation.value("database")
        if let only = invocation.value("only") {
            let known = chosen.flatMap(\.parts)
            let parts = only.split(separator: ",").map(String.init)
            if let odd = parts.first(where: { !known.contains($0) }) {
                let near = suggestion(for: odd, among: known, otherwise: "There are: \(known.joined(separator: ", ")).")
                throw CommandError(.invalidValue, "--only: there is no part \(quoted(odd)). \(near)")
            }
            order.parts = Set(parts)
        }
        return order
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
