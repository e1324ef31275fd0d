import ClientTestSupport
import Foundation
import PushModel
import SimulatedDevice
import TestSupport
import Testing
import Tidings
import TidingsServiceExtension

@Suite("Another pair of keys", .timeLimit(.minutes(1))) struct KeyRotationTests {
    private func phone() async throws -> SDKPhone {
        let phone = try await SDKPhone(extension: .serviceExtension { TidingsNotificationService() }).registered()
        try await phone.settle()
        return phone
    }

    private func key(_ device: JSONObject) -> String? { device["encryption"]?["keyId"]?.string }

    /// The title that a push sealed for a registration is shown with.
    private func shown(_ phone: SDKPhone, _ id: String, for device: JSONObject) async throws -> String? {
        let payload = try TestPush.sealed(id: id, to: "ada", for: device, MessageContent(title: "Secret", body: "Text"))
        return try await phone.push(payload, id: id)["title"]
    }

    @Test(
        "What was sealed for the old pair opens for thirty days after the server has the new one, app running or not",
        .rows("K32"))
    func overlap() async throws {
        let phone = try await phone()
        let old = phone.device
        try await phone.phone.background()
        try await phone.phone.launch()
        // Without network the server goes on with the old pair, for however long.
        phone.server.isOffline = true
        for _ in 0..<3 { try await phone.phone.command("rotate") }
        try await phone.settle()
        try await phone.phone.kill()
        await phone.time.advance(by: .seconds(40 * 86_400))
        #expect(try await shown(phone, "msg_1", for: old) == "Secret")
        phone.server.isOffline = false
        try await phone.phone.launch()
        try await phone.server.wait { $0.devices.first?.registration["encryption"] != old["encryption"] }
        try await phone.settle()
        let new = phone.device
        #expect(key(new) != key(old) && phone.server.devices.count == 1)
        try await phone.phone.kill()
        #expect(try await shown(phone, "msg_2", for: new) == "Secret")
        #expect(try await shown(phone, "msg_3", for: old) == "Secret", "it may have been on its way")
        await phone.time.advance(by: .seconds(31 * 86_400))
        try await phone.phone.launch()
        try await phone.settle()
        #expect(key(phone.device) == key(new), "once, however often it was asked for")
        try await phone.phone.kill()
        #expect(try await shown(phone, "msg_4", for: old) != "Secret")
        #expect(try await shown(phone, "msg_5", for: new) == "Secret")
        await phone.phone.stop()
    }

    @Test("After ninety days a launch makes another pair, once", .rows("K32"))
    func worn() async throws {
        let phone = try await phone()
        let first = phone.device
        for (days, isAnother) in [(89, false), (2, true), (1, false)] {
            let before = phone.device
            try await phone.phone.kill()
            await phone.time.advance(by: .seconds(days * 86_400))
            try await phone.phone.launch()
            try await phone.settle()
            try await phone.settle()
            #expect((key(phone.device) != key(before)) == isAnother, "\(days) days later")
        }
        try await phone.phone.background()
        #expect(try await shown(phone, "msg_1", for: first) == "Secret")
        await phone.phone.stop()
    }
}
