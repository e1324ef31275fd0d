import ClientTestSupport
import Foundation
import Locking
import PushModel
import SimulatedDevice

/// The sender's side.
extension World {
    /// Sends a push, and waits until it has arrived, if it can.
    func send(_ push: Step.Push) async {
        let mark = phone.timeline.mark
        guard let sent = prepare(push) else { return }
        state.withLock { $0.sent.append(sent) }
        let isOnline = phone.device.isOnline
        courier.send(
            sent.payload, to: bundleID, pushType: sent.form == .silent ? "background" : "alert",
            collapseID: sent.identifier, id: sent.apnsID)
        guard isOnline else { return }
        _ = try? await phone.timeline.first(after: mark, within: .seconds(5)) {
            $0.kind == .pushArrived && $0["apnsId"] == sent.apnsID || $0.kind == .networkChanged
        }
    }

    /// Writes a push for the device as the server knows it; nil if the server would have nobody to send it to.
    private func prepare(_ push: Step.Push) -> Sent? {
        let (earlier, generations, generation, owners, number) = state.withLock { state in
            state.messageCount += 1
            return (state.sent, state.generations, state.generation, state.owners, state.messageCount)
        }
        let apnsID = UUID().uuidString.lowercased()
        if let repeats = push.repeats {
            guard !earlier.isEmpty else { return nil }
            var again = earlier[earlier.count - 1 - repeats % earlier.count]
            again.apnsID = apnsID
            return again
        }
        // What the server knows of the phone, as long as its token leads there.
        let token = courier.tokens[bundleID]
        guard let token, let device = server.devices.first(where: { $0.registration["token"]?.string == token }) else {
            return nil
        }
        // A phone that could keep no keys registered none.
        guard !push.isSealed || device.registration["encryption"] != nil else { return nil }
        var sent = Sent(push, number: number, apnsID: apnsID)
        sent.owner = push.isLate ? owners.last { $0 != device.subscriber } ?? device.subscriber : device.subscriber
        sent.generation =
            device.registration["installId"]?.string.flatMap { generations[$0] } ?? generation
        if push.hasPicture { sent.content.imageURL = Self.pictureAddress }
        let expires = push.isExpired ? Int(time.now.timeIntervalSince1970) - 1 : nil
        do {
            sent.payload = try sent.render(for: device.registration, expires: expires)
            return sent
        } catch {
            blame("a push cannot be made: \(error)")
            return nil
        }
    }
}
