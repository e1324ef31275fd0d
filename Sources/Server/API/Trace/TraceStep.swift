internal import Foundation
internal import PushModel

/// One thing that happened to a delivery: when, what, and a sentence about it.
struct TraceStep: Sendable {
    /// What happened; the raw values are stable.
    enum Kind: String, CaseIterable, Sendable {
        case accepted, audience, scheduled, planned, waited
        case attemptStarted = "attempt_started"
        case attemptEnded = "attempt_ended"
        case retry, outcome, pending
        case delivered, presented, suppressed, opened, dismissed
    }

    let kind: Kind
    /// By the server's clock, and for what a device reports by the device's.
    let at: Date
    let text: String
    var details = JSONObject()

    var json: JSONValue {
        [
            "at": .string(Timestamp.format(at)), "kind": .string(kind.rawValue), "text": .string(text),
            "details": .object(details),
        ]
    }
}
