import Locking
import Foundation
import PushCrypto
package import PushModel
import Timekeeping

/// All devices and their tokens.
///
/// Tokens are spread over several locks, since every request looks one up.
package final class DeviceRegistry: Sendable {
    private let rules: DeviceRules
    private let time: any TimeSource
    private let tokens = TokenTable<Registration>()
    private let book = Locked(Book())

    private struct Book {
        var devices: [String: Device] = [:]
        var installed: [Install: String] = [:]
        var counters: [App: DeliveryCounters] = [:]
    }

    private struct App: Hashable {
        var bundleID: String
        var environment: APNsSimulator.Environment
    }

    private struct Install: Hashable {
        var deviceID: String
        var topic: String
        var environment: APNsSimulator.Environment
    }

    /// What a token stands for; replaced as a whole when it changes, so that a look-up copies one reference.
    private final class Registration: Sendable {
        let device: Device
        let target: PushTarget
        let environment: APNsSimulator.Environment
        let counters: DeliveryCounters
        let removal: Removal?

        init(
            device: Device, target: PushTarget, environment: APNsSimulator.Environment, counters: DeliveryCounters,
            removal: Removal? = nil
        ) {
            self.device = device
            self.target = target
            self.environment = environment
            self.counters = counters
            self.removal = removal
        }
    }

    private struct Removal {
        var reason: APNsSimulator.Refusal.Reason
        var at: Int64
        var noticedAt: Int64
    }

    /// Creates an empty registry.
    package init(_ configuration: APNsSimulator.Configuration) {
        rules = DeviceRules(
            logLimit: configuration.deviceLogLimit,
            keeping: DeliveryBudget(byteLimit: configuration.deviceLogByteLimit),
            backgroundPushesPerHour: configuration.backgroundPushesPerHour,
            burstInterval: max(1, configuration.burstInterval.wholeMilliseconds))
        time = configuration.time
    }

    // MARK: The hot path

    /// Routes a push to its device.
    ///
    /// - Returns: What became of it, and the request as it is kept.
    /// - Throws: `BadDeviceToken` for an unknown token or one of the other environment, `DeviceTokenNotForTopic`, or 410
    ///   once APNs has noticed that the app is gone.
    func deliver(
        _ push: CheckedPush, _ fields: PushFields, id: AnswerID, _ environment: APNsSimulator.Environment,
        milliseconds: Int64
    ) throws(APNsSimulator.Refusal) -> (fate: Device.Fate, kept: KeptRequest) {
        let found = fields.with(push.token) { tokens[$0] }
        guard let registration = found, registration.environment == environment else {
            throw APNsSimulator.Refusal(.badDeviceToken)
        }
        guard registration.target.topic == push.topic else { throw APNsSimulator.Refusal(.deviceTokenNotForTopic) }
        let kept = KeptRequest(fields, id: id)
        if let removal = registration.removal {
            guard milliseconds < removal.noticedAt else {
                throw APNsSimulator.Refusal(removal.reason, timestamp: removal.at)
            }
            registration.counters.add(.discardedUnregistered)
            return (.discarded, kept)
        }
        let accepted = AcceptedPush(
            request: kept, target: registration.target, pushType: push.pushType, priority: push.priority,
            expiration: push.expiration)
        let fate = registration.device.receive(
            accepted, environment, counters: registration.counters, milliseconds: milliseconds)
        forgetOldest()
        return (fate, kept)
    }

    /// Has all devices forget the oldest pushes when they keep too many together.
    func forgetOldest() {
        guard let bound = rules.keeping.takeBound() else { return }
        for device in book.withLock({ Array($0.devices.values) }) { device.forget(before: bound) }
    }

    private static func random(_ count: Int) -> [UInt8] { (0..<count).map { _ in .random(in: 0...255) } }

    // MARK: Devices

    /// Adds a device that is online.
    package func addDevice(name: String) -> Device {
        let device = Device(id: "sim_" + Self.random(8).hexText, name: name, rules: rules, time: time)
        book.withLock { $0.devices[device.id] = device }
        return device
    }

    /// The device with an id.
    package func device(_ id: String) -> Device? { book.withLock { $0.devices[id] } }

    /// All devices, by id.
    package var devices: [Device] { book.withLock { Array($0.devices.values) }.sorted { $0.id < $1.id } }

    /// The counts of all apps, by bundle id and environment.
    var counters: [(bundleID: String, environment: APNsSimulator.Environment, counters: DeliveryCounters)] {
        book.withLock { book in book.counters.map { ($0.key.bundleID, $0.key.environment, $0.value) } }
            .sorted { ($0.0, $0.1.rawValue) < ($1.0, $1.1.rawValue) }
    }

    // MARK: Tokens

    /// The app that a token of a device is for.
    func bundleID(of token: String, on device: Device) -> String? {
        tokens.change(token) { registration in
            registration.flatMap { $0.device === device && $0.removal == nil ? $0.target.bundleID : nil }
        }
    }

    /// Registers an app on a device for one kind of push; the same token again as long as it stays installed.
    ///
    /// - Parameters:
    ///   - bundleID: The app.
    ///   - environment: The service that the token is for.
    ///   - kind: The push type whose topics the token serves; alert and background share one.
    ///   - device: The device.
    ///   - wanted: The token to use, lowercase hex; nil for a random one of 32 bytes.
    /// - Returns: The token, lowercase hex.
    package func register(
        _ bundleID: String, _ environment: APNsSimulator.Environment, _ kind: PushType, on device: Device,
        wanted: String? = nil
    ) -> String {
        let topic = bundleID + (kind.topicSuffix ?? "")
        let install = Install(deviceID: device.id, topic: topic, environment: environment)
        let token = book.withLock { book in
            if let wanted {
                book.installed[install] = wanted
                return wanted
            }
            if let token = book.installed[install] { return token }
            let token = Self.random(32).hexText
            book.installed[install] = token
            return token
        }
        let counters = book.withLock { book in
            let app = App(bundleID: bundleID, environment: environment)
            if let counters = book.counters[app] { return counters }
            let counters = DeliveryCounters()
            book.counters[app] = counters
            return counters
        }
        let target = PushTarget(token: token, topic: topic, bundleID: bundleID)
        tokens.change(token) { registration in
            registration = Registration(
                device: device, target: target, environment: environment, counters: counters)
        }
        return token
    }

    /// Takes a token out of use, as uninstalling the app does.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - device: The device that holds it.
    ///   - reason: What a later sender is told.
    ///   - milliseconds: Now; goes out as the answer's `timestamp`.
    ///   - noticedAfter: For how many milliseconds APNs goes on answering 200.
    /// - Returns: False when the device holds no such token.
    package func unregister(
        _ token: String, on device: Device, reason: APNsSimulator.Refusal.Reason, milliseconds: Int64,
        noticedAfter: Int64
    ) -> Bool {
        let bundleID: String? = tokens.change(token) { registration in
            guard let old = registration, old.device === device, old.removal == nil else { return nil }
            registration = Registration(
                device: device, target: old.target, environment: old.environment, counters: old.counters,
                removal: Removal(reason: reason, at: milliseconds, noticedAt: milliseconds + max(0, noticedAfter)))
            return old.target.bundleID
        }
        guard let bundleID else { return false }
        book.withLock { book in book.installed = book.installed.filter { $0.value != token } }
        device.removeApp(bundleID, token: token)
        return true
    }

    /// The tokens in use on a device with the topic that each serves.
    package func tokens(of device: Device) -> [(token: String, topic: String, environment: APNsSimulator.Environment)] {
        book.withLock { book in
            book.installed.filter { $0.key.deviceID == device.id }
                .map { ($0.value, $0.key.topic, $0.key.environment) }
        }.sorted { $0.token < $1.token }
    }
}

extension Sequence<UInt8> {
    /// Lowercase hex, two digits a byte.
    var hexText: String {
        var text = ""
        for byte in self {
            for nibble in [byte >> 4, byte & 0xF] {
                text.unicodeScalars.append(Unicode.Scalar(nibble < 10 ? 48 + nibble : 87 + nibble))
            }
        }
        return text
    }
}
