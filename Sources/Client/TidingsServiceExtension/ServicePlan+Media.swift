import Foundation
import PushModel
import TidingsCore
import TidingsNotifications
import Timekeeping
import UserNotifications

extension ServicePlan {
    /// One thing that came out of the network.
    private enum Find: Sendable {
        case attachment(Int, Carried<UNNotificationAttachment>?)
        case face(Data?)
    }

    /// Adds sender and attachments, each as soon as it is there.
    func dress(
        _ content: UNMutableNotificationContent, _ wishes: Wishes, _ request: ServiceRequest, for run: ServiceRun
    ) async {
        await improve(run, content, wishes.communication, face: nil)
        let wanted = Array(wishes.media.prefix(budget.media.count))
        let face = wishes.communication?.imageURL
        guard !wanted.isEmpty || face != nil, hasMemory() else { return }
        let attacher = MediaAttacher(transport: environment.transport, limits: budget.media, log: environment.log)
        attacher.tidy(now: environment.time.now)
        let end = request.arrival + budget.media.time
        let names = AttachmentOptions.identifiers(for: wanted)
        let original = content.attachments
        await withTaskGroup(of: Find.self) { group in
            for (index, media) in wanted.enumerated() {
                group.addTask {
                    let found = await until(end) { left in
                        await attacher.attachment(for: media, as: names[index], within: left).map { Carried($0) }
                    }
                    return .attachment(index, found)
                }
            }
            if let face { group.addTask { .face(await until(end) { await attacher.face(face, within: $0) }) } }
            var attachments: [Int: UNNotificationAttachment] = [:]
            var portrait: Data?
            for await find in group {
                switch find {
                case .attachment(_, nil), .face(nil): continue
                case .attachment(let index, let found?): attachments[index] = found.object
                case .face(let data?): portrait = data
                }
                // In the order of the payload: the system shows the first one small.
                content.attachments = original + attachments.sorted { $0.key < $1.key }.map(\.value)
                await improve(run, content, wishes.communication, face: portrait)
            }
        }
    }

    /// Hands better content to the run, in the form of a communication if it is one.
    private func improve(
        _ run: ServiceRun, _ content: UNMutableNotificationContent, _ communication: Communication?, face: Data?
    ) async {
        guard let communication else { return run.improve(content) }
        let plain = Carried(content.copy() as? UNNotificationContent ?? content)
        let styled = await TimeLimit.run(budget.communication, time: environment.time) {
            await CommunicationStyle.styled(plain, as: communication, face: face)
        }
        run.improve((styled ?? nil)?.object ?? content)
    }

    /// Does work with the time that is left until a moment; nil if that has passed, or passes.
    private func until<Result: Sendable>(
        _ end: Duration, _ work: @escaping @Sendable (Duration) async -> Result?
    ) async -> Result? {
        let left = end - environment.time.uptime
        guard left > .zero else { return nil }
        return await TimeLimit.run(until: end, time: environment.time) { await work(left) } ?? nil
    }

    /// Whether there is room for the network; without it the process would end, and the text with it.
    private func hasMemory() -> Bool {
        guard let left = environment.availableMemory(), left < budget.memoryReserve else { return true }
        environment.log(.warning, "Nothing is fetched: too little memory is left", ("bytes", String(left)))
        return false
    }
}
