import HTTP2
import PushModel
import TestSupport
import Testing

@testable import APNsSimulator

/// Requests put together at random: whatever comes, the answer is one of Apple's and nothing breaks.
@Suite struct RandomRequestTests {
    private static let names = [
        "authorization", "apns-id", "apns-topic", "apns-push-type", "apns-priority", "apns-expiration",
        "apns-collapse-id", "apns-unknown", "user-agent",
    ]
    private static let values = [
        "", " ", "0", "1", "5", "10", "-1", "9223372036854775808", "alert", "background", "voip", "liveactivity", "mdm",
        "com.example.app", "com.example.app.voip", "com.example.app.push-type.liveactivity", ".voip", "..", "bearer x",
        "bearer a.b.c", "123e4567-e89b-42d3-a456-426614174000", "\u{0}", "ü", "\u{1F469}\u{200D}\u{1F680}",
        String(repeating: "x", count: 5000),
    ]

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `every request gets an answer of Apple's`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let trial = try Trial { $0.streams.rejectionsToDisconnect = nil }
        let known = [trial.authorization, trial.token, trial.token(.voip), trial.token(.alert, .sandbox)]
        var answers: [String: Int] = [:]
        for _ in 0..<4000 {
            let fields = request(&generator, known, trial)
            let environment: APNsSimulator.Environment = Bool.random(using: &generator) ? .production : .sandbox
            let verdict = trial.core.check(fields, environment, &trial.connection)
            #expect(CanonicalUUID.accepts(verdict.id))
            #expect((verdict.refusal == nil) == (verdict.fate != nil))
            if let refusal = verdict.refusal { #expect(refusal.reason.documentedStatus == refusal.status) }
            answers[verdict.summary, default: 0] += 1
        }
        // The mixture reaches deep: accepted ones too, and most kinds of refusal.
        #expect(answers["200", default: 0] > 0)
        #expect(answers.count > 12, "\(answers)")
    }

    /// The passing request with a few random changes, or a request of random parts altogether.
    private func request(_ generator: inout SeededGenerator, _ known: [String], _ trial: Trial) -> PushFields {
        if Int.random(in: 0..<4, using: &generator) == 0 {
            let headers = (0..<Int.random(in: 0..<12, using: &generator)).map { _ in
                HTTP2Header(pick(Self.names, &generator), pick(Self.values + known, &generator))
            }
            return PushFields(
                method: pick(["POST", "GET", ""], &generator), path: path(&generator, known), headers: headers,
                body: body(&generator))
        }
        var fields = trial.request
        for _ in 0..<Int.random(in: 0..<3, using: &generator) {
            let value: String? = Bool.random(using: &generator) ? pick(Self.values + known, &generator) : nil
            switch Int.random(in: 0..<9, using: &generator) {
            case 0: fields.path = path(&generator, known)
            case 1: fields.authorization = value
            case 2: fields.apnsID = value
            case 3: fields.topic = value
            case 4: fields.pushType = value
            case 5: fields.priority = value
            case 6: fields.expiration = value
            case 7: fields.collapseID = value
            default: fields.body = body(&generator)
            }
        }
        return fields
    }

    private func path(_ generator: inout SeededGenerator, _ known: [String]) -> String {
        let head = pick(["/3/device/", "/3/device", "/3/devic/", "", "/"], &generator)
        let tail = pick(known + Self.values + ["00", "0", "0g", "//", "?x"], &generator)
        return head + tail
    }

    private func body(_ generator: inout SeededGenerator) -> [UInt8] {
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: (0..<Int.random(in: 0..<64, using: &generator)).map { _ in .random(in: 0...255, using: &generator) }
        case 1: .json(ofSize: Int.random(in: 8..<6000, using: &generator))
        case 2: Array(String(repeating: "{\"a\":", count: Int.random(in: 1..<800, using: &generator)).utf8)
        default: Array(#"{"aps":{"alert":"Hello"}}"#.utf8)
        }
    }

    private func pick(_ list: [String], _ generator: inout SeededGenerator) -> String {
        list.randomElement(using: &generator) ?? ""
    }
}
