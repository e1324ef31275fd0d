import APNs
import Delivery
import Foundation
import Locking
import PushModel
import SimulatedDevice
import Storage
import Timekeeping

/// Where the server's pushes go: they are handed to the phone at once, or kept for a while, and nothing is forgotten.
final class Apple: Sendable {
    let courier = DirectCourier()
    private let time: VirtualTime
    private let state = Locked(State())

    private struct State {
        /// What was asked for, by number.
        var orders: [Int: Order] = [:]
        var sent: [Sent] = []
        /// What is not handed to the phone yet.
        var kept: [Sent] = []
    }

    /// A message before it is one.
    struct Order: Sendable {
        let push: Step.Push
        /// To whom it is addressed.
        let subscriber: String
        /// The install that has the phone's token, counted.
        let generation: Int
    }

    init(time: VirtualTime) { self.time = time }

    /// What was handed to the phone.
    var sent: [Sent] { state.withLock { $0.sent } }

    /// What the push of this number will be about.
    func expect(_ order: Order, number: Int) { state.withLock { $0.orders[number] = order } }

    /// Takes what the server sends.
    func take(_ batch: [PushRequest], of storage: TenantHandle) async -> [PushResult] {
        var results: [PushResult] = []
        for push in batch { results.append(await take(push, of: storage)) }
        return results
    }

    private func take(_ push: PushRequest, of storage: TenantHandle) async -> PushResult {
        guard push.deviceToken == courier.tokens[bundleID] else {
            return .rejected(Rejection(status: 410, reason: .unregistered, timestamp: time.now))
        }
        guard let sent = await describe(push, storage) else {
            return .rejected(Rejection(status: 400, reason: .payloadEmpty))
        }
        if sent.isExpired || sent.isLate { state.withLock { $0.kept.append(sent) } } else { hand(sent) }
        return .accepted(apnsID: push.id, uniqueID: nil)
    }

    private func describe(_ push: PushRequest, _ storage: TenantHandle) async -> Sent? {
        guard let envelope = PushPayload(json: push.payload)?.envelope,
            let id = Identifier(.message, parsing: envelope.id), let message = try? await storage.message(id),
            let number = try? JSONValue(parsing: message.body)["title"]?.string.flatMap({ Int($0.dropFirst(6)) }),
            let order = state.withLock({ $0.orders[number] }),
            let device = try? await storage.everyDevice().first(where: { $0.token?.token == push.deviceToken })
        else { return nil }
        // An anonymous past may have been joined to a person between request and push.
        let owner = [order.subscriber, device.externalID].first { DevicePayload.tag(of: $0) == envelope.to }
        return Sent(
            order.push, push, messageID: envelope.id, number: number, owner: owner ?? order.subscriber,
            generation: order.generation)
    }

    private func hand(_ sent: Sent) {
        guard sent.token == courier.tokens[bundleID] else { return }
        state.withLock { $0.sent.append(sent) }
        courier.send(
            sent.payload, to: bundleID, pushType: sent.form == .silent ? "background" : "alert",
            collapseID: sent.identifier, id: sent.apnsID)
    }

    /// Hands over what was kept and is wanted now.
    func release(where isWanted: (Sent) -> Bool) {
        let released = state.withLock { state in
            let released = state.kept.filter(isWanted)
            state.kept.removeAll(where: isWanted)
            return released
        }
        for sent in released { hand(sent) }
    }

    /// Hands over once more what was handed over so many pushes ago.
    func repeatPush(_ age: Int) -> Sent? {
        let earlier = sent
        guard !earlier.isEmpty else { return nil }
        var again = earlier[earlier.count - 1 - age % earlier.count]
        again.apnsID = UUID().uuidString.lowercased()
        hand(again)
        return again
    }
}
