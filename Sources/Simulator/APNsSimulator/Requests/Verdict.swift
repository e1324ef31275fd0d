/// What the simulated APNs decided about one request.
package struct Verdict: Sendable {
    /// The `apns-id` of the answer; nil when there is no answer and none was asked for.
    package var answerID: AnswerID?
    /// When it was decided, in milliseconds since 1970.
    package var milliseconds: Int64
    /// What became of the push; nil when it was refused.
    package var fate: Device.Fate?
    /// Why the push was refused; nil for a 200.
    package var refusal: APNsSimulator.Refusal?

    /// The request, when it has been kept already.
    var kept: KeptRequest?

    /// The `apns-id` of the answer as text; empty when there is none.
    package var id: String { answerID?.text ?? "" }

    /// The status of the answer.
    package var status: Int { refusal?.status ?? 200 }
}
