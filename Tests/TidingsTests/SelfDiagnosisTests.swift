import ClientTestSupport
import Foundation
import PushModel
import SimulatedDevice
import TestSupport
import Testing
import Tidings
import Timekeeping
import UserNotifications

@Suite("Self-diagnosis", .timeLimit(.minutes(1))) struct SelfDiagnosisTests {
    private static var service: Program { .serviceExtension { UNNotificationServiceExtension() } }

    private func findings(_ phone: SDKPhone) async throws -> [String] {
        try await phone.phone.command("diagnose").split(separator: " ").map(String.init)
    }

    @Test(
        "An app as it should be has nothing to change; what its bundle lacks is found", .rows("P7", "CS-R3"),
        arguments: [
            ([:], []), (["BACKGROUND_MODES": "audio"], ["background_mode_missing"]),
            (["APS_ENVIRONMENT": "missing"], ["aps_environment_missing"]),
            (["EXTENSION_TARGET": "99.0"], ["extension_target_too_new"]), (["SCENES": "none"], ["scenes_missing"]),
        ] as [([String: String], [String])])
    func bundle(settings: [String: String], expected: [String]) async throws {
        let phone = try await SDKPhone(extension: Self.service, settings: settings).registered()
        #expect(try await findings(phone) == expected)
        await phone.phone.stop()
    }

    @Test("Without an extension that is worth a note", .rows("P7"))
    func noExtension() async throws {
        let phone = try await SDKPhone().registered()
        #expect(try await findings(phone) == ["extension_missing"])
        await phone.phone.stop()
    }

    @Test("A visible push that the extension left no mark of is found", .rows("P7", "CS-R3"))
    func neverRan() async throws {
        let phone = try await SDKPhone(extension: Self.service).registered()
        try await phone.phone.background()
        try await phone.push(TestPush.clear(to: "ada", MessageContent(title: "Title", body: "Text")))
        try await phone.phone.launch()
        #expect(try await findings(phone) == ["extension_never_ran"])
        await phone.phone.stop()
    }

    @Test("An app group that is not there is found, and the app works on without it", .rows("P7"))
    func group() async throws {
        let time = VirtualTime.forTest()
        let options = TestOptions(server: FakeServer(time: time))
        let phone = try await SDKPhone(
            time: time, options: options, extension: Self.service, appGroups: []
        ).registered()
        #expect(try await findings(phone).first == "app_group_missing")
        await phone.phone.stop()
    }

    @Test("A delegate that had taken the place is found", .rows("P7", "CS-K9"))
    func delegate() async throws {
        let time = VirtualTime.forTest()
        let options = TestOptions(server: FakeServer(time: time))
        let phone = try await SDKPhone(
            time: time, options: options, extension: Self.service,
            program: .app { PeerAppDelegate(options, .replacesUs) }
        ).registered()
        try await phone.phone.background()
        try await phone.phone.launch()
        #expect(try await findings(phone) == ["delegate_replaced"])
        await phone.phone.stop()
    }

    @Test(
        "At launch the findings go to the log, and to the server where that is allowed, once a day",
        .rows("P7"), arguments: [true, false])
    func report(isShared: Bool) async throws {
        let phone = try SDKPhone(extension: Self.service, settings: ["APS_ENVIRONMENT": "missing"]) {
            $0.set { $0.sharesDiagnosis = isShared }
        }
        for _ in 0..<2 {
            try await phone.phone.launch()
            try await phone.server.wait { server in server.devices.contains { $0.registration["token"] != nil } }
            // The report is made beside the commands: one diagnosis more is surely behind it.
            _ = try await findings(phone)
            try await phone.settle()
            try await phone.phone.kill()
        }
        try await phone.phone.launch()
        try await phone.settle()
        let lines = phone.options.current.log.lines.filter { $0.contains("aps_environment_missing") }
        #expect(lines.count >= 2 && lines.allSatisfy { $0.contains("Push Notifications") })
        let events = phone.server.events("tidings.diagnosis")
        #expect(
            events.map { $0.data["findings"]?.array?.compactMap(\.string) ?? [] }
                == (isShared ? [["aps_environment_missing"]] : []))
        await phone.phone.stop()
    }
}
