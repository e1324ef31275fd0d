import Foundation
import SimulatedDevice
import TestSupport
import Testing

@Suite("The sample app without a server, as a process of its own", .timeLimit(.minutes(2))) struct SampleAppTests {
    private static var executable: URL {
        URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appendingPathComponent("SampleApp")
    }

    @Test(
        "Its closure is called in front, in the background, and when a tap starts it",
        .rows("U1", "U2", "U4", "U5"))
    func threeStates() async throws {
        let courier = DirectCourier()
        let app = AppDefinition(
            bundleID: bundleID, program: .executable(Self.executable), appGroups: ["group.\(bundleID)"])
        let phone = try Phone(app: app, courier: courier)
        try await phone.launch()
        _ = try await phone.timeline.first(.registered)
        for state in ["front", "back", "killed"] {
            if state == "back" { try await phone.background() }
            if state == "killed" { try await phone.kill() }
            let mark = phone.timeline.mark
            courier.send(#"{"aps":{"alert":{"title":"News","body":"for you"}}}"#, to: bundleID, collapseID: state)
            _ = try await phone.timeline.first(.shown, after: mark)
            try await phone.tap(state)
            let response = try await phone.timeline.first("app.response", after: mark)
            #expect(response["id"] == state && response["title"] == "News")
        }
        #expect(phone.timeline.all("app.response").count == 3)
        await phone.stop()
    }
}
