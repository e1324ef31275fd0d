internal import Locking

/// A family of numbers that only grow, one for each combination of labels that was ever counted.
///
/// Labels must come from a closed list (routes, outcomes, reasons), never from callers: each combination is kept.
package final class Counter: Sendable {
    private let name: String
    private let help: String
    private let labels: [String]
    private let counts = Locked<[[String]: Int]>([:])

    /// Makes a family; nothing is counted yet.
    package init(_ name: String, _ help: String, labels: [String] = []) {
        self.name = name
        self.help = help
        self.labels = labels
    }

    /// Counts.
    ///
    /// - Parameters:
    ///   - amount: By how much.
    ///   - values: The values of the labels, in their order.
    package func add(_ amount: Int = 1, _ values: String...) {
        counts.withLock { $0[values, default: 0] += amount }
    }

    /// Writes the family; one without labels is written even before it counts.
    package func write(to page: inout MetricsPage) {
        let counts = counts.withLock { $0 }
        let samples = counts.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map {
            MetricsPage.Sample($0.value, Array(zip(labels, $0.key)))
        }
        page.counter(name, help, samples.isEmpty && labels.isEmpty ? [.init(0)] : samples)
    }
}
