internal import Foundation
internal import PushModel

/// How long the values can be that templates are written with.
package struct ValueBounds: Sendable {
    /// The longest value of one path.
    package struct Longest: Sendable, Equatable {
        /// Its bytes inside a JSON string.
        package var byteCount: Int
        /// The largest number among the values, without its sign.
        package var magnitude: Double

        /// Brings the two together.
        package init(byteCount: Int, magnitude: Double) {
            self.byteCount = byteCount
            self.magnitude = magnitude
        }
    }

    private let longest: [[String]: Longest]

    /// Takes the longest value of each path; nobody has a value at the others.
    package init(_ longest: [[String]: Longest]) { self.longest = longest }

    subscript(path: [String]) -> Longest { longest[path] ?? Longest(byteCount: 0, magnitude: 0) }
}

extension Template {
    /// The paths of the values that it uses.
    package var paths: Set<[String]> {
        Set(
            parts.compactMap { part in
                if case .place(let place) = part, case .path(let path) = place.source { path } else { nil }
            })
    }

    /// The most bytes that its text takes inside a JSON string, whoever of the bounded it is written for.
    package func byteBound(_ values: ValueBounds) -> Int {
        parts.reduce(0) { count, part in
            switch part {
            case .text(let text): count + Self.byteCount(text)
            case .place(let place): count + Self.bound(place, values)
            }
        }
    }

    /// A time, however much of it is written out: no language's full date and time are longer.
    private static let dateByteBound = 256

    private static func bound(_ place: Place, _ values: ValueBounds) -> Int {
        var longest: ValueBounds.Longest
        switch place.source {
        case .literal(let literal):
            let text = literal.string ?? literal.description
            longest = .init(byteCount: byteCount(text), magnitude: abs(literal.double ?? 0))
        case .path(let path): longest = values[path]
        }
        for filter in place.filters {
            switch filter {
            case .default(let text): longest.byteCount = max(longest.byteCount, byteCount(text))
            case .date: longest.byteCount = max(longest.byteCount, dateByteBound)
            case .number: longest.byteCount = max(longest.byteCount, numberByteBound(longest.magnitude))
            case .plural(let texts):
                // Every # becomes the number.
                let number = numberByteBound(longest.magnitude)
                let variants = texts.values.map { byteCount($0) + $0.count { $0 == "#" } * number }
                longest.byteCount = max(longest.byteCount, variants.max() ?? 0)
            }
        }
        return longest.byteCount
    }

    /// A number in any language: four bytes a digit, a separator of three for every two, fraction, sign and currency.
    private static func numberByteBound(_ magnitude: Double) -> Int {
        let digits = magnitude >= 10 && magnitude.isFinite ? Int(log10(magnitude)) + 2 : magnitude.isFinite ? 2 : 310
        return digits * 4 + digits / 2 * 3 + 9 * 4 + 24
    }

    private static func byteCount(_ text: String) -> Int {
        var json = JSONText()
        json.append(string: text)
        return json.bytes.count - 2
    }
}
