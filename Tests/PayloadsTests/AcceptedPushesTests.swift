import PushModel
import TestSupport
import Testing

@testable import Payloads

/// Pushes of every kind that Apple's documents describe, in words of our own: none of them may be complained of.
@Suite struct AcceptedPushesTests {
    struct Push: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var file: String
        var headers: [String]

        init(_ name: String, _ file: String, _ headers: String...) {
            testDescription = name
            self.file = file
            self.headers = headers
        }
    }

    private static let alert = "apns-push-type: alert"
    private static let topic = "apns-topic: com.example.app"
    private static let activity = "apns-push-type: liveactivity"
    private static let activityTopic = "apns-topic: com.example.app.push-type.liveactivity"

    static let pushes: [Push] = [
        Push("a text alone", #"{"aps":{"alert":"Dinner is ready"}}"#),
        Push(
            "title, subtitle, body, category and own data",
            #"{"aps":{"alert":{"title":"Game","subtitle":"Five cards","body":"Bob wants to play"},"category":"GAME_INVITATION"},"gameID":"12345678"}"#,
            alert, topic, "apns-priority: 10", "apns-expiration: 0", "apns-collapse-id: game",
            "apns-id: 123E4567-E89B-12D3-A456-42665544000A"),
        Push(
            "badge and sound without a text", #"{"aps":{"badge":9,"sound":"bingbong.aiff"},"messageID":"ABCDEFGHIJ"}"#),
        Push("a badge that is taken away", #"{"aps":{"badge":0}}"#, alert, topic),
        Push(
            "texts of the app's strings",
            #"{"aps":{"alert":{"title-loc-key":"T","title-loc-args":[],"subtitle-loc-key":"S","subtitle-loc-args":["a"],"loc-key":"REQUEST","loc-args":["Shelly","Rick"],"launch-image":"l"}}}"#
        ),
        Push(
            "a critical sound",
            #"{"aps":{"alert":"Smoke","interruption-level":"critical","sound":{"critical":1,"name":"alarm.caf","volume":0.75}}}"#
        ),
        Push(
            "grouping, window, level, score and focus",
            #"{"aps":{"alert":"a","thread-id":"t","target-content-id":"w","interruption-level":"passive","relevance-score":0.2,"filter-criteria":"work"}}"#
        ),
        Push(
            "an encrypted text for the extension",
            #"{"aps":{"alert":{"body":"Message"},"mutable-content":1},"ENCRYPTED":"Salted__·öîQÊ$UDì_¶Ù∞è"}"#, alert,
            topic),
        Push(
            "an update in the background", #"{"aps":{"content-available":1},"acme1":"bar","acme2":42}"#,
            "apns-push-type: background", topic, "apns-priority: 5"),
        Push("content-available beside an alert", #"{"aps":{"alert":"a","content-available":1}}"#, alert, topic),
        Push(
            "a call", #"{"caller":"Ada","id":"7"}"#, "apns-push-type: voip", "apns-topic: com.example.app.voip",
            "apns-expiration: 0"),
        Push(
            "a complication", #"{"aps":{},"steps":7}"#, "apns-push-type: complication",
            "apns-topic: com.example.app.complication"),
        Push(
            "a change in a file provider",
            #"{"container-identifier":"NSFileProviderRootContainerItemIdentifier","domain":"d"}"#,
            "apns-push-type: fileprovider", "apns-topic: com.example.app.pushkit.fileprovider"),
        Push(
            "a request for the location", #"{"aps":{}}"#, "apns-push-type: location",
            "apns-topic: com.example.app.location-query"),
        Push(
            "a managed device", #"{"mdm":"00000000-1111-3333-4444-555555555555"}"#, "apns-push-type: mdm",
            "apns-topic: com.apple.mgmt.External.x"),
        Push(
            "a transmission", #"{"aps":{},"activeSpeaker":"Ada"}"#, "apns-push-type: pushtotalk",
            "apns-topic: com.example.app.voip-ptt",
            "apns-expiration: 0", "apns-priority: 10"),
        Push(
            "widgets", #"{"aps":{"content-changed":true}}"#, "apns-push-type: widgets",
            "apns-topic: com.example.app.push-type.widgets"),
        Push(
            "controls", #"{"aps":{"content-changed":true}}"#, "apns-push-type: controls",
            "apns-topic: com.example.app.push-type.controls"),
        Push(
            "a Live Activity that begins",
            #"{"aps":{"timestamp":1234567890,"event":"start","content-state":{"currentHealthLevel":100,"eventDescription":"Begun"},"attributes-type":"AdventureAttributes","attributes":{"currentHealthLevel":100},"alert":{"title":{"loc-key":"%@ is on an adventure!","loc-args":["Panda"]},"body":{"loc-key":"%@ found a sword!","loc-args":["Panda"]},"sound":"chime.aiff"},"input-push-token":1}}"#,
            activity, activityTopic, "apns-priority: 10"),
        Push(
            "a Live Activity that goes on, with a text and a score beyond 1",
            #"{"aps":{"timestamp":1685952000,"event":"update","content-state":{"level":0.94},"relevance-score":75,"stale-date":1685959200,"alert":{"title":"a","body":"b","sound":"chime.aiff"}}}"#,
            activity, activityTopic, "apns-priority: 5"),
        Push(
            "a Live Activity that ends at once",
            #"{"aps":{"timestamp":1685952000,"event":"end","dismissal-date":1,"content-state":{"level":0.94}}}"#,
            activity,
            activityTopic, "apns-priority: 10"),
        Push(
            "a start that listens to a channel",
            #"{"aps":{"timestamp":1234567890,"event":"start","input-push-channel":"dHN0LXNyY2gtY2hubA==","content-state":{},"attributes-type":"A","attributes":{},"alert":{"title":"a","body":"b"}}}"#,
            activity, activityTopic),
        Push(
            "a broadcast", #"{"aps":{"timestamp":1234567890,"event":"update","content-state":{"score":1}}}"#, activity,
            "apns-channel-id: dHN0LXNyY2gtY2hubA==", "apns-expiration: 0", "apns-priority: 5",
            "apns-request-id: 123e4567-e89b-12d3-a456-42665544000a"),
        Push(
            "FCM with both halves",
            #"{"message":{"token":"t","notification":{"title":"a","body":"b"},"data":{"k":"v"},"android":{"ttl":"60s"},"apns":{"headers":{"apns-priority":"5"},"payload":{"aps":{"category":"c","sound":"kick.wav"}}}}}"#
        ),
        Push(
            "OneSignal",
            #"{"app_id":"a","included_segments":["All"],"contents":{"en":"Hi"},"ios_badgeType":"SetTo","ios_badgeCount":1}"#
        ),
        Push(
            "Expo",
            #"{"to":["ExponentPushToken[a]"],"title":"a","body":"b","priority":"high","interruptionLevel":"time-sensitive"}"#
        ),
    ]

    @Test(.rows("P7", "N28b"), arguments: pushes) func `a right push of every kind is accepted`(push: Push) throws {
        let findings = try CatalogueTests.findings(.init(push.file, headers: push.headers))
        #expect(findings.filter { $0.severity != .note }.isEmpty, "\(findings.map { ($0.rule.code, $0.message) })")
    }

    @Test func `a message for Android alone is warned of, and one at fault is not measured`() throws {
        let android = try CatalogueTests.findings(.init(#"{"message":{"token":"t","data":{"k":"v"}}}"#))
        #expect(android.map(\.rule.code) == ["missing_aps"] && android[0].severity == .warning)
        let faulty = try CatalogueTests.findings(.init(#"{"to":"u","title":7}"#))
        #expect(faulty.map(\.rule.code) == ["invalid_message"])
        let list = try CatalogueTests.findings(.init(#"{"aps":[]}"#))
        #expect(list.map(\.rule.code) == ["wrong_type"])
    }

    @Test(
        .rows("P21"),
        arguments: [("voip", ".voip", 5120), ("alert", "", 4096), ("liveactivity", ".push-type.liveactivity", 4096)])
    func `each push type has its limit, to the byte`(type: String, suffix: String, limit: Int) throws {
        let start = #"{"aps":{"event":"update","timestamp":1234567890,"content-state":{},"alert":"a"},"x":""#
        func codes(_ count: Int) throws -> [String] {
            let text = start + String(repeating: "x", count: count - start.utf8.count - 2) + "\"}"
            return try CatalogueTests.findings(
                .init(text, headers: ["apns-push-type: \(type)", "apns-topic: com.example.app\(suffix)"])
            ).map(\.rule.code)
        }
        #expect(try !codes(limit).contains("payload_too_large"))
        #expect(try codes(limit + 1).contains("payload_too_large"))
    }
}
