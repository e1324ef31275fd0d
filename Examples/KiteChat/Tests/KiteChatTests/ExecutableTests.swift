import Foundation
import SimulatedDevice
import Testing

/// The app and its extensions as processes of their own, as `tidings device` runs them.
@Suite(.timeLimit(.minutes(1))) struct ExecutableTests {
    @Test func `all executables run on a phone`() async throws {
        // The build puts them beside the tests.
        let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        let courier = DirectCourier()
        var app = AppDefinition(
            bundleID: "com.example.kitechat", program: .executable(folder.appendingPathComponent("KiteChat")),
            serviceExtension: .executable(folder.appendingPathComponent("KiteChatService")))
        app.contentExtension = .executable(folder.appendingPathComponent("KiteChatContent"))
        app.contentExtensionCategories = ["message"]
        let phone = try Phone(app: app, courier: courier)
        try await phone.launch()
        _ = try await phone.timeline.first(.registered)
        _ = try await phone.timeline.first(.permissionDecided)
        try await phone.background()
        courier.send(
            #"{"aps": {"alert": "Kites at six?", "mutable-content": 1, "category": "message"}, "sender": "Ada"}"#,
            to: "com.example.kitechat")
        #expect(try await phone.timeline.first(.extensionAnswered)["body"] == "Kites at six?")
        _ = try await phone.timeline.first(.shown)
        try await phone.device.expand(in: phone.bundleID)
        _ = try await phone.timeline.first(.expanded)
        try await phone.tap()
        let done = try await phone.timeline.first { $0.kind == .callbackDone && $0["name"] == "didReceive" }
        #expect(done["result"] == "done")
        await phone.stop()
    }
}
