import APNs
import Foundation
import PushModel
import TestSupport
import Testing

/// Content by type, as it goes out.
struct PushContentTests {
    private static let token = "00fc13adff785122b4ad28809a3420982341241421348097878e577c991de8f0"

    private static func text(_ content: PushContent) -> String { String(decoding: content.payload, as: UTF8.self) }

    @Test(
        arguments: [
            (
                PushContent.alert(title: "Hi", body: "You", badge: 3, data: ["id": 7]), "com.example.app", 10,
                nil as String?,
                #"{"aps":{"alert":{"title":"Hi","body":"You"},"badge":3,"sound":"default"},"id":7}"#
            ),
            (
                .background(data: ["sync": true]), "com.example.app", 5, nil,
                #"{"aps":{"content-available":1},"sync":true}"#
            ),
            (.voip(data: ["call": "c"]), "com.example.app.voip", 10, "0", #"{"aps":{},"call":"c"}"#),
            (.complication(data: ["steps": 1]), "com.example.app.complication", 10, nil, #"{"aps":{},"steps":1}"#),
            (.location(), "com.example.app.location-query", 10, nil, #"{"aps":{}}"#),
            (
                .fileProvider(domain: "d"), "com.example.app.pushkit.fileprovider", 10, nil,
                #"{"container-identifier":"NSFileProviderWorkingSetContainerItemIdentifier","domain":"d"}"#
            ),
            (
                .pushToTalk(data: ["speaker": "Ann"]), "com.example.app.voip-ptt", 10, "0",
                #"{"aps":{},"speaker":"Ann"}"#
            ),
            (.mdm(magic: "m"), "com.example.app", 10, nil, #"{"mdm":"m"}"#),
            (.widgets(), "com.example.app.push-type.widgets", 10, nil, #"{"aps":{"content-changed":true}}"#),
            (.controls(), "com.example.app.push-type.controls", 10, nil, #"{"aps":{"content-changed":true}}"#),
            (.raw(Array("{}".utf8), type: .alert, priority: .neverWake), "com.example.app", 1, nil, "{}"),
        ])
    func `each type has its topic, priority, expiration and payload, and breaks no rule`(
        content: PushContent, topic: String, priority: Int, expiration: String?, payload: String
    ) {
        let push = PushRequest(content, to: Self.token, bundleID: "com.example.app")
        #expect(push.topic == topic)
        #expect(push.priority.rawValue == priority)
        #expect((push.expiration == .once ? "0" : nil) == expiration)
        #expect(String(decoding: push.payload, as: UTF8.self) == payload)
        #expect(push.violation(of: content.type == .mdm ? .certificate : .token) == nil)
    }

    @Test func `an app's member called aps does not stand beside the real one`() {
        #expect(Self.text(.background(data: ["aps": 1, "a": 2])) == #"{"aps":{"content-available":1},"a":2}"#)
    }

    private struct State: Codable, Equatable {
        var score: Int
        var kickOff: Date
        var link = "https://example.com/a"
    }

    @Test(.rows("SF53"))
    func `dates in a Live Activity's state are what ActivityKit decodes, and its own times count from 1970`() throws {
        let state = State(score: 2, kickOff: Date(timeIntervalSinceReferenceDate: 800_000_000.5))
        let now = Date(timeIntervalSince1970: 1_800_000_000.9)
        var push = try LiveActivityPush.update(state: state, timestamp: now)
        push.staleDate = now.addingTimeInterval(60)
        push.priority = .conservePower
        let text = Self.text(push.content)
        #expect(
            text == #"{"aps":{"event":"update","timestamp":1800000000,"stale-date":1800000060,"content-state":"#
                + #"{"score":2,"kickOff":800000000.5,"link":"https:\/\/example.com\/a"}}}"#
                .replacingOccurrences(of: #"\/"#, with: "/")
                || text.contains(#""kickOff":800000000.5"#))
        // What the device does: the plain decoder, with nothing set.
        let aps = try #require(JSONValue(parsing: push.content.payload)["aps"]?.object)
        let contentState = try #require(aps["content-state"]?.object)
        #expect(try JSONDecoder().decode(State.self, from: Data(contentState.encoded())) == state)
        #expect(aps["event"] == "update")
        #expect(aps["timestamp"] == 1_800_000_000)
        #expect(aps["stale-date"] == 1_800_000_060)
        #expect(!text.contains(#"\/"#), "each escaped slash would cost a byte")
        #expect(push.content.priority == .conservePower)
        let request = PushRequest(push.content, to: Self.token, bundleID: "com.example.app")
        #expect(request.topic == "com.example.app.push-type.liveactivity")
        #expect(request.violation == nil)
    }

    @Test func `a start carries attributes, alert and channel, and cannot be broadcast`() throws {
        let push = try LiveActivityPush.start(
            attributesType: "MatchAttributes", attributes: ["home": "A"], state: ["score": 0],
            alert: .init(title: "Kick-off", body: "A - B"), updates: .channel("dHN0LXNyY2gtY2hubA=="),
            timestamp: Date(timeIntervalSince1970: 5))
        #expect(
            Self.text(push.content)
                == #"{"aps":{"alert":{"title":"Kick-off","body":"A - B"},"event":"start","timestamp":5,"#
                + #""content-state":{"score":0},"attributes-type":"MatchAttributes","attributes":{"home":"A"},"#
                + #""input-push-channel":"dHN0LXNyY2gtY2hubA=="}}"#)
        #expect(push.broadcast(bundleID: "com.example.app", channelID: "dHN0LXNyY2gtY2hubA==") == nil)
    }

    @Test func `an end can say when to leave the screen and go to a channel`() throws {
        var push = LiveActivityPush.end(timestamp: Date(timeIntervalSince1970: 9))
        push.dismissalDate = Date(timeIntervalSince1970: 8)
        #expect(Self.text(push.content) == #"{"aps":{"event":"end","timestamp":9,"dismissal-date":8}}"#)
        let broadcast = try #require(push.broadcast(bundleID: "com.example.app", channelID: "dHN0LXNyY2gtY2hubA=="))
        #expect(broadcast.violation == nil)
        #expect(broadcast.expiration == .once)
        #expect(throws: (any Error).self) {
            try LiveActivityPush.end(state: 5, timestamp: Date(timeIntervalSince1970: 9))
        }
    }
}
