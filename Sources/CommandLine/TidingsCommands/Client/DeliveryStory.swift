import PushModel

/// The story of a delivery as the API tells it.
struct DeliveryStory: Codable, Sendable {
    /// One thing that happened.
    struct Step: Codable, Sendable {
        /// When.
        let at: String
        /// What, in a stable word.
        let kind: String
        /// A sentence about it.
        let text: String
        /// What the sentence says, for programs.
        let details: JSONValue?
    }

    /// The delivery's id.
    let deliveryId: String
    /// Its message's id.
    let messageId: String
    /// The person it is for.
    let externalId: String
    /// The device it is for.
    let deviceId: String?
    /// `pending`, `retrying` or the outcome.
    let status: String
    /// What happened, in order.
    let steps: [Step]

    /// The story as lines, a line for each step.
    var lines: [String] {
        let device = deviceId.map { " on \($0)" } ?? ""
        var lines = ["\(deliveryId) of \(messageId) to \(externalId)\(device): \(status)"]
        lines += steps.map { "  \($0.at)  \($0.text)" }
        let reports = ["delivered", "presented", "suppressed", "opened", "dismissed"]
        if status == "sent", !steps.contains(where: { reports.contains($0.kind) }) {
            lines.append("  The device has reported nothing yet.")
        }
        return lines
    }
}
