import Foundation
import PushModel
import TestSupport
import Testing

@testable import TidingsCommands

@Suite struct StoryTests {
    private func story(_ status: String, _ steps: String) throws -> DeliveryStory {
        try JSONDecoder().decode(
            DeliveryStory.self,
            from: Data(
                #"{"deliveryId":"dlv_1","messageId":"msg_1","externalId":"ann","deviceId":null,"status":"\#(status)","steps":[\#(steps)]}"#
                    .utf8))
    }

    @Test func `a story is a headline and a line for each step`() throws {
        let story = try story(
            "invalid",
            #"{"at":"2026-01-01T00:00:00.000Z","kind":"outcome","text":"It ended.","details":{"n":1,"d":1.5}}"#)
        #expect(story.lines == ["dlv_1 of msg_1 to ann: invalid", "  2026-01-01T00:00:00.000Z  It ended."])
        // What programs read is passed on as it came.
        #expect(story.steps[0].details == ["d": 1.5, "n": 1])
        #expect(try Output.encoded(story.steps).contains(#""details":{"d":1.5,"n":1}"#))
    }

    @Test func `silence of a device is told, where a push was sent`() throws {
        let silence = "  The device has reported nothing yet."
        #expect(try story("sent", "").lines.last == silence)
        #expect(try !story("skipped", "").lines.contains(silence))
        let report = #"{"at":"2026-01-01T00:00:00.000Z","kind":"opened","text":"Opened.","details":{}}"#
        #expect(try !story("sent", report).lines.contains(silence))
    }

    @Test func `only a message that is completed is said to have found nobody`() {
        let status = { MessageStatus(id: "msg_1", status: $0, counts: ["sent": 0], receipts: nil).outcomeText }
        #expect(status("completed") == "nobody to send to")
        #expect(status("scheduled") == "no deliveries")
    }

    @Test func `a person goes with a message only`() async {
        let run = await tool("why", "dlv_1", "ann", "--key", "td_tn_x", "--server", "http://127.0.0.1:1")
        #expect(run.exit == .mistake && run.error.contains("SUBSCRIBER"))
    }

    @Test func `the name of an APNs key file tells its key id`() throws {
        #expect(try CredentialFile.keyID(fromPath: "/keys/AuthKey_ABC123DEFG.p8") == "ABC123DEFG")
        #expect(throws: CommandError.self) { try CredentialFile.keyID(fromPath: "key.p8") }
    }
}
