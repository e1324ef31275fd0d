import ClientTestSupport
import Foundation
import ProcessLocal
import PushModel
import SimulatedDevice
import TestSupport
import Testing
import Tidings
import Timekeeping
import UIKit

@testable import DocumentationSnippets

/// The app delegates of the pages, each as that of an app: what the system calls is what runs.
@Suite("The app delegates of the pages, run", .timeLimit(.minutes(1))) struct SnippetDelegateTests {
    enum Shown: String, CaseIterable {
        case twoSDKs, calls, forwarding

        @MainActor var delegate: any UIApplicationDelegate {
            switch self {
            case .twoSDKs: TwoSDKs()
            case .calls: CallsAppDelegate()
            case .forwarding: ForwardingAppDelegate()
            }
        }
    }

    private func phone(_ shown: Shown, capabilities: Set<AppDefinition.Capability>? = nil) throws -> SDKPhone {
        let time = VirtualTime.forTest()
        let options = TestOptions(server: FakeServer(time: time))
        return try SDKPhone(
            time: time, options: options,
            program: .app {
                TestAppDelegate.configure(options)
                SimulatedProcess.current.onCommand { _ in
                    await TestAppDelegate.register()
                    return "ok"
                }
                return shown.delegate
            },
            changing: { app, _ in if let capabilities { app.capabilities = capabilities } })
    }

    @Test(
        "The guide, Sendbird, BuzzKit: each passes on token and silent pushes, as the system brings them",
        .rows("B70", "C3"), arguments: Shown.allCases)
    func tokens(shown: Shown) async throws {
        let phone = try phone(shown)
        try await phone.phone.launch()
        try await phone.phone.command("register")
        #expect(try await phone.note("registration")["outcome"] == "granted")
        let token = try #require(phone.phone.token)
        #expect(phone.device["token"] == .string(token))
        if shown == .twoSDKs {
            let passedOn = try DeviceToken(#require(await DocumentationSnippets.OtherSDK.shared.token))
            #expect(passedOn.hex == token)
        }
        try await phone.phone.background()
        let silent = try TestPush.clear(to: "ada", form: .silent, MessageContent(title: "Hello", body: "Text"))
        let answer = try await phone.push(silent, type: "background", until: .wakeAnswered)
        #expect(answer["result"] == "newData")
        #expect(phone.phone.screen.notifications.map(\.title) == ["Hello"])
        let before = await DocumentationSnippets.OtherSDK.shared.pushes
        let foreign = try await phone.push(
            #"{"aps":{"content-available":1}}"#, id: "foreign", type: "background", until: .wakeAnswered)
        #expect(foreign["result"] == (shown == .twoSDKs ? "newData" : "noData"))
        if shown == .twoSDKs {
            let after = await DocumentationSnippets.OtherSDK.shared.pushes
            #expect(after > before)
        }
        #expect(phone.timeline.all(.misuse).isEmpty)
        await phone.phone.stop()
    }

    @Test("Each passes on that there is no token", .rows("B61", "B70"), arguments: Shown.allCases)
    func failures(shown: Shown) async throws {
        let phone = try phone(shown, capabilities: [.remoteNotificationMode])
        try await phone.phone.launch()
        try await phone.phone.command("register")
        #expect(try await phone.note("registration")["outcome"] == "network")
        #expect(phone.time.uptime < .seconds(15), "it was told, and did not wait in vain")
        await phone.phone.stop()
    }

    @Test("The guide's whole app, and README's, register with a server as they stand there", .rows("B60", "U2"))
    func wholeApps() async throws {
        for program in [Program.app(ExampleApp.self), .app(ReadmeApp.self)] {
            let time = VirtualTime.forTest()
            let options = TestOptions(server: FakeServer(time: time))
            let served = try await ServedServer(options.server)
            let phone = try SDKPhone(
                time: time, options: options, program: program, settings: served.settings(host: "push.example.com"))
            phone.phone.device.changeSettings(allow: true, for: bundleID)
            _ = try await phone.registered()
            #expect(phone.device["token"] == phone.phone.token.map { .string($0) })
            #expect(phone.device["permission"] == "authorized")
            await phone.phone.stop()
            await served.stop()
        }
    }
}
