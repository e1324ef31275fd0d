/// What the simulated APNs decided about one request.
package struct Verdict: Sendable {
    /// The `apns-id` of the answer.
    package var id: String
    /// When it was decided, in milliseconds since 1970.
    package var milliseconds: Int64
    /// What became of the push; nil when it was refused.
    package var fate: Device.Fate?
    /// Why the push was refused; nil for a 200.
    package var refusal: APNsSimulator.Refusal?

    /// The status of the answer.
    package var status: Int { refusal?.status ?? 200 }
}
