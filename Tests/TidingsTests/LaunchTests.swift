import ClientTestSupport
import Foundation
import PushModel
import SimulatedDevice
import TestSupport
import Testing
import Tidings
import TidingsCore
import Timekeeping

@Suite("The start of an app", .timeLimit(.minutes(1))) struct LaunchTests {
    @Test(
        "Set up in App.init or during launch, the SDK hears of the tap that launched the app", .rows("U9", "U1"),
        arguments: [false, true])
    func inTime(early: Bool) async throws {
        let phone = try await TestInterface.phone("windows", configuresEarly: early) { values in
            values.configures = !early
            values.registersAtLaunch = true
        }.registered()
        try await phone.phone.kill()
        try await phone.push(TestPush.clear(to: "ada", MessageContent(title: "Cold", body: "start")))
        try await phone.phone.tap()
        _ = try await phone.timeline.first { $0.kind == "app.view" && $0["value"] == "msg_1" }
        #expect(try await phone.receipts("opened").filter { $0 == "opened" }.count == 1)
        await phone.phone.stop()
    }

    enum Before: CaseIterable {
        case killed, withoutScene
    }

    @Test(
        "A tap counts once, whether the options of the scene bring it as well or not", .rows("U10", "CS-H2", "CS-L6"),
        arguments: Before.allCases, [false, true])
    func sceneOptions(before: Before, areEmpty: Bool) async throws {
        let time = VirtualTime.forTest()
        let options = TestOptions(server: FakeServer(time: time))
        options.set { $0.handsOverSceneOptions = true }
        let phone = try await SDKPhone(time: time, options: options, usesScenes: true) { _, device in
            device.omitsConnectionResponse = areEmpty
        }.registered()
        try await phone.phone.background()
        if before == .killed {
            try await phone.phone.kill()
        } else {
            try await phone.phone.device.disconnectScenes(of: bundleID)
        }
        try await phone.push(TestPush.clear(to: "ada", MessageContent(title: "Hello", body: "World")))
        try await phone.phone.tap()
        try await phone.note("opened")
        try await phone.settle()
        #expect(phone.notes("opened").map { $0["id"] } == ["msg_1"])
        #expect(phone.server.receipts(of: "msg_1").filter { $0 == "opened" }.count == 1)
        await phone.phone.stop()
    }

    @Test("What happens in the foreground is told and counted with nothing called before it", .rows("P10", "N44"))
    func nothingCalled() async throws {
        let phone = try SDKPhone { options in
            options.set { values in
                values.registersAtLaunch = false
                values.hasDelegate = false
                values.isReady = false
            }
        }
        phone.phone.device.changeSettings(allow: true, for: bundleID)
        try await phone.phone.launch()
        _ = try await phone.timeline.first(.registered)
        try await phone.push(TestPush.clear(to: "ada", MessageContent(title: "Hello", body: "World")))
        _ = try await phone.receipts("presented")
        try await phone.phone.command("events")
        #expect(try await phone.note("event")["kind"] == "presented")
        await phone.phone.stop()
    }

    @Test("While the disk does not answer the main thread goes on, and what it asked for is done later", .rows("CS-T2"))
    func slowDisk() async throws {
        let disk = SlowDisk()
        let phone = try SDKPhone { options in
            options.set { values in
                values.beforeOpening = { disk.touch() }
                values.user = nil
                values.registersAtLaunch = false
            }
        }
        async let launch: Void = phone.phone.launch()
        try await phone.note("called")
        #expect(!disk.wasLate)
        disk.release()
        try await launch
        try await phone.server.wait { server in
            server.devices.contains { $0.subscriber == "ada" && $0.registration["token"] == "010203" }
        }
        try await phone.settle()
        #expect(phone.server.events("order.placed").map(\.subscriber) == ["ada"])
        #expect(phone.server.attributes(of: "ada")["plan"] == "pro")
        await phone.phone.stop()
    }

    @Test("No source of the client exchanges methods", .rows("P11"))
    func noSwizzling() throws {
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Sources/Client")
        let forbidden = [
            "exchangeImplementations", "setImplementation", "class_replaceMethod", "class_addMethod", "object_setClass",
            "import ObjectiveC", "dlsym",
        ]
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        var count = 0
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for word in forbidden { #expect(!text.contains(word), "\(file.lastPathComponent) names \(word)") }
            count += 1
        }
        #expect(count > 100)
    }
}
