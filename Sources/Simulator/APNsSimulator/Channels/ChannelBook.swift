import PushCrypto
import Locking

/// The broadcast channels of all apps, with the devices that listen to each.
final class ChannelBook: Sendable {
    /// A channel with its listeners and what is kept for those who come later.
    private struct Entry {
        var channel: APNsSimulator.Channel
        var order: Int
        var listeners: [Device] = []
        var newest: (push: AcceptedPush, until: Int64)?
    }

    private struct App: Hashable {
        var bundleID: String
        var environment: APNsSimulator.Environment
    }

    private struct State {
        var channels: [App: [String: Entry]] = [:]
        var disabled: Set<String> = []
        var lastOrder = 0
        var generator: SplitMix64
    }

    /// How long the newest broadcast is kept, in seconds.
    static let longestSeconds: Int64 = 8 * 3600

    private let limit: Int
    private let state: Locked<State>

    init(limit: Int, seed: UInt64) {
        self.limit = limit
        state = Locked(State(generator: SplitMix64(seed: seed)))
    }

    /// Switches broadcasts of an app off, which deletes its channels, or on again.
    func setEnabled(_ isEnabled: Bool, bundleID: String) {
        state.withLock { state in
            guard !isEnabled else {
                state.disabled.remove(bundleID)
                return
            }
            state.disabled.insert(bundleID)
            for environment in APNsSimulator.Environment.allCases {
                state.channels[App(bundleID: bundleID, environment: environment)] = nil
            }
        }
    }

    /// Checks that the app may use broadcasts.
    func checkEnabled(_ bundleID: String) throws(APNsSimulator.Refusal) {
        guard !state.withLock({ $0.disabled.contains(bundleID) }) else {
            throw APNsSimulator.Refusal(.featureNotEnabled)
        }
    }

    /// Creates a channel and answers it.
    ///
    /// - Throws: `CannotCreateChannelConfig` when the app has as many as it may have.
    func create(
        _ bundleID: String, _ environment: APNsSimulator.Environment, _ policy: APNsSimulator.Channel.StoragePolicy
    ) throws(APNsSimulator.Refusal) -> APNsSimulator.Channel {
        let app = App(bundleID: bundleID, environment: environment)
        let channel: APNsSimulator.Channel? = state.withLock { state in
            guard state.channels[app]?.count ?? 0 < limit else { return nil }
            let channel = APNsSimulator.Channel(
                id: Self.newID(&state.generator), bundleID: bundleID, environment: environment, storagePolicy: policy)
            state.lastOrder += 1
            state.channels[app, default: [:]][channel.id] = Entry(channel: channel, order: state.lastOrder)
            return channel
        }
        guard let channel else { throw APNsSimulator.Refusal(.cannotCreateChannelConfig) }
        return channel
    }

    /// The channel with an id.
    func channel(
        _ id: String, _ bundleID: String, _ environment: APNsSimulator.Environment
    ) -> APNsSimulator.Channel? {
        state.withLock { $0.channels[App(bundleID: bundleID, environment: environment)]?[id]?.channel }
    }

    /// All channels of an app in the order of creation.
    func channels(_ bundleID: String, _ environment: APNsSimulator.Environment) -> [APNsSimulator.Channel] {
        let entries = state.withLock { $0.channels[App(bundleID: bundleID, environment: environment)] ?? [:] }
        return entries.values.sorted { $0.order < $1.order }.map(\.channel)
    }

    /// Deletes a channel for good; false when there is none.
    func delete(_ id: String, _ bundleID: String, _ environment: APNsSimulator.Environment) -> Bool {
        state.withLock {
            $0.channels[App(bundleID: bundleID, environment: environment)]?.removeValue(forKey: id) != nil
        }
    }

    /// Lets a device listen; answers what it has missed, and nil when there is no such channel.
    func subscribe(
        _ device: Device, to id: String, _ bundleID: String, _ environment: APNsSimulator.Environment, now: Int64
    ) -> [AcceptedPush]? {
        let app = App(bundleID: bundleID, environment: environment)
        return state.withLock { state in
            guard let entry = state.channels[app]?[id] else { return nil }
            if !entry.listeners.contains(where: { $0 === device }) {
                state.channels[app]?[id]?.listeners.append(device)
            }
            guard let newest = entry.newest, newest.until > now else { return [] }
            return [newest.push]
        }
    }

    /// Ends a device's listening.
    func unsubscribe(_ device: Device, from id: String, _ bundleID: String, _ environment: APNsSimulator.Environment) {
        let app = App(bundleID: bundleID, environment: environment)
        state.withLock { $0.channels[app]?[id]?.listeners.removeAll { $0 === device } }
    }

    /// Notes a broadcast and answers who listens.
    func listeners(
        for push: AcceptedPush, _ environment: APNsSimulator.Environment, now: Int64
    ) -> [Device] {
        let app = App(bundleID: push.bundleID, environment: environment)
        let id = push.channelID ?? ""
        return state.withLock { state in
            guard var entry = state.channels[app]?[id] else { return [] }
            let until = min(push.expiration ?? .max, now + Self.longestSeconds)
            if entry.channel.storagePolicy == .mostRecent, until > now {
                entry.newest = (push, until)
                state.channels[app]?[id] = entry
            }
            return entry.listeners
        }
    }

    private static func newID(_ generator: inout SplitMix64) -> String {
        let numbers = [generator.next(), generator.next()]
        let bytes = numbers.flatMap { number in (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
        return ChannelID.text(bytes)
    }
}
