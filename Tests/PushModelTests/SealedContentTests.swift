import PushModel
import TestSupport
import Testing

@Suite struct SealedContentTests {
    private let envelope = Envelope(
        id: "msg_1", delivery: "dlv_1", to: SubscriberTag("_e5DDUC9V97qwYbN"), expires: 1_767_312_000)

    @Test(.rows("K24")) func `everything that the device needs is inside, and comes back`() throws {
        let content = RenderingTests.everything()
        let sealed = SealedContent(content, envelope: envelope)
        let opened = try SealedContent(decrypted: sealed.encoded())
        #expect(opened == sealed)
        #expect(opened.id == "msg_1" && opened.to == envelope.to && opened.expires == 1_767_312_000)
        #expect(opened.banner == Banner(content))
        #expect(opened.conversation == content.conversation && opened.deepLink == content.deepLink)
        #expect(opened.action == content.action && opened.image == content.imageURL)
        #expect(opened.attachments == content.attachments && opened.sender == content.sender)
        #expect(opened.groupName == "secret-group")
        #expect(opened.actions == content.actions && opened.category == "secret-category")
        #expect(opened.data.map { text($0) } == #"{ "secret-key" : "secret-value" }"#)
        #expect(opened.dataObject["secret-key"] == "secret-value")
    }

    @Test(.rows("K24")) func `a foreign sender may write little, unknown or wrongly typed members`() throws {
        let opened = try SealedContent(
            decrypted: utf8(
                #"{"id":"m","title":"T","body":"B","future":[1],"badge":"x","actions":[1,{"id":"a","title":"A"}],"data":7}"#
            ))
        #expect(opened.banner == Banner(title: "T", body: "B"))
        #expect(opened.actions == [ActionButton(id: "a", title: "A")])
        #expect(opened.data == nil && opened.dataObject.isEmpty)
    }

    @Test(
        .rows("K25"),
        arguments: [
            "", "hello", "[]", "{}", #"{"title":"T"}"#, #"{"id":""}"#, #"{"id":7}"#, #"{"id":"a","id":"b"}"#,
            "\u{0}\u{0}",
        ])
    func `what is no object with an id is refused without being quoted`(plaintext: String) {
        let error = #expect(throws: PushModelError.self) { try SealedContent(decrypted: utf8(plaintext)) }
        #expect(error?.code == .invalidContent)
        #expect(error.map { $0.message.contains("hello") } == false)
    }

    @Test(arguments: 0..<10) func `damaged plain text never crashes`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let bytes = SealedContent(RenderingTests.everything(), envelope: envelope).encoded()
        for _ in 0..<200 {
            guard let content = try? SealedContent(decrypted: generator.damage(bytes)) else { continue }
            #expect(throws: Never.self) { try SealedContent(decrypted: content.encoded()) }
        }
    }
}
