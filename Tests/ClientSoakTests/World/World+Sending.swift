import Foundation
import Locking
import SimulatedDevice
import Storage

/// The sender's side.
extension World {
    /// Asks for a message, and waits until its push has arrived, if it can.
    func send(_ push: Step.Push) async {
        let mark = phone.timeline.mark
        if let age = push.repeats {
            if let again = apple.repeatPush(age) { await arrive(again, after: mark) }
            return
        }
        do {
            guard let number = try await request(push) else { return }
            // Time goes on when the server has nothing left to do.
            try await time.sleep(for: .milliseconds(1))
            if push.isExpired {
                try await time.sleep(for: .seconds(Step.Push.shortLife + 1))
                apple.release { $0.isExpired && $0.text == Sent.text(number) }
            }
            guard let sent = apple.sent.last(where: { $0.text == Sent.text(number) }) else { return }
            await arrive(sent, after: mark)
        } catch {
            blame("a message cannot be sent: \(error)")
        }
    }

    /// Asks for a message to whom the phone belongs, and answers its number; nil if the server would have nobody to send it to.
    private func request(_ push: Step.Push) async throws -> Int? {
        // Its token may have changed, or been forgotten with the app.
        let token = apple.courier.tokens[bundleID]
        let device = try await server.devices().first { $0.token?.token == token }
        guard let token, device?.token?.token == token, let device else { return nil }
        let (number, generation) = state.withLock { state in
            state.messageCount += 1
            state.generations[device.id] = state.generations[device.id] ?? state.generation
            return (state.messageCount, state.generations[device.id] ?? state.generation)
        }
        apple.expect(
            Apple.Order(push: push, subscriber: device.externalID, generation: generation), number: number)
        try await server.send(push.message(number: number, to: device.externalID, picture: Way.pictureAddress))
        return number
    }

    private func arrive(_ sent: Sent, after mark: Int) async {
        guard phone.device.isOnline else { return }
        _ = try? await phone.timeline.first(after: mark, within: .seconds(5)) {
            $0.kind == .pushArrived && $0["apnsId"] == sent.apnsID || $0.kind == .networkChanged
        }
    }
}
