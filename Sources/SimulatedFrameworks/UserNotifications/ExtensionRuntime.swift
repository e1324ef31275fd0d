internal import Foundation
internal import Locking
package import ProcessLocal

/// Runs a notification service extension in its process.
package final class ExtensionRuntime: Sendable {
    private let make: @Sendable () -> UNNotificationServiceExtension
    // Services at work; Apple's class is not Sendable, and its two methods are called on different threads there too.
    private let running = Locked<[Int: UNNotificationServiceExtension]>([:])
    private let counter = Locked(0)

    private init(_ make: @escaping @Sendable () -> UNNotificationServiceExtension) { self.make = make }

    /// Lets a process answer pushes with objects of the extension's principal class, a new one for each.
    package static func install(
        in process: SimulatedProcess, _ make: @escaping @Sendable () -> UNNotificationServiceExtension
    ) {
        let runtime = ExtensionRuntime(make)
        process.install { [unowned process] in await runtime.handle($0, in: process) }
    }

    private func handle(_ call: ProcessCall, in process: SimulatedProcess) async -> ProcessReply {
        switch call {
        case .extensionReceive(let request):
            return await receive(request, in: process)
        case .extensionExpire:
            for service in running.withLockUnchecked({ $0.sorted { $0.key < $1.key }.map(\.value) }) {
                service.serviceExtensionTimeWillExpire()
            }
            return .done
        case .network(let isOnline):
            process.network.setOnline(isOnline)
            return .done
        case .command(let line):
            return await process.answer(command: line).map { .text($0) } ?? .notImplemented
        default:
            return .notImplemented
        }
    }

    private func receive(_ request: WireRequest, in process: SimulatedProcess) async -> ProcessReply {
        let service = make()
        let number = counter.withLock { count in
            count += 1
            return count
        }
        running.withLockUnchecked { $0[number] = service }
        defer { _ = running.withLockUnchecked { $0.removeValue(forKey: number) } }
        let answer = FirstAnswer<WireContent>()
        service.didReceive(UNNotificationRequest(wire: request)) { content in
            if !answer.set(content.wire) {
                _ = process.callNow(
                    .log(kind: "misuse", details: ["what": "content handler called again", "id": request.identifier]))
            }
        }
        return await answer.wait().map { .content($0) } ?? .gone
    }
}
