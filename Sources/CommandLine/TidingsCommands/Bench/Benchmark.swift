/// A measurement that `tidings bench` runs: one part of the stack beside a peer in the same run.
///
/// Each stands in a file of its own in this folder and is named in `all`.
package struct Benchmark: Sendable {
    /// What is typed to run only this one.
    package let name: String
    /// What it measures beside what, in one line.
    package let summary: String
    /// The parts that can be measured alone.
    package let parts: [String]
    /// Measures what was ordered.
    package let run: @Sendable (BenchOrder) async throws -> [Figure]

    /// Describes a measurement.
    package init(
        _ name: String, _ summary: String, parts: [String] = [],
        run: @escaping @Sendable (BenchOrder) async throws -> [Figure]
    ) {
        self.name = name
        self.summary = summary
        self.parts = parts
        self.run = run
    }

    /// Every measurement, in the order it runs.
    static let all: [Benchmark] = [.apns, .server, .serviceExtension]
}
