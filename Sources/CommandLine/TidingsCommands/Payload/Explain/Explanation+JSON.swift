import APNsSimulator
import PayloadRehearsal
import Payloads

extension Explanation: Encodable {
    private enum Key: String, CodingKey {
        case push, findings, apns, situations, sights, courses, unverified
    }

    private struct EncodedPush: Encodable {
        let format: String
        let bytes: Int
        let byteLimit: Int?
        let headers: [EncodedHeader]
    }

    private struct EncodedHeader: Encodable {
        let name: String
        let value: String
        let isAssumed: Bool
    }

    private struct EncodedFinding: Encodable {
        let severity: String
        let code: String
        let path: String
        let message: String
    }

    private struct Answer: Encodable {
        let status: Int
        let reason: String?
    }

    private struct EncodedRun: Encodable {
        let state: PhoneState
        let with: [Circumstance]
        let without: [Circumstance]
        let sight: String
        let course: String
        let unverified: [Doubt]
    }

    /// The form for programs: each situation names what is found and what runs, which stand beside.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(
            EncodedPush(
                format: format.rawValue, bytes: push.payload.count, byteLimit: push.byteLimit,
                headers: push.headers.map { EncodedHeader(name: $0.name, value: $0.value, isAssumed: $0.isAssumed) }),
            forKey: .push)
        try container.encode(
            findings.map {
                EncodedFinding(
                    severity: $0.severity.rawValue, code: $0.rule.code, path: $0.path, message: $0.message)
            }, forKey: .findings)
        try container.encode(
            Answer(status: refusal?.status ?? 200, reason: refusal?.reason.rawValue), forKey: .apns)
        try container.encode(
            runs.map { run in
                EncodedRun(
                    state: run.situation.state, with: run.situation.with, without: run.situation.without,
                    sight: Self.letters(run.sight), course: "\(run.course + 1)", unverified: run.outcome.doubts)
            }, forKey: .situations)
        try container.encode(named(sights, Self.letters), forKey: .sights)
        try container.encode(named(courses) { "\($0 + 1)" }, forKey: .courses)
        try container.encode(
            Dictionary(uniqueKeysWithValues: doubts.map { ($0.doubt.rawValue, $0.doubt.sentence) }),
            forKey: .unverified)
    }

    private func named<Value>(_ values: [Value], _ name: (Int) -> String) -> [String: Value] {
        Dictionary(uniqueKeysWithValues: values.enumerated().map { (name($0), $1) })
    }
}
