import Foundation
import PushModel
import TestSupport
import Testing
import Timekeeping

@testable import APNsSimulator

/// A simulator without sockets on virtual time, with one app on one device and a sender who is in order.
final class Trial {
    static let bundleID = "com.example.app"
    let time: VirtualTime
    let core: SimulatorCore
    let signer = Signer()
    let device: Device
    /// Token of the app for alerts, in production.
    let token: String
    var connection: ConnectionState

    init(_ change: (inout APNsSimulator.Configuration) -> Void = { _ in }) throws {
        time = VirtualTime.forTest()
        var configuration = APNsSimulator.Configuration()
        configuration.time = time
        change(&configuration)
        core = SimulatorCore(configuration)
        try core.keys.add(signer.key())
        device = core.devices.addDevice(name: "phone")
        token = core.devices.register(Self.bundleID, .production, .alert, on: device)
        connection = ConnectionState(streams: configuration.streams)
    }

    var seconds: Int64 { core.milliseconds / 1000 }

    /// A token for another kind or environment of the same app.
    func token(_ kind: PushType, _ environment: APNsSimulator.Environment = .production) -> String {
        core.devices.register(Self.bundleID, environment, kind, on: device)
    }

    /// The value of `authorization` as a sender in order has it: the same token for 50 minutes.
    var authorization: String {
        if let (text, since) = issued, seconds - since < 3000 { return text }
        let text = signer.authorization(issuedAt: seconds)
        issued = (text, seconds)
        return text
    }
    private var issued: (text: String, since: Int64)?

    /// A request that passes every check.
    var request: PushFields {
        var fields = PushFields(
            method: "POST", path: "/3/device/\(token)", headers: [], body: Array(#"{"aps":{"alert":"Hello"}}"#.utf8))
        fields.authorization = authorization
        fields.topic = Self.bundleID
        fields.pushType = "alert"
        return fields
    }

    /// Sends the passing request after a change, on the trial's connection.
    @discardableResult
    func send(
        _ environment: APNsSimulator.Environment = .production, _ change: (inout PushFields) -> Void = { _ in }
    ) -> Verdict {
        var fields = request
        change(&fields)
        return core.check(fields, environment, &connection)
    }

    /// Status and reason in one text, such as `400 BadTopic`; `200` when accepted.
    func answer(
        _ environment: APNsSimulator.Environment = .production, _ change: (inout PushFields) -> Void = { _ in }
    ) -> String {
        send(environment, change).summary
    }

    /// Starts over with a connection that knows no sender.
    func reconnect() { connection = ConnectionState(streams: core.configuration.streams) }
}

extension Verdict {
    var summary: String { refusal.map { "\($0.status) \($0.reason)" } ?? "200" }
}

extension [UInt8] {
    /// A JSON object of exactly this many bytes.
    static func json(ofSize count: Int) -> [UInt8] {
        Array("{\"a\":\"".utf8) + Array(repeating: UInt8(ascii: "x"), count: count - 8) + Array("\"}".utf8)
    }
}
