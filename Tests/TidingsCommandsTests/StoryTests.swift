import Foundation
import TestSupport
import Testing

@testable import TidingsCommands

@Suite struct StoryTests {
    private func story(_ delivery: String, _ attempts: String = "[]") throws -> [String] {
        try DeliveryStory(
            delivery: JSONDecoder().decode(DeliveryStatus.self, from: Data(delivery.utf8)),
            attempts: JSONDecoder().decode([AttemptStatus].self, from: Data(attempts.utf8))
        ).lines
    }

    @Test func `a retired token is told with the provider's answer`() throws {
        let lines = try story(
            #"{"id":"dlv_1","deviceId":"dev_1","status":"invalid","reason":"Unregistered"}"#,
            #"[{"number":1,"result":"rejected","providerStatus":410,"reason":"Unregistered"}]"#)
        #expect(
            lines == [
                "  dlv_1 to dev_1: invalid (Unregistered)",
                "    attempt 1: rejected, APNs answered 410 Unregistered",
            ])
    }

    @Test func `receipts follow in the order they came, without what was typed`() throws {
        let lines = try story(
            #"{"id":"dlv_1","status":"sent","receipts":[{"kind":"delivered"},{"kind":"opened","action":"reply","input":"secret"}]}"#
        )
        #expect(lines == ["  dlv_1: sent", "    delivered", "    opened, action reply, with a typed reply"])
    }

    @Test func `silence of a device is told`() throws {
        #expect(try story(#"{"id":"dlv_1","status":"sent"}"#).last == "    the device has reported nothing yet")
        #expect(
            try story(#"{"id":"dlv_1","status":"skipped","reason":"no_device"}"#) == ["  dlv_1: skipped (no_device)"])
    }

    @Test func `the name of an APNs key file tells its key id`() throws {
        #expect(try APNsKeyFile.keyID(fromPath: "/keys/AuthKey_ABC123DEFG.p8") == "ABC123DEFG")
        #expect(throws: CommandError.self) { try APNsKeyFile.keyID(fromPath: "key.p8") }
    }
}
