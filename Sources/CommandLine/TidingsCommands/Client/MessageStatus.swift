/// A message as the API describes it, as far as the tool reads it.
struct MessageStatus: Codable, Sendable {
    /// Numbers of deliveries: `total`, `pending` and the outcomes.
    typealias Counts = [String: Int]

    /// The message's id.
    let id: String
    /// Such as `queued` or `completed`.
    let status: String
    /// Deliveries by where they stand.
    let counts: Counts?
    /// Receipts by kind.
    let receipts: Counts?

    /// Whether nothing is pending any more.
    var isFinished: Bool { status == "completed" || status == "canceled" }

    /// The outcomes that occurred, the most telling first: `2 sent, 1 invalid`.
    var outcomeText: String {
        let names = ["sent", "failed", "invalid", "expired", "canceled", "skipped", "pending"]
        let parts = names.compactMap { name in
            (counts?[name]).flatMap { $0 > 0 ? "\($0) \(name)" : nil }
        }
        // One that waits for its schedule, or was taken back before, has not looked for anybody.
        let none = status == "completed" ? "nobody to send to" : "no deliveries"
        return parts.isEmpty ? none : parts.joined(separator: ", ")
    }

    /// The receipts that came in: `2 delivered, 1 opened`.
    var receiptText: String {
        let names = ["delivered", "presented", "suppressed", "opened", "dismissed"]
        let parts = names.compactMap { name in
            (receipts?[name]).flatMap { $0 > 0 ? "\($0) \(name)" : nil }
        }
        return parts.isEmpty ? "no receipts yet" : parts.joined(separator: ", ")
    }
}
