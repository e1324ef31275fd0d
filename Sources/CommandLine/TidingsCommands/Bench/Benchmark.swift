/// A measurement that `tidings bench` runs: one part of the stack beside a peer in the same run.
///
/// Each stands in a file of its own in this folder and is named in `all`.
package struct Benchmark: Sendable {
    /// What is typed to run only this one.
    package let name: String
    /// What it measures beside what, in one line.
    package let summary: String
    /// Measures; `note` prints a line of progress.
    package let run: @Sendable (_ note: @escaping @Sendable (String) -> Void) async throws -> [Figure]

    /// Describes a measurement.
    package init(
        _ name: String, _ summary: String,
        run: @escaping @Sendable (_ note: @escaping @Sendable (String) -> Void) async throws -> [Figure]
    ) {
        self.name = name
        self.summary = summary
        self.run = run
    }

    /// Every measurement, in the order it runs.
    static let all: [Benchmark] = [.apns, .accept, .serviceExtension]
}
