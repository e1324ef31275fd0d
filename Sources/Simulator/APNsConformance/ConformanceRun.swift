import EventLoop
import Foundation
import Locking
import PushCrypto
import PushModel
package import Timekeeping

/// Holds a server to the rules, one after the other, each on connections of its own.
package struct ConformanceRun: Sendable {
    /// What all rules of a run share.
    struct Setting: Sendable {
        var target: ConformanceTarget
        var time: any TimeSource
        var sender: Sender
        var authorization: String?
    }

    private let setting: Setting

    /// Prepares a run.
    ///
    /// With a control API a signing key is made up and registered.
    ///
    /// - Throws: `ConformanceError` when the control API cannot be reached.
    package init(_ target: ConformanceTarget, time: any TimeSource) async throws {
        let madeUp = try Sender.madeUp(bundleID: "com.example.conformance")
        var setting = Setting(target: target, time: time, sender: target.sender ?? madeUp)
        if let control = target.control, target.sender == nil {
            try await ControlClient(base: control).call(
                "PUT", "/v1/keys/\(madeUp.keyID)",
                ["teamId": .string(madeUp.teamID), "publicKey": .string(madeUp.publicKeyPEM)])
        }
        if target.sender != nil || target.control != nil {
            setting.authorization = try setting.sender.authorization(
                issuedAt: Int64(time.now.timeIntervalSince1970))
        }
        self.setting = setting
    }

    /// Connects once.
    ///
    /// - Throws: An error that says why when nothing there speaks HTTP/2 over TLS, or is not trusted.
    package func reach() async throws {
        try await Self.withLoop { loop in
            let target = setting.target
            guard let address = target.address(target.main) else {
                throw ConformanceError("There is no server to examine: name its address.")
            }
            let link = try await Link.open(
                address, trust: target.trust, identity: nil, patience: target.patience, loop: loop)
            link.close()
        }
    }

    /// Takes back the key that was made up.
    package func end() async {
        guard let control = setting.target.control, setting.target.sender == nil else { return }
        _ = try? await ControlClient(base: control).call("DELETE", "/v1/keys/\(setting.sender.keyID)")
    }

    /// Examines one rule.
    package func examine(_ rule: ConformanceRule) async -> ConformanceResult {
        let missing = rule.needs.subtracting(setting.target.offers)
        guard missing.isEmpty else {
            let names = missing.sorted().map(\.rawValue).joined(separator: ", ")
            return ConformanceResult(
                id: rule.id, rule: rule.sentence, outcome: .skipped, observations: [], skipped: "needs \(names)")
        }
        let observations: [Observation]
        do {
            observations = try await Self.withLoop { loop in
                let stage = try await Stage(setting, loop: loop)
                let result: Result<[Observation], any Error>
                do { result = .success(try await rule.examine(stage)) } catch { result = .failure(error) }
                await stage.end()
                return try result.get()
            }
        } catch {
            observations = [Observation("the examination", "an answer", "\(error)")]
        }
        return ConformanceResult(
            id: rule.id, rule: rule.sentence,
            outcome: observations.allSatisfy(\.holds) && !observations.isEmpty ? .kept : .broken,
            observations: observations)
    }

    private static func withLoop<Value: Sendable>(_ body: (EventLoop) async throws -> Value) async throws -> Value {
        let loop = try EventLoop(name: "conformance")
        defer { loop.shutdown() }
        return try await body(loop)
    }
}
