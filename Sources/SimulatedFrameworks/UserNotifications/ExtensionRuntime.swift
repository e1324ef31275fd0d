internal import Foundation
internal import Locking
package import ProcessLocal

/// Runs a notification service extension in its process.
package final class ExtensionRuntime: Sendable {
    private let make: @Sendable () -> UNNotificationServiceExtension
    // Services at work; Apple's class is not Sendable, and its two methods are called on different threads there too.
    private let state = Locked(State())

    private struct State {
        var running: [Int: (identifier: String, service: UNNotificationServiceExtension)] = [:]
        var last: UNNotificationServiceExtension?
        var counter = 0
    }

    private init(_ make: @escaping @Sendable () -> UNNotificationServiceExtension) { self.make = make }

    /// Lets a process answer pushes with objects of the extension's principal class, normally a new one for each.
    package static func install(
        in process: SimulatedProcess, _ make: @escaping @Sendable () -> UNNotificationServiceExtension
    ) {
        let runtime = ExtensionRuntime(make)
        process.install { [unowned process] in await runtime.handle($0, in: process) }
    }

    private func handle(_ call: ProcessCall, in process: SimulatedProcess) async -> ProcessReply {
        switch call {
        case .extensionReceive(let request, let reusesObject):
            return await receive(request, reusesObject, in: process)
        case .extensionExpire(let identifier):
            let late = state.withLockUnchecked { state in
                state.running.sorted { $0.key < $1.key }.filter { $0.value.identifier == identifier }.map(
                    \.value.service)
            }
            for service in late { service.serviceExtensionTimeWillExpire() }
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

    private func receive(
        _ request: WireRequest, _ reusesObject: Bool, in process: SimulatedProcess
    ) async -> ProcessReply {
        let old = state.withLockUnchecked { reusesObject ? $0.last : nil }
        let service = old ?? make()
        let number = state.withLockUnchecked { state in
            state.counter += 1
            state.last = reusesObject ? service : nil
            state.running[state.counter] = (request.identifier, service)
            return state.counter
        }
        defer { _ = state.withLockUnchecked { $0.running.removeValue(forKey: number) } }
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
