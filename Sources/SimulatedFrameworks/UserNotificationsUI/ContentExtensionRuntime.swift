internal import Foundation
package import ProcessLocal

/// Runs a content extension in its process.
@MainActor
package final class ContentExtensionRuntime {
    private let object: any UNNotificationContentExtension

    private init(_ object: any UNNotificationContentExtension) { self.object = object }

    /// Lets a process draw notifications with one object.
    nonisolated package static func install(
        in process: SimulatedProcess, _ make: @escaping @MainActor @Sendable () -> any UNNotificationContentExtension
    ) {
        let runtime = ProcessScoped<ContentExtensionRuntime?> { nil }
        process.install { [unowned process] call in
            let ready = await MainActor.run {
                if let runtime = runtime.value { return runtime }
                let made = ContentExtensionRuntime(make())
                runtime.value = made
                return made
            }
            return await ready.handle(call, in: process)
        }
    }

    private func handle(_ call: ProcessCall, in process: SimulatedProcess) async -> ProcessReply {
        switch call {
        case .contentReceive(let notification, let actions):
            (object as? any ContentScreen)?.open(in: NSExtensionContext(actions, process: process))
            object.didReceive(UNNotification(wire: notification))
        case .contentRespond(let response):
            let answer = FirstAnswer<UInt>()
            let isThere: Void? = OptionalRequirement.call {
                object.didReceive(UNNotificationResponse.make(response)) { answer.set($0.rawValue) }
            }
            guard isThere != nil else { return .notImplemented }
            return await answer.wait().map { .responseOption($0) } ?? .gone
        case .network(let isOnline):
            process.network.setOnline(isOnline)
        case .command(let line):
            return await process.answer(command: line).map { .text($0) } ?? .notImplemented
        default: return .notImplemented
        }
        return .done
    }
}
