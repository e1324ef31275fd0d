package import Foundation

/// Takes in a file piece by piece and says when to stop: the first bytes tell its kind, and the kind its size.
package struct MediaIntake: Sendable {
    private let rule: MediaRule
    private var head: [UInt8] = []
    private var size = 0
    private var announced: Int64 = -1
    /// The kind, once it is known.
    private(set) package var kind: MediaKind?

    /// Begins a file.
    package init(_ rule: MediaRule) { self.rule = rule }

    /// Hears of the length that the server announces; -1 if it announces none.
    package mutating func expect(_ byteCount: Int64) throws(MediaRule.Refusal) {
        announced = byteCount
        guard byteCount <= Int64(rule.largestByteLimit) else { throw .tooLarge }
    }

    /// Hears of the next piece before it is written.
    package mutating func take(_ piece: Data) throws(MediaRule.Refusal) {
        size += piece.count
        if kind == nil {
            head.append(contentsOf: piece.prefix(MediaKind.headByteCount - head.count))
            if head.count == MediaKind.headByteCount { try decide() }
        }
        let limit = kind.map(rule.byteLimit) ?? rule.largestByteLimit
        guard size <= limit, announced <= Int64(limit) else { throw .tooLarge }
    }

    /// Hears of the end of the file.
    package mutating func finish() throws(MediaRule.Refusal) -> MediaKind {
        try decide()
        guard let kind else { throw .unsupportedKind }
        return kind
    }

    private mutating func decide() throws(MediaRule.Refusal) {
        if kind == nil { kind = try rule.kind(of: head) }
    }
}
