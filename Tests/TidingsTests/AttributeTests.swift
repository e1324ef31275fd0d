import ClientTestSupport
import Foundation
import PushModel
import SimulatedDevice
import TestSupport
import Testing

@Suite("Attributes", .timeLimit(.minutes(1))) struct AttributeTests {
    private func patches(_ phone: SDKPhone) -> [JSONObject] {
        phone.server.calls.filter { $0.method == "PATCH" }.compactMap { $0.body["attributes"]?.object }
    }

    @Test("Attributes of quick succession go out together, the newest counts, and null removes one", .rows("B40"))
    func coalesced() async throws {
        let phone = try await SDKPhone().registered()
        try await phone.settle()
        let before = patches(phone).count
        try await phone.phone.command(#"attributes {"plan":"free","seen":1}"#)
        try await phone.phone.command(#"attributes {"plan":"pro"}"#)
        try await phone.settle()
        #expect(patches(phone).dropFirst(before) == [["plan": "pro", "seen": 1]])
        try await phone.phone.command(#"attributes {"seen":null}"#)
        try await phone.settle()
        #expect(patches(phone).last == ["seen": nil])
        #expect(phone.server.attributes(of: "ada")["seen"] == nil)
        #expect(phone.server.attributes(of: "ada")["plan"] == "pro")
        await phone.phone.stop()
    }

    @Test("They survive the death of the app without network", .rows("B40"))
    func offline() async throws {
        let phone = try await SDKPhone().registered()
        phone.server.isOffline = true
        try await phone.phone.command(#"attributes {"plan":"pro"}"#)
        try await phone.settle()
        try await phone.phone.kill()
        phone.server.isOffline = false
        try await phone.phone.launch()
        try await phone.settle()
        #expect(phone.server.attributes(of: "ada")["plan"] == "pro")
        await phone.phone.stop()
    }

    @Test("What the server does not take is dropped, and what is the server's is not sent at all", .rows("B40"))
    func refused() async throws {
        let phone = try await SDKPhone().registered()
        try await phone.settle()
        let before = patches(phone).count
        try await phone.phone.command(#"attributes {"$timezone":"Europe/Oslo"}"#)
        try await phone.settle()
        #expect(patches(phone).count == before)
        phone.server.refuseAttributes()
        try await phone.phone.command(#"attributes {"plan":"pro"}"#)
        try await phone.settle()
        try await phone.settle()
        #expect(patches(phone).count == before + 1)
        #expect(phone.options.current.log.lines.contains { $0.contains("attributes") })
        await phone.phone.stop()
    }

    @Test("The permission is an attribute of whoever uses the app, and follows each change", .rows("B62"))
    func permission() async throws {
        let phone = try await SDKPhone().registered()
        try await phone.settle()
        #expect(phone.server.attributes(of: "ada")["pushPermission"] == "authorized")
        phone.phone.device.changeSettings(allow: false, for: bundleID)
        try await phone.phone.background()
        try await phone.phone.launch()
        try await phone.settle()
        #expect(phone.server.attributes(of: "ada")["pushPermission"] == "denied")
        try await phone.phone.command("logout")
        try await phone.phone.command("identify bob")
        try await phone.settle()
        #expect(phone.server.attributes(of: "bob")["pushPermission"] == "denied")
        await phone.phone.stop()
    }
}
