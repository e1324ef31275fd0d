import APNs
import Foundation
import PushModel
import TestSupport
import Testing

/// The rules that a push has to keep before it leaves.
struct PushRequestTests {
    @Test func `a sound push breaks no rule`() {
        #expect(PushRequest.sample().violation == nil)
        var push = PushRequest.sample(collapseID: String(repeating: "é", count: 32))
        push.expiration = .once
        #expect(push.violation == nil)
        push.expiration = .at(Date(timeIntervalSince1970: 1_800_000_000))
        #expect(push.violation == nil)
        // Live Activity tokens have been seen with 160 digits.
        push.deviceToken = String(repeating: "Ab", count: 80)
        #expect(push.violation == nil)
    }

    @Test(
        .rows("B33"),
        arguments: [
            (PushType.alert, ""), (.background, ""), (.complication, ".complication"),
            (.controls, ".push-type.controls"), (.fileProvider, ".pushkit.fileprovider"),
            (.liveActivity, ".push-type.liveactivity"), (.location, ".location-query"), (.pushToTalk, ".voip-ptt"),
            (.voip, ".voip"), (.widgets, ".push-type.widgets"),
        ])
    func `each push type goes to its own topic`(type: PushType, suffix: String) {
        #expect(PushRequest.sample(topic: "com.example.app" + suffix, type: type).violation == nil)
        let wrong = suffix.isEmpty ? "com.example.app.push-type.liveactivity" : "com.example.app"
        let violation = PushRequest.sample(topic: wrong, type: type).violation
        #expect(violation?.reason == .badTopic)
        #expect(violation?.isLocal == true)
        if !suffix.isEmpty {
            #expect(violation?.detail?.contains(suffix) == true)
            #expect(PushRequest.sample(topic: suffix, type: type).violation?.reason == .badTopic)
        }
    }

    @Test(arguments: PushType.allCases)
    func `a type that needs a key or a certificate is refused with the other`(type: PushType) {
        let topic = type.topic(forBundle: "com.example.app") ?? "0f8fad5b-d9cb-469f-a165-70867728950e"
        let push = PushRequest.sample(topic: topic, type: type)
        let (byToken, byCertificate) = (push.violation(of: .token), push.violation(of: .certificate))
        #expect(byToken?.reason == (type == .mdm ? .invalidPushType : nil))
        #expect(byCertificate?.reason == ([.liveActivity, .location].contains(type) ? .invalidPushType : nil))
        #expect([byToken, byCertificate].compactMap { $0?.detail }.allSatisfy { $0.contains(type.rawValue) })
        for priority in PushPriority.allCases {
            var other = push
            other.priority = priority
            let isWrong = type == .background && priority != .conservePower
            #expect((other.violation(of: type == .mdm ? .certificate : .token)?.reason == .badPriority) == isWrong)
        }
    }

    @Test(.rows("SF48"), arguments: PushType.allCases.filter { $0.topicSuffix?.isEmpty == false })
    func `a suffix that stands twice is refused by name`(type: PushType) {
        let suffix = type.topicSuffix ?? ""
        let violation = PushRequest.sample(topic: "com.example.app\(suffix)\(suffix)", type: type).violation
        #expect(violation?.reason == .badTopic)
        #expect(violation?.detail?.contains("twice") == true)
    }

    @Test(
        .rows("C24"),
        arguments: [(PushType.alert, "", 4096), (.voip, ".voip", 5120), (.pushToTalk, ".voip-ptt", 4096)])
    func `the payload is limited in bytes and the answer names both numbers`(
        type: PushType, suffix: String, limit: Int
    ) {
        var push = PushRequest.sample(topic: "com.example.app" + suffix, type: type)
        push.payload = [UInt8](repeating: UInt8(ascii: " "), count: limit)
        #expect(push.violation == nil)
        push.payload.append(0)
        let violation = push.violation
        #expect(violation?.status == 413)
        #expect(violation?.reason == .payloadTooLarge)
        #expect(violation?.detail?.contains("\(limit + 1) bytes") == true)
        #expect(violation?.detail?.contains("\(limit)") == true)
        push.payload = []
        #expect(push.violation?.reason == .payloadEmpty)
    }

    @Test func `a background push has priority 5 by itself and no other`() {
        var push = PushRequest.sample(type: .background)
        #expect(push.priority == .conservePower)
        #expect(push.violation == nil)
        push.priority = .immediate
        #expect(push.violation?.reason == .badPriority)
        #expect(push.violation?.detail?.contains("5") == true)
    }

