import ClientTestSupport
import Foundation
import PushModel
import SimulatedDevice
import TestSupport
import Testing
import Tidings

@Suite("Sessions", .timeLimit(.minutes(1))) struct SessionTests {
    private func sessions(_ phone: SDKPhone) -> [Int?] {
        phone.server.events("$session.ended").map { $0.data["durationSec"]?.int }
    }

    @Test(
        "A session is reported when the app runs again, with the time of leaving, whatever lets it run",
        .rows("B80"), arguments: ["returns", "killed", "woken"])
    func reported(end: String) async throws {
        let phone = try await SDKPhone().registered()
        try await phone.settle()
        await phone.time.advance(by: .seconds(100))
        try await phone.phone.background()
        await phone.time.advance(by: .seconds(20))
        // A short absence.
        try await phone.phone.launch()
        await phone.time.advance(by: .seconds(10))
        try await phone.phone.background()
        try await phone.settle()
        #expect(sessions(phone).isEmpty)
        if end == "killed" { try await phone.phone.kill() }
        await phone.time.advance(by: .seconds(3_600))
        if end == "woken" {
            let payload = try TestPush.clear(to: "ada", form: .silent, MessageContent(body: "Text"))
            _ = try await phone.push(payload, type: "background", until: .wakeAnswered)
        } else {
            try await phone.phone.launch()
            try await phone.settle()
        }
        try await phone.server.wait { !$0.events("$session.ended").isEmpty }
        #expect(sessions(phone) == [130])
        #expect(phone.server.events("$session.ended").first?.timestamp == "2026-01-01T00:02:10.000Z")
        await phone.phone.stop()
    }

    @Test(
        "A session belongs to the person who had it, and none is reported where that is switched off",
        .rows("B80", "CS-X3", "B66"), arguments: [true, false])
    func owner(isOn: Bool) async throws {
        let phone = try await SDKPhone { $0.set { $0.tracksSessions = isOn } }.registered()
        try await phone.settle()
        await phone.time.advance(by: .seconds(50))
        try await phone.phone.command("identify bob")
        // What is recorded for somebody whom the server never came to know cannot be sent.
        try await phone.settle()
        await phone.time.advance(by: .seconds(7))
        try await phone.phone.command("logout")
        try await phone.settle()
        #expect(sessions(phone) == (isOn ? [50, 7] : []))
        #expect(phone.server.events("$session.ended").map(\.subscriber) == (isOn ? ["ada", "bob"] : []))
        await phone.phone.stop()
    }
}
