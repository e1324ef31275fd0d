internal import Storage

/// Says in a sentence what became of an attempt.
enum AttemptSentence {
    static func of(_ attempt: Attempt, latency: Int) -> String {
        let word = attempt.reason.map { " \($0)" } ?? ""
        return switch attempt.result {
        case "accepted": "APNs accepted it with \(attempt.providerStatus ?? 200), \(latency) ms after the start."
        case "rejected": "APNs refused it with \(attempt.providerStatus ?? 0)\(word), \(latency) ms after the start."
        case "not_processed": "APNs did not look at it\(attempt.reason.map { ": \($0)" } ?? "")."
        case "ambiguous":
            "No answer came\(attempt.reason.map { " (\($0))" } ?? ""). APNs may have taken it, so a repeat carries the same apns-id."
        case "not_sent": "It was not sent. \(ReasonSentence.of(attempt.reason ?? "unknown"))"
        default: "It ended as \(attempt.result)."
        }
    }
}
