import ClientTestSupport
import Foundation
import PushModel
import SimulatedDevice
import TestSupport
import Testing
import Tidings
import TidingsServiceExtension

/// APNs takes pushes for a token that leads nowhere; only what does not come tells the phone.
@Suite("Pushes that do not come", .timeLimit(.minutes(1))) struct SilenceTests {
    private func registrations(_ phone: SDKPhone) -> Int { phone.timeline.all(.registered).count }

    /// Puts messages into the history that were sent at this moment, and brings some of them as pushes.
    private func send(_ phone: SDKPhone, _ ids: [String], arriving: Set<String> = []) async throws {
        let moment = phone.time.now.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        for id in ids {
            phone.server.addMessage(["id": .string(id), "createdAt": .string(moment), "title": "Title"], for: "ada")
            guard arriving.contains(id) else { continue }
            try await phone.push(
                TestPush.clear(id: id, to: "ada", MessageContent(title: "Title", body: "Text")), id: id)
        }
    }

    @Test(
        "When messages come and no push does, the token is asked for anew and registered again, once a day",
        .rows("CS-K6", "B64"), arguments: [true, false])
    func silence(isSilent: Bool) async throws {
        let phone = try await SDKPhone(extension: .serviceExtension { TidingsNotificationService() }).registered()
        try await phone.settle()
        // The first message of all, from which on it is looked out.
        try await send(phone, ["msg_0"], arriving: ["msg_0"])
        try await phone.settle()
        try await phone.phone.background()
        await phone.time.advance(by: .seconds(2 * 86_400))
        try await send(phone, ["msg_1", "msg_2", "msg_3"], arriving: isSilent ? [] : ["msg_2"])
        await phone.time.advance(by: .seconds(3_600))
        let before = registrations(phone)
        let mark = phone.timeline.mark
        let puts = phone.server.calls.count { $0.method == "PUT" }
        try await phone.phone.launch()
        try await phone.settle()
        if isSilent {
            _ = try await phone.timeline.first(.registered, after: mark)
            try await phone.server.wait { $0.calls.count { $0.method == "PUT" } > puts }
        }
        #expect(registrations(phone) == before + (isSilent ? 1 : 0))
        guard isSilent else { return await phone.phone.stop() }
        // More of the same on the same day changes nothing.
        try await send(phone, ["msg_4", "msg_5", "msg_6"])
        await phone.time.advance(by: .seconds(3_600))
        try await phone.settle()
        try await phone.settle()
        #expect(registrations(phone) == before + 1)
        await phone.phone.stop()
    }

    @Test("Without the extension nobody hears of what iOS shows, and nothing is concluded", .rows("B64"))
    func withoutExtension() async throws {
        let phone = try await SDKPhone().registered()
        try await send(phone, ["msg_0"])
        try await phone.settle()
        await phone.time.advance(by: .seconds(2 * 86_400))
        try await send(phone, ["msg_1", "msg_2", "msg_3"])
        await phone.time.advance(by: .seconds(3_600))
        let before = registrations(phone)
        try await phone.settle()
        try await phone.settle()
        #expect(registrations(phone) == before)
        await phone.phone.stop()
    }
}
