import APNs
import Foundation
import PushModel

/// What became of a push that went straight to APNs, in words.
struct APNsAnswer: Encodable, Equatable {
    /// The start and end of the device token, or the channel.
    let target: String
    /// `accepted`, `rejected`, `not_sent` or `unknown`.
    let outcome: String
    /// The HTTP status; for what was not sent the one that APNs would have answered.
    var status: Int?
    /// The reason in Apple's words.
    var reason: String?
    /// The `apns-id`.
    var apnsId: String?
    /// The key of the delivery log, which the sandbox sends.
    var apnsUniqueId: String?
    /// With 410: since when the token is no longer valid.
    var invalidSince: String?
    /// What it means.
    let meaning: String
    /// What to do.
    let advice: String?

    /// The exit code for it: 1 for a refusal, 2 for no answer.
    var exit: ExitCode {
        switch outcome {
        case "accepted": .done
        case "rejected",
            "not_sent" where status != nil:
            .mistake
        default: .failure
        }
    }

    /// Tells a result.
    init(_ result: PushResult, target: String, id: UUID) {
        self.target = target
        switch result {
        case .accepted(let apnsID, let uniqueID):
            outcome = "accepted"
            status = 200
            apnsId = apnsID.uuidString.lowercased()
            apnsUniqueId = uniqueID
            meaning = "APNs took it. Whether the phone shows it is up to the phone: online, allowed, not in a Focus."
            advice = nil
        case .rejected(let rejection):
            outcome = rejection.isLocal ? "not_sent" : "rejected"
            status = rejection.status
            reason = rejection.reason.rawValue.isEmpty ? nil : rejection.reason.rawValue
            apnsId = rejection.isLocal ? nil : id.uuidString.lowercased()
            invalidSince = rejection.timestamp.map { $0.formatted(.iso8601) }
            let words = APNsWords.of(rejection)
            let since =
                invalidSince.map { " It has been so since \($0): a token that the app registered later is good." } ?? ""
            meaning = (rejection.detail ?? words.meaning) + (rejection.isLocal ? "" : since)
            let isForm = rejection.isLocal && rejection.reason == .badDeviceToken
            advice = isForm ? "tidings token inspect says how it has to be written." : words.advice
        case .notProcessed(let error):
            outcome = "not_sent"
            meaning = error.description
            advice = APNsWords.advice(error)
        case .ambiguous(let error):
            outcome = "unknown"
            meaning = error.description
            advice =
                "APNs may have taken it. With the same --collapse-id a second one replaces the first on the screen."
        }
    }

    /// The lines for people.
    func text(_ output: Output) -> String {
        let answer = [status.map(String.init), outcome == "accepted" ? outcome : reason].compactMap(\.self).joined(
            separator: " ")
        let head =
            switch outcome {
            case "not_sent": "not sent\(answer.isEmpty ? "" : " (\(answer))") \(target)"
            case "unknown": "no answer \(target)"
            default: "\(answer) \(target)"
            }
        var lines = [output.coloured(head, outcome == "accepted" ? .green : .red)]
        if let apnsId { lines.append("  apns-id  \(apnsId)") }
        if let apnsUniqueId { lines.append("  log      \(apnsUniqueId)") }
        lines.append("  meaning  \(meaning)")
        if let advice { lines.append("  advice   \(advice)") }
        return lines.joined(separator: "\n")
    }
}
