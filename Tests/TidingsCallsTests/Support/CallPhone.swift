import ClientTestSupport
import Foundation
import ProcessLocal
import PushCrypto
import PushModel
import SimulatedDevice
import TestSupport
import Testing
import TidingsCore
import Timekeeping

let bundleID = "com.example.calls"

/// A phone with an app that has calls, the server that it talks to, and the courier that brings its pushes.
struct CallPhone: Sendable {
    let phone: Phone
    let courier: DirectCourier
    let server: FakeServer
    let time: VirtualTime
    let options: CallOptions

    var timeline: Timeline { phone.timeline }
    var device: SimulatedDevice { phone.device }

    /// Makes a phone; the app does not run yet.
    init(
        extension program: Program? = nil, contentExtension: Program? = nil,
        configuration: DeviceConfiguration = DeviceConfiguration(),
        capabilities: Set<AppDefinition.Capability> = [.push, .remoteNotificationMode, .voIPMode, .communication],
        changing change: (CallOptions) -> Void = { _ in }
    ) throws {
        let time = VirtualTime.forTest()
        self.time = time
        server = FakeServer(time: time)
        let options = CallOptions(server: server)
        change(options)
        self.options = options
        courier = DirectCourier()
        var app = AppDefinition(
            bundleID: bundleID, program: .app { CallAppDelegate(options) }, serviceExtension: program,
            appGroups: ["group.\(bundleID)"], capabilities: capabilities)
        app.activityTypes = ["INStartCallIntent"]
        app.contentExtension = contentExtension
        app.contentExtensionCategories = ["tidings.call", "chat"]
        phone = try Phone(app: app, courier: courier, time: time, configuration: configuration)
    }

    /// Launches the app and waits until the server knows its token for calls.
    func registered() async throws -> CallPhone {
        _ = try await courier.register(bundleID: bundleID, environment: .sandbox)
        try await phone.launch()
        try await server.wait { server in server.devices.contains { $0.registration["voipToken"]?.string != nil } }
        // A later pass would be another request in the way of what a test counts.
        _ = try await phone.command("settle")
        return self
    }

    /// The device as the server knows it.
    var registration: JSONObject { server.devices.first?.registration ?? JSONObject() }

    // MARK: Pushes

    /// A payload that tells of a call, as it is or as the device can open it.
    func payload(
        _ notice: CallNotice, to subscriber: String? = nil, sealed isSealed: Bool = false, aps: JSONObject = [:],
        id: String = "msg_\(UUID().uuidString.prefix(8).lowercased())"
    ) throws -> String {
        var envelope = Envelope(id: id, to: subscriber.map(MessageReader.tag(of:)))
        envelope.call = notice
        if isSealed {
            let encryption = registration["encryption"]
            let keys = try PublicKeys(
                publicKey: encryption?["publicKey"]?.string ?? "", authSecret: encryption?["auth"]?.string ?? "")
            var content = SealedContent(MessageContent(), envelope: envelope)
            content.call = notice
            envelope.call = notice.outside
            envelope.to = nil
            envelope.keyID = encryption?["keyId"]?.string
            envelope.sealed = Base64URL.encode(try MessageSealing.seal(content.encoded(), to: keys))
        }
        let root: JSONObject = ["aps": .object(aps), "tidings": .object(envelope.json)]
        return String(decoding: JSONValue.object(root).encoded(), as: UTF8.self)
    }

    /// Sends a VoIP push and waits until the app has paid for it, or was ended.
    @discardableResult
    func voip(_ payload: String, expiration: Int? = nil) async throws -> TimelineEntry {
        let mark = timeline.mark
        let isSent = courier.send(payload, to: bundleID, pushType: "voip", expiration: expiration)
        try #require(isSent)
        return try await timeline.first(after: mark) {
            [.callPushReported, .ended, .pushDropped].contains($0.kind)
        }
    }

    /// Lets a call ring by a push, and waits until the app says so to the server.
    @discardableResult
    func rings(
        _ id: UUID = UUID(), sealed isSealed: Bool = false, seconds: Int = 45, group: CallNotice.Group? = nil
    ) async throws -> UUID {
        let notice = server.ring(id, seconds: seconds, group: group, now: time.now)
        let reported = try await voip(payload(notice, sealed: isSealed))
        #expect(reported.kind == .callPushReported)
        try await server.wait { $0.words(about: id).contains("ringing") }
        return id
    }

    /// Tells the app in the background what happened to a call, and waits until it has taken it.
    func background(_ notice: CallNotice) async throws {
        let mark = timeline.mark
        courier.send(try payload(notice, aps: ["content-available": 1]), to: bundleID, pushType: "background")
        _ = try await timeline.first(.wakeAnswered, after: mark)
    }

    // MARK: What happened

    /// What the app noted under a name, in order.
    func notes(_ name: String) -> [TimelineEntry] { timeline.all(.init(rawValue: "app." + name)) }

    /// Waits until the app has noted something.
    @discardableResult
    func note(_ name: String, after mark: Int = 0) async throws -> TimelineEntry {
        try await timeline.first(.init(rawValue: "app." + name), after: mark)
    }

    /// Waits until a call is over for the system, and answers why.
    func end(of id: UUID, after mark: Int = 0) async throws -> String? {
        try await timeline.first(after: mark) { $0.kind == .callEnded && $0["call"] == id.uuidString.lowercased() }[
            "reason"]
    }

    /// Lets the phone's time go on once so many wait for it.
    func advance(by duration: Duration, sleepers: Int = 1) async {
        await time.waitForSleepers(sleepers)
        await time.advance(by: duration)
    }
}
