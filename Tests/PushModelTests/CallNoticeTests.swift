import PushModel
import TestSupport
import Testing

@Suite struct CallNoticeTests {
    static let ring =
        #"{"id":"6f1c9a52-0b6e-4a7e-9d0f-3a5d1f0c2b11","event":"ring","from":{"id":"ada","name":"Ada","handle":"+44"},"#
        + #""video":true,"sent":1767312000000,"ring":45,"group":{"id":"g","name":"Maths"},"data":{"room":7}}"#

    @Test(.rows("C23")) func `a call comes back as it was written, in clear and inside a seal`() throws {
        let notice = try #require(CallNotice(received: JSONValue(parsing: utf8(Self.ring))))
        #expect(notice.caller == CallNotice.Caller(id: "ada", name: "Ada", handle: "+44") && notice.hasVideo)
        #expect(notice.group == CallNotice.Group(id: "g", name: "Maths") && notice.ringSeconds == 45)
        #expect(text(JSONValue.object(notice.json).encoded()) == Self.ring)
        var envelope = Envelope(id: "msg_1")
        envelope.call = notice
        #expect(Envelope(envelope.json) == envelope)
        var sealed = SealedContent(MessageContent(), envelope: Envelope(id: "msg_1"))
        sealed.call = notice
        #expect(try SealedContent(decrypted: sealed.encoded()) == sealed)
        #expect(notice.outside.json.keys == ["id", "event"])
    }

    @Test(
        .rows("C7"),
        arguments: [
            #"{"id":"6f1c9a52-0b6e-4a7e-9d0f-3a5d1f0c2b11"}"#, #"{"event":"ring"}"#, #"{"id":"7","event":"ring"}"#,
            #"{"id":"6f1c9a520b6e4a7e9d0f3a5d1f0c2b11","event":"ring"}"#, "[]", "7", "null",
            #"{"id":"6f1c9a52-0b6e-4a7e-9d0f-3a5d1f0c2bXX","event":"ring"}"#,
        ])
    func `what names no call is none, and stays in the envelope`(call: String) throws {
        let object = try #require(JSONValue(parsing: utf8(#"{"v":1,"id":"m","call":\#(call)}"#)).object)
        let envelope = try #require(Envelope(object))
        #expect(envelope.call == nil && envelope.unknown.keys == ["call"])
    }

    @Test func `a call in capitals is the same call, and a careless sender is read as far as it goes`() throws {
        let capitals = #"{"id":"6F1C9A52-0B6E-4A7E-9D0F-3A5D1F0C2B11","event":"ring","from":{"id":"ada"},"video":"no"}"#
        let notice = try #require(CallNotice(received: JSONValue(parsing: utf8(capitals))))
        #expect(notice.id == "6f1c9a52-0b6e-4a7e-9d0f-3a5d1f0c2b11")
        #expect(notice.caller == CallNotice.Caller(id: "ada", name: "ada") && !notice.hasVideo)
    }
}
