/// Something that the linter found.
public struct LintFinding: Sendable, Hashable {
    /// The rule that was broken.
    public let rule: LintRule
    /// How bad it is here.
    public let severity: LintRule.Severity
    /// Where, such as `aps.mutableContent` or the name of a header; empty for the file as a whole.
    public let path: String
    /// The bytes of the file; nil for what is not in it.
    public let range: Range<Int>?
    /// The line and column of the first of the bytes; nil for what is not in the file.
    public let place: TextPlace?
    /// What is wrong here.
    public let message: String
    /// What to do.
    public let fix: String
    /// The changes to the file that do it; empty where only a person can decide.
    public let edits: [LintEdit]
}

/// A change to the bytes of a file.
public struct LintEdit: Sendable, Hashable {
    /// The bytes to take away.
    public let range: Range<Int>
    /// What comes in their place.
    public let replacement: [UInt8]

    /// Makes an edit.
    public init(_ range: Range<Int>, _ text: String) {
        self.range = range
        replacement = Array(text.utf8)
    }

    /// Applies edits; of those that touch the same bytes only the first.
    static func apply(_ edits: [LintEdit], to bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var position = 0
        for edit in edits.sorted(by: {
            ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
        })
        where edit.range.lowerBound >= position && edit.range.upperBound <= bytes.count {
            result += bytes[position..<edit.range.lowerBound]
            result += edit.replacement
            position = edit.range.upperBound
        }
        return result + bytes[position...]
    }
}
