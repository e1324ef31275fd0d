import ClientTestSupport
import Foundation
import PushModel
import SimulatedDevice
import TestSupport
import Testing

/// The app as a process of its own that the phone makes stand still whenever it likes: with a lock on a shared file in hand
/// it would be killed, as `ChildProcessTests` show.
@Suite("Standing still amid work", .timeLimit(.minutes(2))) struct SuspensionTests {
    @Test(
        "An app that is made to stand still at any moment of its work is never killed for a lock, nor is its extension",
        .rows("CS-N13"))
    func anyMoment() async throws {
        let courier = DirectCourier()
        let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        let app = AppDefinition(
            bundleID: bundleID, program: .executable(folder.appendingPathComponent("SampleApp")),
            serviceExtension: .executable(folder.appendingPathComponent("SampleServiceExtension")),
            appGroups: ["group.\(bundleID)"],
            settings: [
                // Nobody listens there, so that everything has to be kept.
                "TIDINGS_URL": "http://127.0.0.1:9", "TIDINGS_PUBLISHABLE_KEY": "td_pk_test",
                "TIDINGS_SAMPLE_USER": "ada",
            ])
        let phone = try Phone(app: app, courier: courier)
        phone.device.changeSettings(allow: true, for: bundleID)
        _ = try await courier.register(bundleID: bundleID, environment: .sandbox)
        try await phone.launch()
        _ = try await phone.timeline.first(.registered)
        for round in 0..<24 {
            // None of this is waited for: the freeze comes amid it, each time somewhere else.
            courier.send(
                try TestPush.clear(id: "msg_\(round)", to: "ada", MessageContent(title: "Push", body: "\(round)")),
                to: bundleID, collapseID: "msg_\(round)")
            let work = (0..<round).map { number in
                Task { _ = try? await phone.command("track busy.\(number)") }
            }
            if round % 5 == 0 { _ = try? await phone.command("logout") }
            try await phone.background()
            if round % 2 == 0 { for _ in 0..<round * 8 { await Task.yield() } }
            try await phone.suspend()
            try await phone.launch()
            for task in work { await task.value }
            if round % 5 == 0 { try await phone.command("identify ada") }
        }
        #expect(phone.timeline.entries.count { $0.kind == .state && $0["state"] == "suspended" } == 24)
        #expect(phone.timeline.all(.ended).map { $0["reason"] ?? "" } == [])
        #expect(phone.timeline.all(.extensionFailed).isEmpty)
        #expect(Set(phone.timeline.all(.launched).compactMap(\.process)).count == 2, "one app, one extension")
        await phone.stop()
    }
}
