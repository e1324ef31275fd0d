import ClientTestSupport
import Foundation
import SimulatedDevice
import TestSupport
import Testing

@Suite("The observable state", .timeLimit(.minutes(1))) struct TidingsModelTests {
    private func texts(_ wanted: String, _ phone: SDKPhone) async throws {
        _ = try await phone.timeline.first { $0.kind == "app.texts" && $0["texts"] == wanted }
    }

    @Test("A view is shown anew for permission, registration, live session and conversation", .rows("K31", "K6"))
    func changes() async throws {
        let phone = try TestInterface.phone("model") { $0.user = nil }
        try await phone.phone.launch()
        try await texts("notDetermined | anon | none | no conversation | Read", phone)
        try await phone.phone.command("register")
        try await texts("authorized | anon | none | no conversation | Read", phone)
        try await phone.phone.command("chat start ada")
        try await texts("authorized | ada | connected | no conversation | Read", phone)
        try await phone.phone.command("conversation c1")
        try await texts("authorized | ada | connected | c1 | Read", phone)
        // And the other way round: what a view sets is what the display rule goes by.
        try await phone.phone.press("Read")
        try await texts("authorized | ada | connected | c9 | Read", phone)
        try await phone.push(#"{"aps":{"alert":"Hello"},"tidings":{"v":1,"id":"m","conversation":"c9"}}"#)
        #expect(phone.timeline.all(.shown).isEmpty)
        await phone.phone.stop()
    }
}
