import Foundation
import Locking
import ProcessLocal
import Timekeeping

extension SimulatedDevice {
    /// Asks the courier for pushes for as long as the device is there.
    static func receive(_ device: @escaping @Sendable () -> SimulatedDevice?) async {
        var after = 0
        var failures = 0
        while !Task.isCancelled {
            guard let courier = device()?.courier, await waitUntilOnline(device) else { return }
            do {
                let pushes = try await courier.pushes(after: after)
                failures = 0
                for push in pushes {
                    after = max(after, push.sequence)
                    device()?.accept(push)
                }
            } catch {
                guard !Task.isCancelled, let device = device() else { return }
                failures += 1
                if failures == 1 { device.timeline.add(.courierFailed, ["error": "\(error)"]) }
                try? await SystemTime().sleep(for: .milliseconds(min(100 * failures, 2000)))
            }
        }
    }

    private static func waitUntilOnline(_ device: @Sendable () -> SimulatedDevice?) async -> Bool {
        await withCheckedContinuation { continuation in
            guard let device = device() else { return continuation.resume() }
            let isOnline = device.state.withLock { state in
                if !state.isOnline, state.receiver != nil { state.onlineWaiters.append(continuation) }
                return state.isOnline || state.receiver == nil
            }
            if isOnline { continuation.resume() }
        }
        return !Task.isCancelled && device() != nil
    }

    /// Takes a push; pushes of one app reach the screen one after the other.
    func accept(_ push: IncomingPush) {
        if push.pushType == "voip" {
            let turn = lanes(push.bundleId).calls.enqueue()
            Task { await turn.run { await self.receive(push) } }
            return
        }
        if configuration.overlapsExtensionRuns {
            Task { await self.receive(push) }
            return
        }
        // In its own task, so that a slow app holds up nobody else; the lane keeps the order of arrival.
        let turn = lanes(push.bundleId).pushes.enqueue()
        Task { await turn.run { await self.receive(push) } }
    }

    /// Takes a push and waits until it is on the screen, or is known not to get there.
    ///
    /// Use it to bring a push to the device without a courier.
    public func receive(_ push: IncomingPush) async { await take(push) }

    /// Takes a push as `receive` does, and answers the wake of the app that still goes on; nil when nobody is to be woken.
    @discardableResult
    package func take(_ push: IncomingPush) async -> Task<Void, Never>? {
        timeline.add(
            .pushArrived, app: push.bundleId,
            ["type": push.pushType, "apnsId": push.id].merging(push.collapseId.map { ["collapseId": $0] } ?? [:]) { $1 }
        )
        if push.pushType == "voip" {
            await receiveCall(push)
            return nil
        }
        guard let app = try? app(push.bundleId), app.token == nil || app.token == push.token else {
            timeline.add(.pushDropped, app: push.bundleId, ["reason": "no_app"])
            return nil
        }
        guard let payload = WireValue(json: Data(push.payload.utf8)), payload["aps"] != nil else {
            timeline.add(.pushDropped, app: push.bundleId, ["reason": "invalid_payload"])
            return nil
        }
        let received = ReceivedPush(push: push, payload: payload, strings: app.definition.strings)
        if received.isVisible {
            await present(received, in: push.bundleId)
        } else if !received.wakesApp {
            timeline.add(.pushDropped, app: push.bundleId, ["reason": "nothing_to_show"])
        }
        // The wake may take half a minute, and the next push need not wait for it.
        return received.wakesApp ? Task { await self.wake(push.bundleId, received) } : nil
    }
}
