/// Counts the requests to each device token within one second.
///
/// A value without a clock. It forgets everything when another second begins, so that it stays small.
struct TokenRate: Sendable {
    private let limit: Int
    private var second: Int64 = -1
    private var counts: [String: Int] = [:]

    init(limit: Int) { self.limit = limit }

    /// Counts a request; false when it is one too many.
    mutating func admits(_ token: String, second: Int64) -> Bool {
        if second != self.second { (self.second, counts) = (second, [:]) }
        counts[token, default: 0] += 1
        return counts[token, default: 0] <= limit
    }
}
