/// A page of metrics in Prometheus' text format 0.0.4.
///
/// Names, units and suffixes follow Prometheus' conventions; each family is written once, with help and type.
package struct MetricsPage: Sendable {
    /// The page's media type.
    package static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    /// The page so far.
    package private(set) var text = ""

    /// Makes an empty page.
    package init() {}

    /// One number of a family, and the labels that tell it from the others.
    package struct Sample: Sendable {
        let labels: [(String, String)]
        let value: Double

        /// Makes a sample.
        package init(_ value: Double, _ labels: [(String, String)] = []) {
            self.value = value
            self.labels = labels
        }

        /// Makes a sample of a count.
        package init(_ value: Int, _ labels: [(String, String)] = []) { self.init(Double(value), labels) }
    }

    /// Writes numbers that only grow; the name ends in `_total`.
    package mutating func counter(_ name: String, _ help: String, _ samples: [Sample]) {
        family(name, help, "counter", samples)
    }

    /// Writes numbers that go up and down.
    package mutating func gauge(_ name: String, _ help: String, _ samples: [Sample]) {
        family(name, help, "gauge", samples)
    }

    mutating func header(_ name: String, _ help: String, _ type: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
    }

    private mutating func family(_ name: String, _ help: String, _ type: String, _ samples: [Sample]) {
        header(name, help, type)
        for sample in samples { line(name, sample.labels, sample.value) }
    }

    mutating func line(_ name: String, _ labels: [(String, String)], _ value: Double) {
        text += name
        if !labels.isEmpty {
            text += "{" + labels.map { "\($0)=\"\(Self.escaped($1))\"" }.joined(separator: ",") + "}"
        }
        text += " \(Self.number(value))\n"
    }

    static func number(_ value: Double) -> String {
        if value == .infinity { return "+Inf" }
        return Int(exactly: value).map(String.init) ?? String(value)
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}
