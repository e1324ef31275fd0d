/// A delivery as the API describes it, as far as the tool reads it.
struct DeliveryStatus: Codable, Sendable {
    /// Something that the device reported.
    struct Receipt: Codable, Sendable {
        /// Such as `presented`.
        let kind: String
        /// When it happened on the device.
        let at: String?
        /// The button that was tapped.
        let action: String?
        /// The text that was typed.
        let input: String?
    }

    /// The delivery's id.
    let id: String
    /// The message it belongs to.
    let messageId: String?
    /// The device it is for.
    let deviceId: String?
    /// `pending` or the outcome.
    let status: String
    /// Why it came out so.
    let reason: String?
    /// What the device reported, oldest first.
    let receipts: [Receipt]?
}
