import EventLoop
import Foundation
import HTTP2
import Locking
import PushModel
import Timekeeping

/// What one rule works with: connections of its own, a sender in order, and a device where one can be made.
final class Stage: Sendable {
    let target: ConformanceTarget
    let time: any TimeSource
    /// The sender; one that nobody knows where none was given.
    let sender: Sender
    /// A provider token in order; nil without a sender.
    let authorization: String?
    /// The token of the sender's app for alerts on the main service.
    let deviceToken: String
    /// The id of the device at the control API; empty without one.
    let deviceID: String
    private let loop: EventLoop
    private let state = Locked(State())

    private struct State {
        var links: [Service: Link] = [:]
        var others: [Link] = []
        var faults: [Int] = []
    }

    init(_ run: ConformanceRun.Setting, loop: EventLoop) async throws {
        target = run.target
        time = run.time
        sender = run.sender
        authorization = run.authorization
        self.loop = loop
        guard let url = target.control else {
            deviceID = ""
            deviceToken = target.deviceToken ?? String(repeating: "0", count: 64)
            return
        }
        let control = ControlClient(base: url)
        let device = try await control.call(
            "POST", "/v1/devices", ["name": "conformance", "backgroundPushesPerHour": 3])
        let id = device["id"]?.string ?? ""
        deviceID = id
        let answer = try await control.call(
            "POST", "/v1/devices/\(id)/tokens",
            ["bundleId": .string(sender.bundleID), "environment": .string(target.main.environment)])
        deviceToken = answer["token"]?.string ?? ""
    }

    /// A push that nothing is wrong with.
    func push(to token: String? = nil, _ pushType: PushType = .alert) throws -> Call {
        var call = Call("POST", "/3/device/\(token ?? deviceToken)", body: #"{"aps":{"alert":"Conformance"}}"#)
        call[.authorization] = authorization
        call[.topic] = pushType.topic(forBundle: sender.bundleID) ?? sender.bundleID
        call[.pushType] = pushType.rawValue
        if pushType == .background {
            call[.priority] = "5"
            call.body = Array(#"{"aps":{"content-available":1}}"#.utf8)
        }
        return call
    }

    /// The time for `iat` and `apns-expiration`.
    var seconds: Int64 { Int64(time.now.timeIntervalSince1970) }

    // MARK: Connections

    /// Sends on the rule's one connection to a service.
    func send(_ call: Call, on service: Service? = nil) async throws -> Reply {
        let service = service ?? target.main
        if let link = state.withLock({ $0.links[service] }) { return await link.send(call) }
        let link = try await connect(to: service)
        state.withLock { $0.links[service] = link }
        return await link.send(call)
    }

    /// Opens another connection.
    func link(to service: Service? = nil, identity: TLSIdentity? = nil) async throws -> Link {
        let link = try await connect(to: service ?? target.main, identity)
        state.withLock { $0.others.append(link) }
        return link
    }

    private func connect(to service: Service, _ identity: TLSIdentity? = nil) async throws -> Link {
        guard let address = target.address(service) else {
            throw ConformanceError("The address of \(service) is not known.")
        }
        return try await Link.open(
            address, trust: target.trust, identity: identity, patience: target.patience, loop: loop)
    }

    // MARK: The control API

    /// Makes a call of the control API.
    @discardableResult
    func control(_ method: String, _ path: String, _ body: JSONValue? = nil) async throws -> JSONValue {
        guard let url = target.control else { throw ConformanceError("The address of the control API is not known.") }
        return try await ControlClient(base: url).call(method, path, body)
    }

    /// Has the next request to the device meet a fault.
    func fault(_ fault: JSONValue) async throws {
        guard case .object(var object) = fault else { return }
        object["times"] = 1
        if object["service"] == nil { object["tokenPrefix"] = .string(deviceToken) }
        let id = try await control("POST", "/v1/faults", .object(object))["id"]?.int
        state.withLock { $0.faults += [id].compactMap { $0 } }
    }

    /// Puts things back as far as they can be.
    func end() async {
        let (links, faults) = state.withLock { (Array($0.links.values) + $0.others, $0.faults) }
        for link in links { link.close() }
        for id in faults { _ = try? await control("DELETE", "/v1/faults/\(id)") }
        if target.control != nil {
            _ = try? await control("DELETE", "/v1/devices/\(deviceID)/tokens/\(deviceToken)")
        }
    }
}
