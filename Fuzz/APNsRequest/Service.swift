import Foundation
import HTTP2
import PushCrypto
import PushModel
import Timekeeping

@testable import APNsSimulator

/// A simulated APNs without ports: one app, one device, one connection that goes on over all inputs.
final class Service: @unchecked Sendable {
    // Unchecked: libFuzzer calls from one thread.

    /// The key of the sender; no input is signed with it.
    static let key = made { try ES256.PrivateKey.generate() }
    /// Knows one key, so that no input gets past the provider token.
    static let registered = Service(acceptsAnyKey: false)
    /// Takes well-formed tokens of any key, so that inputs reach every check.
    static let anyKey = Service(acceptsAnyKey: true)

    /// The device token of the app.
    private static let token = String(repeating: "ab", count: 32)

    private let core: SimulatorCore
    private let acceptsAnyKey: Bool
    private var connection: ConnectionState

    private init(acceptsAnyKey: Bool) {
        self.acceptsAnyKey = acceptsAnyKey
        var configuration = APNsSimulator.Configuration()
        configuration.time = VirtualTime()
        configuration.acceptsAnyKey = acceptsAnyKey
        configuration.deviceLogLimit = 10
        core = SimulatorCore(configuration)
        connection = ConnectionState(streams: configuration.streams)
        let sender = APNsSimulator.ProviderKey(
            teamID: "TEAM123456", keyID: "KEY1234567", publicKeyPEM: Self.key.publicKey.pem)
        Self.made { try core.keys.add(sender) }
        _ = core.devices.register(
            "com.example.app", .production, .alert, on: core.devices.addDevice(name: "phone"), wanted: Self.token)
    }

    private static func made<Value>(_ body: () throws -> Value) -> Value {
        do { return try body() } catch { fatalError("the fuzz target cannot be set up: \(error)") }
    }

    /// Every request has an answer that Apple documents.
    func check(_ fields: PushFields) {
        let verdict = core.check(fields, .production, &connection)
        precondition(CanonicalUUID.accepts(verdict.id), "the answer's id is no UUID")
        precondition((verdict.refusal == nil) == (verdict.fate != nil), "neither accepted nor refused, or both")
        if let refusal = verdict.refusal {
            precondition(refusal.reason.documentedStatus == refusal.status, "a status that Apple does not document")
        } else {
            precondition(acceptsAnyKey, "a push of nobody is accepted")
            precondition(fields.body.count <= 5120 && (fields.collapseID?.utf8.count ?? 0) <= 64)
            // A connection stays with the sender it saw first; the next input may be another one.
            connection = ConnectionState(streams: core.configuration.streams)
        }
    }

    /// Every call of channel management has an answer.
    func answerChannel(_ fields: PushFields) {
        var connection = ConnectionState(streams: core.configuration.streams)
        for isManagement in [true, false] {
            let answer = core.answerChannel(fields, isManagement: isManagement, .production, &connection)
            precondition((200...599).contains(answer.status), "no status")
        }
    }
}
