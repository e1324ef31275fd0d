/// One measured number beside what it is held to.
package struct Figure: Encodable, Sendable, Equatable {
    /// What the ratio to the reference has to be.
    package enum Target: Sendable, Equatable {
        /// At most this many times the reference: for costs.
        case atMost(Double)
        /// At least this many times the reference: for rates.
        case atLeast(Double)
        /// Only reported.
        case none
    }

    /// What was measured, such as `apns.sender.cpu`.
    package let name: String
    /// The measurement.
    package let value: Double
    /// Its unit, such as `s per 100,000 pushes`.
    package let unit: String
    /// The peer or limit measured in the same run, in the same unit; nil where there is none.
    package let reference: Double?
    /// What the reference was, such as `h2load`; shown to people.
    package let referenceName: String?
    /// The bound.
    package let target: Target

    /// Sets a measurement beside its reference.
    package init(
        _ name: String, _ value: Double, unit: String, reference: Double? = nil, referenceName: String? = nil,
        target: Target = .none
    ) {
        self.name = name
        self.value = value
        self.unit = unit
        self.reference = reference
        self.referenceName = referenceName
        self.target = target
    }

    /// The value divided by the reference.
    package var ratio: Double? { reference.flatMap { $0 == 0 ? nil : value / $0 } }

    /// Whether the target is met; a target without a reference is not.
    package var isMet: Bool {
        switch target {
        case .none: true
        case .atMost(let bound): ratio.map { $0 <= bound } ?? false
        case .atLeast(let bound): ratio.map { $0 >= bound } ?? false
        }
    }

    private enum Key: String, CodingKey {
        case name, value, unit, reference, ratio, target, ok
    }

    /// Writes every key, absent numbers as null.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(name, forKey: .name)
        try container.encode(value, forKey: .value)
        try container.encode(unit, forKey: .unit)
        try container.encode(reference, forKey: .reference)
        try container.encode(ratio, forKey: .ratio)
        try container.encode(targetRatio, forKey: .target)
        try container.encode(isMet, forKey: .ok)
    }

    private var targetRatio: Double? {
        switch target {
        case .none: nil
        case .atMost(let bound), .atLeast(let bound): bound
        }
    }

    /// The target for people: `≤ 3×`.
    var targetText: String {
        switch target {
        case .none: "–"
        case .atMost(let bound): "≤ \(Self.short(bound))×"
        case .atLeast(let bound): "≥ \(Self.short(bound))×"
        }
    }

    /// A number with about three significant digits.
    static func short(_ number: Double) -> String {
        let size = abs(number)
        guard size < 1000 else { return number < 1e15 ? String(Int(number.rounded())) : String(number) }
        let scale: Double = size >= 100 ? 1 : size >= 10 ? 10 : size >= 1 ? 100 : 1000
        let rounded = (number * scale).rounded() / scale
        return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
    }
}