    @Test func `a collapse id has at most 64 bytes, not characters`() {
        #expect(PushRequest.sample(collapseID: String(repeating: "a", count: 64)).violation == nil)
        for text in [String(repeating: "a", count: 65), String(repeating: "é", count: 33), "", "a\r\nb: c"] {
            #expect(PushRequest.sample(collapseID: text).violation?.reason == .badCollapseID)
        }
    }

    @Test(arguments: ["abc", "zz", "ab cd", "<ab>", "ab\u{0}0", String(repeating: "a", count: 514)])
    func `a token that is not hexadecimal pairs is refused`(token: String) {
        let violation = PushRequest.sample(token: token).violation
        #expect(violation?.reason == .badDeviceToken)
        #expect(violation?.detail?.contains(token) == false)
    }

    @Test(
        .rows("SF41", "SF42"),
        arguments: [
            ("{length = 32, bytes = 0x00fc13ad ff785122 ... 577c991d e8f0ab01 }", "description of a Data value"),
            ("{length=32,bytes=0x00fc13adff785122...577c991de8f0ab01}", "description of a Data value"),
            ("<00fc13ad ff785122 b4ad2880 9a342098 23412414 21348097 878e577c>", "description of a Data value"),
            ("APwTrf94USK0rSiAmjQggjQSQUITSAl4eOV3yZHejwA=", "base64"),
            ("APwTrf94USK0rSiAmjQggjQSQUITSAl4eOV3yZHejwA", "base64"),
            ("apns-token of Ada's phone", nil),
        ])
    func `a token in the form of something else is refused with the way to repair it`(token: String, form: String?) {
        let violation = PushRequest.sample(token: token).violation
        #expect(violation?.reason == .badDeviceToken)
        #expect(violation?.isLocal == true)
        let detail = violation?.detail ?? ""
        #expect(form.map(detail.contains) ?? !detail.contains("looks like"))
        for piece in token.split(separator: " ") where piece.count > 6 { #expect(!detail.contains(piece)) }
    }

    @Test(.rows("SF42"), arguments: [32, 64, 100, 160, 200, 512])
    func `a token may have any length that whole bytes give, in either case`(count: Int) {
        for digits in ["0123456789abcdef", "0123456789ABCDEF"] {
            let token = String(String(repeating: digits, count: 32).prefix(count))
            #expect(PushRequest.sample(token: token).violation == nil)
        }
    }

    @Test func `what is missing is named`() {
        #expect(PushRequest.sample(token: "").violation?.reason == .missingDeviceToken)
        #expect(PushRequest.sample(topic: "").violation?.reason == .missingTopic)
        #expect(PushRequest.sample(topic: "com.example app").violation?.reason == .badTopic)
        #expect(PushRequest.sample(topic: "com.example\r\nx: y").violation?.reason == .badTopic)
    }

    // The largest is a plausible moment in milliseconds, taken for seconds.
    @Test(.rows("SF52"), arguments: [0, -1, 1e300, Double.nan, .infinity, 1_767_225_600_000])
    func `an expiration outside the calendar is refused`(seconds: Double) {
        var push = PushRequest.sample()
        push.expiration = .at(Date(timeIntervalSince1970: seconds))
        #expect(push.violation?.reason == .badExpirationDate)
    }

    @Test(.rows("P17"), arguments: ["accepted", "declined", "cancelled", "ended", "missed", "other"])
    func `a push of a call that is no ring does not leave as voip`(event: String) {
        func push(_ event: String, _ type: PushType) -> PushRequest {
            let call = #""call":{"id":"6f1c9a52-0b6e-4a7e-9d0f-3a5d1f0c2b11","event":"\#(event)"}"#
            return PushRequest(
                deviceToken: "ab12", topic: type == .voip ? "com.example.app.voip" : "com.example.app", pushType: type,
                payload: Array(#"{"aps":{},"tidings":{"v":1,"id":"msg_1",\#(call)}}"#.utf8))
        }
        let violation = push(event, .voip).violation
        #expect(violation?.reason == .voipNotRing && violation?.isLocal == true && violation?.status == 400)
        #expect(push(event, .alert).violation == nil && push("ring", .voip).violation == nil)
    }

    @Test(.rows("P17")) func `a message of ours is no call, and payloads of others are theirs`() {
        func push(_ payload: String) -> PushRequest {
            PushRequest(
                deviceToken: "ab12", topic: "com.example.app.voip", pushType: .voip, payload: Array(payload.utf8))
        }
        #expect(push(#"{"aps":{},"tidings":{"v":1,"id":"msg_1"}}"#).violation?.reason == .voipNotRing)
        #expect(push(#"{"aps":{},"call":{"event":"ended"}}"#).violation == nil)
    }
}
