import PushModel
import Testing

/// The example of the module's page.
@Suite struct ExampleTests {
    @Test func `a payload is rendered within Apple's limit and read again`() throws {
        // What a sender asked for; every fault of the JSON would be named with its field.
        let content = try MessageContent(
            parsing: Array(#"{"title":"Ada","body":"Are you there? 👋","conversation":"c-7","data":{"unread":3}}"#.utf8))

        // What goes out: Apple's `aps`, our envelope, and the sender's data beside them.
        let payload = try PushPayload.render(content, envelope: Envelope(id: "msg_1"), byteLimit: 4096)

        // What an app or an extension finds in it.
        let received = try #require(PushPayload(json: payload))
        let text = received.aps.alert?.body
        let conversation = received.envelope.conversation
        let unread = received.data["unread"]?.int

        #expect((text, conversation, unread) == ("Are you there? 👋", "c-7", 3))
        #expect(payload.count < 250)
    }
}
