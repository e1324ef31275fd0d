import PushModel
import TestSupport
import Testing

@testable import Payloads

@Suite struct BuildingTests {
    private static let now = 1_800_000_000
    private static let json = #"""
        {"token":"t","notification":{"id":"order-42","title":"On its way 👋","body":"Tap to \"see\" it / now",
        "data":{"screen":"order","n":"7"},
        "ios":{"sound":"kick.wav","categoryId":"ORDER","threadId":"o","interruptionLevel":"timeSensitive",
        "attachments":[{"url":"https://cdn.example.com/42.png","id":"p"}]},"android":{"channelId":"orders"}},
        "options":{"iosBadgeCount":3,"ttl":3600,"androidPriority":"normal","collapseKey":"c"}}
        """#

    private static func draft() throws -> PushDraft { try PushDraft(parsing: Array(json.utf8)) }

    @Test(.rows("N7", "N8", "N11", "N12")) func `the half for APNs has the headers, aps and the options as text`()
        throws
    {
        let push = try Self.draft().apns(bundleID: "com.example.app", secondsSince1970: Self.now)
        #expect(
            push.object["headers"]
                == [
                    "apns-push-type": "alert", "apns-priority": "10", "apns-collapse-id": "c",
                    "apns-expiration": "1800003600", "apns-topic": "com.example.app",
                ])
        let payload = try #require(push.object["payload"]?.object)
        #expect(payload.keys == ["aps", "notifee_options", "notifee_data"])
        #expect(
            payload["aps"]
                == [
                    "alert": ["title": "On its way 👋", "body": "Tap to \"see\" it / now"], "mutable-content": 1,
                    "sound": "kick.wav", "category": "ORDER", "thread-id": "o", "interruption-level": "time-sensitive",
                    "badge": 3,
                ])
        let text = try #require(payload["notifee_options"]?.string)
        let options = try JSONValue(parsing: text)
        #expect(options.object?.keys == ["_v", "title", "body", "android", "ios"])
        #expect(options["_v"] == 1 && options["id"] == nil)
        #expect(options["ios"]?["badgeCount"] == 3 && options["ios"]?["attachments"]?.array?.first?["id"] == "p")
        #expect(payload["notifee_data"] == #"{"screen":"order","n":"7"}"#)
        #expect(push.payload == payload.encoded())
    }

    @Test(.rows("N8", "N9", "P8"))
    func `both halves for FCM have the same options byte for byte, and Android has data only`() throws {
        let push = try Self.draft().fcm(secondsSince1970: Self.now)
        let message = try #require(push.object["message"])
        #expect(message.object?.keys == ["token", "data", "android", "apns"])
        #expect(message["data"]?["notifee_options"] == message["apns"]?["payload"]?["notifee_options"])
        #expect(message["data"]?.object?.members.allSatisfy { $0.value.string != nil } == true)
        #expect(message["android"] == ["priority": "normal", "ttl": "3600s", "collapse_key": "c"])
        let text = String(decoding: push.json, as: UTF8.self)
        let written = JSONValue.string(try Self.draft().notifyKitOptions).description
        #expect(text.ranges(of: written).count == 2)
        let admin = try Self.draft().firebaseAdmin(secondsSince1970: Self.now)
        #expect(admin.object["android"] == ["priority": "normal", "ttl": 3_600_000, "collapseKey": "c"])
        #expect(admin.object["notification"] == nil && admin.object["apns"] == message["apns"])
    }

    @Test(.rows("N12", "P9"))
    func `what is built is read back by the extension's reader, and the linter has nothing to say`() throws {
        let draft = try Self.draft()
        for push in [
            try draft.apns(bundleID: "com.example.app", secondsSince1970: Self.now),
            try draft.fcm(secondsSince1970: Self.now),
            try draft.firebaseAdmin(secondsSince1970: Self.now),
        ] {
            #expect(push.findings.filter { $0.severity != .note }.isEmpty, "\(push.findings.map(\.message))")
            let payload = try #require(push.payload)
            let root = try #require(JSONValue(parsing: payload).object)
            let options = try #require(NotifyKitOptions(userInfo: root.userInfo))
            #expect(options.title == draft.title && options.presentation.badge == 3 && options.version == 1)
            #expect(options.presentation.interruptionLevel == .timeSensitive)
            #expect(options.media == [Attachment(url: "https://cdn.example.com/42.png", id: "p")])
            #expect(options.data == draft.data)
        }
    }

    @Test func `a message of Tidings has what it can say, and refuses the rest`() throws {
        var draft = try Self.draft()
        draft.token = nil
        draft.android = nil
        draft.users = ["user-1"]
        let push = try draft.tidings()
        #expect(push.object["to"] == ["user-1"] && push.object["category"] == "ORDER" && push.object["badge"] == 3)
        #expect(push.object["data"] == .object(draft.data) && push.object["collapseId"] == "c")
        #expect(push.findings.allSatisfy { $0.severity == .note })
        draft.ios["critical"] = true
        #expect(Self.faults { try draft.tidings() } == ["notification.ios.critical: unknown_field"])
        draft.ios["critical"] = nil
        draft.timeToLive = 10
        draft.data["x"] = "y"
        draft.title = String(repeating: "x", count: 501)
        #expect(Self.faults { try draft.tidings() } == ["title: too_long"])
    }

    private static func faults(_ build: () throws -> BuiltPush) -> [String] {
        do {
            _ = try build()
            return []
        } catch {
            return (error as? ValidationError)?.fields.map { "\($0.param): \($0.code)" } ?? ["\(error)"]
        }
    }

    @Test(
        .rows("N1", "N2", "N3", "N4", "N5", "N6"),
        arguments: [
            (#"{"notification":{"title":"T","body":"B"}}"#, ["token: route_count"]),
            (#"{"token":"t","topic":"n","notification":{"title":"T","body":"B"}}"#, ["topic: route_count"]),
            (#"{"token":"","notification":{"title":"T","body":"B"}}"#, ["token: invalid_format"]),
            (#"{"token":"t","to":"u","notification":{"title":"T","body":"B"}}"#, ["to: route_count"]),
            (
                #"{"token":"t","notification":{"title":"","id":""}}"#,
                [
                    "notification.title: invalid_format", "notification.body: required",
                    "notification.id: invalid_format",
                ]
            ),
            (
                #"{"token":"t","notification":{"title":"T","body":"B","data":{"a":1,"notifee_data":2,"aps":"x","from":"x"}}}"#,
                [
                    "notification.data.a: invalid_type", "notification.data.notifee_data: reserved_key",
                    "notification.data.aps: reserved_key", "notification.data.from: reserved_key",
                ]
            ),
            (
                #"{"token":"t","notification":{"title":"T","body":"B","ios":{"attachments":[{"url":"https://a.b/c"},{"url":"http://a.b/c"},{}]}}}"#,
                [
                    "notification.ios.attachments[1].url: not_https", "notification.ios.attachments[2].url: required",
                ]
            ),
            (
                #"{"token":"t","notification":{"title":"T","body":"B","ios":{"attachments":{},"interruptionLevel":"time-sensitive","badgeCount":-1,"sound":7,"x":1}}}"#,
                [
                    "notification.ios.attachments: invalid_type", "notification.ios.interruptionLevel: invalid_format",
                    "notification.ios.badgeCount: out_of_range", "notification.ios.sound: invalid_type",
                    "notification.ios.x: unknown_field",
                ]
            ),
            (
                #"{"token":"t","notification":{"title":"T","body":"B"},"options":{"ttl":0,"iosBadgeCount":-1,"androidPriority":"max","collapseKey":""}}"#,
                [
                    "options.collapseKey: invalid_format", "options.androidPriority: invalid_format",
                    "options.iosBadgeCount: out_of_range", "options.ttl: out_of_range",
                ]
            ),
            (
                #"{"token":"t","notification":{"title":7,"body":"B"},"options":{"tll":1}}"#,
                [
                    "notification.title: invalid_type", "options.tll: unknown_field",
                ]
            ),
            (#"{"token":"t"}"#, ["notification: required"]),
        ])
    func `everything that is wrong is named at once, with a code and its place`(json: String, expected: [String]) {
        let faults = Self.faults { try PushDraft(parsing: Array(json.utf8)).fcm(secondsSince1970: Self.now) }
        #expect(faults == expected)
    }

    @Test(.rows("N5"))
    func `the collapse id is the key, else the id, else there is none; a badge of 0 and a short life stay`() throws {
        var draft = PushDraft(title: "T", body: "B")
        draft.badge = 0
        draft.timeToLive = 1
        let plain = try draft.apns(secondsSince1970: Self.now).object
        #expect(plain["headers"]?["apns-collapse-id"] == nil && plain["payload"]?["aps"]?["badge"] == 0)
        #expect(plain["headers"]?["apns-expiration"] == "1800000001")
        draft.id = "i"
        #expect(try draft.apns(secondsSince1970: Self.now).object["headers"]?["apns-collapse-id"] == "i")
        draft.collapseKey = String(repeating: "k", count: 65)
        #expect(Self.faults { try draft.apns(secondsSince1970: Self.now) } == ["options.collapseKey: too_long"])
        #expect(
            Self.faults { try draft.apns(bundleID: "a.b.voip-ptt", secondsSince1970: 0) }.first
                == "options.collapseKey: too_long")
        draft.collapseKey = nil
        #expect(
            Self.faults { try draft.apns(bundleID: "a.b.voip-ptt", secondsSince1970: 0) } == [
                "bundleId: invalid_format"
            ])
    }

    @Test(.rows("N6")) func `what is no JSON, or nested without end, is an error with a code`() {
        for text in ["{", "[]", "{\"a\":1,\"a\":2}", String(repeating: "{\"a\":", count: 500)] {
            #expect(throws: PushModelError.self) { try PushDraft(parsing: Array(text.utf8)) }
        }
    }

    @Test(.rows("N10", "P21"))
    func `bytes are counted as sent, by part; near the limit is told, beyond it nothing is built`() throws {
        var draft = PushDraft(title: "T", body: String(repeating: "👋", count: 100))
        draft.token = "t"
        let small = try draft.fcm(secondsSince1970: Self.now)
        #expect(small.parts.map(\.name) == ["apns", "android"] && small.largeParts.isEmpty)
        #expect(small.parts[0].byteCount == small.payload?.count)
        #expect(small.parts[0].members.first?.path == "notifee_options")
        draft.body = String(repeating: "👋", count: 430)
        #expect(try draft.fcm(secondsSince1970: Self.now).largeParts.map(\.name) == ["apns"])
        draft.body = String(repeating: "👋", count: 600)
        #expect(Self.faults { try draft.fcm(secondsSince1970: Self.now) } == ["apns: payload_too_large"])
    }

    @Test(.rows("N7")) func `a critical sound is the dictionary that iOS wants`() throws {
        var draft = PushDraft(title: "T", body: "B")
        draft.ios = ["sound": "a.caf", "critical": true, "criticalVolume": 0.5, "interruptionLevel": "critical"]
        let aps = try draft.apns(secondsSince1970: Self.now).object["payload"]?["aps"]
        #expect(aps?["sound"] == ["critical": 1, "name": "a.caf", "volume": 0.5])
    }
}
