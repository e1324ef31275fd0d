import Foundation
import Locking
import ProcessLocal
import Timekeeping

/// A program inside this process: its state hangs on a `SimulatedProcess`, its work on an executor that can be stopped.
final class InProcessHost: ProcessHost {
    let process: SimulatedProcess
    /// Pushes that an extension has been handed and not answered.
    private let runs = Locked(0)

    init(_ start: ProcessStart, time: any TimeSource, install: @Sendable (SimulatedProcess) -> Void) {
        let name = "\(start.identity.bundleIdentifier) \(start.identity.number)"
        // Virtual time stands still while the program has something to run.
        let executor = ProcessExecutor(name: name) { time.hold(name) }
        process = SimulatedProcess(
            identity: start.identity, containers: start.containers, environment: start.settings,
            isOnline: start.isOnline, time: time, link: InProcessLink(start.device, start.identity),
            executor: executor)
        install(process)
    }

    func call(_ call: ProcessCall) async -> ProcessReply {
        if case .network(let isOnline) = call { process.network.setOnline(isOnline) }
        guard case .extensionReceive = call else { return await process.handle(call) }
        runs.withLock { $0 += 1 }
        let reply = await process.handle(call)
        let isLast = runs.withLock { runs in
            runs -= 1
            return runs == 0
        }
        if isLast, case .content = reply { process.freeze() }
        return reply
    }

    func freeze() { process.freeze() }
    func thaw() { process.thaw() }
    func kill() { process.end() }
    var peakKilobytes: Int? { nil }
    var processID: Int32? { nil }
}

/// The way from an in-process program to its device.
private struct InProcessLink: DeviceLink {
    private let device: any DeviceSide
    private let identity: ProcessIdentity

    init(_ device: any DeviceSide, _ identity: ProcessIdentity) {
        self.device = device
        self.identity = identity
    }

    func call(_ call: DeviceCall) async -> DeviceReply { await device.answer(call, from: identity) }
    func callNow(_ call: DeviceCall) -> DeviceReply { device.answerNow(call, from: identity) }
}
