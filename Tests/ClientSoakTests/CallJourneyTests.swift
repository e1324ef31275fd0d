import API
import APNs
import Delivery
import Foundation
import ProcessLocal
import PushModel
import SimulatedDevice
import Storage
import TestSupport
import Testing
import Tidings
import TidingsCalls
import TidingsCore
import Timekeeping
import UIKit
import WebServer

/// A call through the whole of it: the backend's request, the server, the push, the phone, and the answer back.
@Suite(.timeLimit(.minutes(1))) struct CallJourneyTests {
    @Test(.rows("C1", "C19", "C27", "P16"))
    func `a call rings on a locked phone and is answered there, as the server sees it`()
        async throws
    {
        let time = VirtualTime.forTest()
        let courier = DirectCourier()
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("calls-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = try await SoakServer.start(in: folder, time: time) { push in
            let isCall = push.pushType == .voip
            let token = isCall ? courier.tokens[bundleID + ".voip"] : courier.tokens[bundleID]
            guard push.deviceToken == token else {
                return .rejected(Rejection(status: 410, reason: .unregistered, timestamp: time.now))
            }
            courier.send(
                String(decoding: push.payload, as: UTF8.self), to: bundleID, pushType: push.pushType.rawValue,
                id: push.id.uuidString.lowercased())
            return .accepted(apnsID: push.id, uniqueID: nil)
        }
        let app = AppDefinition(
            bundleID: bundleID, program: .app { JourneyAppDelegate(server) }, appGroups: ["group.\(bundleID)"],
            capabilities: [.push, .remoteNotificationMode, .voIPMode])
        let phone = try Phone(app: app, courier: courier, time: time)
        try await phone.launch()
        _ = try await phone.timeline.first { $0.kind == .callbackDone && $0["name"] == "didUpdate" }
        #expect(try await phone.command("settle") == "ok")
        try await phone.kill()
        await phone.lock()

        let call = try await server.call(
            "POST", "/v1/calls", ["from": ["id": "bob", "name": "Bob"], "to": ["ada"], "video": true])
        let id = try #require(call["id"]?.string)
        let ringing = try await phone.timeline.first(.callRinging)
        // The device has a key, so nobody on the way has read the name.
        #expect(ringing["call"] == id && ringing["name"] == "Bob" && ringing["video"] == "true")
        var state = try await server.call("GET", "/v1/calls/\(id)", nil)
        while state["ringingAt"]?.string == nil {
            await Task.yield()
            state = try await server.call("GET", "/v1/calls/\(id)", nil)
        }
        try await phone.device.answerCall()
        #expect(phone.device.calls.map(\.state) == [.connected])
        state = try await server.call("GET", "/v1/calls/\(id)", nil)
        #expect(state["state"] == "accepted")
        _ = try await server.call("POST", "/v1/calls/\(id)/end", [:])
        #expect(try await phone.timeline.first(.callEnded)["reason"] == "remoteEnded")
        #expect(phone.timeline.all(.misuse).isEmpty)
        await phone.stop()
        await server.stop()
    }
}

/// An app with calls that talks to a server in this process.
@MainActor
private final class JourneyAppDelegate: TidingsAppDelegate {
    private let server: SoakServer

    init(_ server: SoakServer) { self.server = server }

    override func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        guard let url = URL(string: "https://push.example") else { return false }
        let configuration = Configuration(publishableKey: server.publishableKey, url: url)
        var dependencies = PushClient.Dependencies.live(configuration)
        let (make, server) = (dependencies.environment, server)
        dependencies.environment = { configuration in
            var environment = try make(configuration)
            environment.transport.send = { try await server.answer($0) }
            environment.retry = .single(timeout: .seconds(5))
            return environment
        }
        Tidings.configure(configuration, dependencies: dependencies)
        var calls = CallsConfiguration()
        // There is no socket between the two.
        calls.usesLiveConnection = false
        Tidings.calls.start(calls) { _ in SilentMedia() }
        Tidings.identify("ada")
        SimulatedProcess.current.onCommand { _ in
            _ = try? await Tidings.registerForPush()
            await Tidings.messages.refresh()
            return "ok"
        }
        return super.application(application, didFinishLaunchingWithOptions: launchOptions)
    }
}

@MainActor
private final class SilentMedia: CallMedia {
    func connect() async throws {}
    func disconnect() {}
}
