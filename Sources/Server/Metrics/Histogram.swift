internal import Locking

/// A family of durations, counted in classes, one set for each combination of labels.
package final class Histogram: Sendable {
    /// Upper bounds in seconds that suit answers of a server on one machine and pushes around the world.
    package static let secondsBounds = [
        0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
    ]

    private struct Classes {
        var counts: [Int]
        var sum = 0.0
    }

    private let name: String
    private let help: String
    private let labels: [String]
    private let bounds: [Double]
    private let classes = Locked<[[String]: Classes]>([:])

    /// Makes a family; the name ends in `_seconds`.
    package init(
        _ name: String, _ help: String, labels: [String] = [], bounds: [Double] = Histogram.secondsBounds
    ) {
        self.name = name
        self.help = help
        self.labels = labels
        self.bounds = bounds
    }

    /// Counts a duration.
    package func observe(_ duration: Duration, _ values: String...) {
        let seconds = duration / .seconds(1)
        let index = bounds.firstIndex { seconds <= $0 } ?? bounds.count
        classes.withLock { classes in
            classes[values, default: Classes(counts: [Int](repeating: 0, count: bounds.count + 1))].counts[index] += 1
            classes[values]?.sum += seconds
        }
    }

    /// Writes the family.
    package func write(to page: inout MetricsPage) {
        page.header(name, help, "histogram")
        let all = classes.withLock { $0 }.sorted { $0.key.lexicographicallyPrecedes($1.key) }
        for (values, classes) in all {
            let labels = Array(zip(labels, values))
            var count = 0
            for (bound, inClass) in zip(bounds + [.infinity], classes.counts) {
                count += inClass
                page.line("\(name)_bucket", labels + [("le", MetricsPage.number(bound))], Double(count))
            }
            page.line("\(name)_sum", labels, classes.sum)
            page.line("\(name)_count", labels, Double(count))
        }
    }
}
