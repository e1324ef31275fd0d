import Foundation
import PushModel
import TestSupport
import Testing

@Suite struct PushPayloadTests {
    private func userInfo(_ json: String) throws -> [AnyHashable: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    }

    @Test(.rows("B73"))
    func `a push of ours is taken apart, from a dictionary and from JSON alike`() throws {
        let json = #"""
            {"aps":{"alert":{"title":"T","body":"B"},"badge":2,"mutable-content":1},
            "tidings":{"v":1,"id":"msg_1","delivery":"dlv_1","to":"tag","exp":5,"conversation":"c","deepLink":"a://b",
            "action":{"name":"n","data":{"k":true}},"image":"https://e.com/i","actions":[{"id":"i","title":"t","input":true}]},
            "order":{"id":7,"paid":false}}
            """#
        let push = try #require(PushPayload(userInfo: userInfo(json)))
        #expect(push.aps.alert?.title == "T" && push.aps.badge == 2 && push.aps.isMutableContent == true)
        #expect(push.envelope.id == "msg_1" && push.envelope.delivery == "dlv_1" && push.envelope.expires == 5)
        #expect(push.envelope.to == SubscriberTag("tag") && push.envelope.conversation == "c")
        #expect(push.envelope.action == NamedAction(name: "n", data: ["k": true]))
        #expect(push.envelope.actions == [ActionButton(id: "i", title: "t", asksForText: true)])
        #expect(push.data == ["order": ["id": 7, "paid": false]])
        #expect(PushPayload(json: utf8(json)) == push)
        #expect(PushPayload.isTidings(try userInfo(json)))
    }

    @Test(
        .rows("B73"),
        arguments: [
            "{}", #"{"aps":{"alert":"x"}}"#, #"{"tidings":1}"#, #"{"tidings":[]}"#, #"{"tidings":"{}"}"#,
            #"{"tidings":{}}"#,
            #"{"tidings":null}"#, #"{"tidings":{"v":1}}"#, #"{"tidings":{"id":"m"}}"#, #"{"tidings":{"v":0,"id":"m"}}"#,
            #"{"tidings":{"v":-1,"id":"m"}}"#, #"{"tidings":{"v":"1","id":"m"}}"#, #"{"tidings":{"v":1,"id":""}}"#,
            #"{"tidings":{"v":1,"id":7}}"#, #"{"tidings":{"v":true,"id":"m"}}"#, #"{"Tidings":{"v":1,"id":"m"}}"#,
            #"{"aps":{"tidings":{"v":1,"id":"m"}}}"#, #"{"tidings":{"v":1.5,"id":"m"}}"#,
        ])
    func `a foreign push is none of ours`(json: String) throws {
        let userInfo = try userInfo(json)
        #expect(PushPayload(userInfo: userInfo) == nil)
        #expect(!PushPayload.isTidings(userInfo))
        #expect(PushPayload(json: utf8(json)) == nil)
    }

    @Test func `a newer version is read as far as it is known, and kept`() throws {
        let json = #"{"tidings":{"v":2,"id":"m","conversation":"c","hologram":{"x":1}}}"#
        let push = try #require(PushPayload(userInfo: userInfo(json)))
        #expect(push.envelope.version == 2 && push.envelope.conversation == "c")
        #expect(push.envelope.unknown == ["hologram": ["x": 1]])
        #expect(push.envelope.json.description == #"{"v":2,"id":"m","conversation":"c","hologram":{"x":1}}"#)
    }

    @Test(arguments: [
        #"{"aps":7,"tidings":{"v":1,"id":"m"}}"#, #"{"aps":null,"tidings":{"v":1,"id":"m"}}"#,
        #"{"aps":[],"tidings":{"v":1,"id":"m"}}"#,
        #"{"tidings":{"v":1,"id":"m","actions":"x","action":[],"exp":"soon","image":7,"to":{},"enc":1,"kid":[],"banner":3,"form":0}}"#,
        #"{"tidings":{"v":1,"id":"m","actions":[1,null,{},{"id":1,"title":"t"}],"banner":{"title":7,"badge":"x"}}}"#,
    ])
    func `members of a wrong type do not stand in the way`(json: String) throws {
        let push = try #require(PushPayload(userInfo: userInfo(json)))
        #expect(push.envelope.id == "m")
        #expect(push.aps.alert == nil)
        #expect(push.envelope.actions?.isEmpty ?? true)
        #expect(push.envelope.banner?.hasText != true)
        #expect(!push.envelope.isSealed)
    }

    @Test func `a dictionary with anything inside does not stop the app`() throws {
        let own: [AnyHashable: Any] = [
            "v": 1, "id": "m", "exp": Date(), "image": URL(fileURLWithPath: "/"), 7: 8, "kid": Data(),
        ]
        let userInfo: [AnyHashable: Any] = [
            "tidings": own, "aps": NSNull(), 1: 2, Date(): "x", "object": NSObject(), "nan": Double.nan, "ok": "yes",
        ]
        let push = try #require(PushPayload(userInfo: userInfo))
        #expect(push.envelope.keyID == nil && push.envelope.expires == nil && push.envelope.image == nil)
        #expect(push.data == ["ok": "yes"])
    }

    @Test(arguments: 0..<20) func `damaged pushes never crash, and both ways of reading agree`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let envelope = Envelope(id: "msg_1", delivery: "dlv_1", to: SubscriberTag("x"), expires: 5)
        for form in [PushPayload.Form.visible, .silent] {
            let bytes = try PushPayload.render(RenderingTests.everything(), envelope: envelope, form: form)
            for _ in 0..<100 {
                let damaged = generator.damage(bytes)
                let fromJSON = PushPayload(json: damaged)
                guard let object = try? JSONValue(parsing: damaged).object else {
                    #expect(fromJSON == nil)
                    continue
                }
                let fromUserInfo = PushPayload(userInfo: object.userInfo)
                #expect((fromUserInfo == nil) == (fromJSON == nil))
                #expect(PushPayload.isTidings(object.userInfo) == (fromJSON != nil))
                #expect(fromUserInfo?.envelope.id == fromJSON?.envelope.id)
            }
        }
    }

    @Test(arguments: 0..<10) func `envelopes survive writing and reading, whatever is in them`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let keys = [
            "delivery", "to", "form", "exp", "conversation", "deepLink", "action", "image", "actions", "category",
            "banner",
            "kid", "enc", "other",
        ]
        for _ in 0..<100 {
            var object: JSONObject = ["v": 1, "id": "m"]
            for key in keys where Bool.random(using: &generator) { object[key] = generator.value(depth: 2) }
            let envelope = try #require(Envelope(object))
            #expect(Envelope(envelope.json) == envelope)
        }
    }
}
