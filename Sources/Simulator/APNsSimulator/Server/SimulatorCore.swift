import Foundation
import HTTP2
import Locking
import Synchronization
import Timekeeping

/// Everything that the ports share: keys, devices, faults, the log of requests, and the clock.
package final class SimulatorCore: Sendable {
    /// The settings.
    package let configuration: APNsSimulator.Configuration
    /// Signing keys and apps.
    package let keys: KeyBook
    /// Devices and tokens.
    package let devices: DeviceRegistry
    /// Broadcast channels.
    let channels: ChannelBook
    let log: RequestLog
    /// Rings for each request and whenever a device changes.
    let bell = Bell()
    /// What issues client certificates; nil while the ports are closed.
    let authority = Locked<CertificateAuthority?>(nil)
    /// The servers behind the open ports, for what is done to connections from outside.
    let servers = Locked<[OpenServer]>([])
    /// What is scripted to happen to connections at certain times.
    let timeline = Timeline()
    private let rate: Locked<TokenRate>?
    private let faults: Locked<FaultScript>
    private let hasFaults = Atomic(false)

    /// Creates the state of a simulator in which nothing is registered.
    package init(_ configuration: APNsSimulator.Configuration) {
        self.configuration = configuration
        keys = KeyBook(acceptsAnyKey: configuration.acceptsAnyKey)
        devices = DeviceRegistry(configuration)
        channels = ChannelBook(limit: configuration.channelLimit, seed: configuration.seed &+ 1)
        log = RequestLog(limit: configuration.requestLogLimit, byteLimit: configuration.requestLogByteLimit)
        rate = configuration.requestsPerTokenAndSecond.map { Locked(TokenRate(limit: $0)) }
        faults = Locked(FaultScript(seed: configuration.seed))
    }

    /// Milliseconds since 1970 on the simulator's clock.
    package var milliseconds: Int64 {
        Int64((configuration.time.now.timeIntervalSince1970 * 1000).rounded(.down))
    }

    /// Puts one request through every check and, if it passes, hands the push to its device.
    package func check(
        _ fields: PushFields, _ environment: APNsSimulator.Environment, _ connection: inout ConnectionState
    ) -> Verdict {
        var id: AnswerID?
        let milliseconds = milliseconds
        do throws(APNsSimulator.Refusal) {
            let head = try RequestCheck.head(fields)
            id = head.id
            let bundleIDs = try connection.admit(
                fields, environment: environment, book: keys, secondsSince1970: milliseconds / 1000,
                uptime: configuration.time.uptime)
            let push = try RequestCheck.push(
                fields, head, &connection.topics, allowedBundleIDs: bundleIDs, certificate: connection.certificate)
            if let sender = connection.sender { try keys.checkApp(push.bundleID, for: sender) }
            if let rate {
                let token = fields.with(push.token) { String(decoding: $0, as: UTF8.self).lowercased() }
                guard rate.withLock({ $0.admits(token, second: milliseconds / 1000) }) else {
                    throw APNsSimulator.Refusal(.tooManyRequests)
                }
            }
            let (fate, kept) = try devices.deliver(
                push, fields, id: head.id, environment, milliseconds: milliseconds)
            return Verdict(answerID: head.id, milliseconds: milliseconds, fate: fate, kept: kept)
        } catch {
            return Verdict(answerID: id ?? .random(), milliseconds: milliseconds, refusal: error)
        }
    }

    /// The fault that hits a request to this path, if one is scripted.
    func fault(
        for fields: PushFields, _ environment: APNsSimulator.Environment,
        _ service: APNsSimulator.Fault.Service = .devices
    ) -> APNsSimulator.Fault? {
        guard hasFaults.load(ordering: .acquiring) else { return nil }
        guard let token = service == .devices ? fields.deviceToken : "" else { return nil }
        let uptime = configuration.time.uptime
        return withFaults { $0.fault(for: token, environment, service, at: uptime) }
    }

    /// Changes or reads the script of faults.
    func withFaults<Result: Sendable>(_ body: (inout FaultScript) -> Result) -> Result {
        faults.withLock { script in
            defer { hasFaults.store(!script.isEmpty, ordering: .releasing) }
            return body(&script)
        }
    }
}
