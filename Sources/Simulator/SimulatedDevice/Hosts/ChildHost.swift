import Foundation
import Locking
import ProcessLocal
import Spawning

/// A program in a process of its own: standing still is SIGSTOP, the end is SIGKILL.
final class ChildHost: ProcessHost {
    private let child: SpawnedProgram
    private let connection: SocketConnection
    private let replies = PendingReplies<ProcessReply>(whenGone: .gone)
    private let wasKilled = Locked(false)
    /// Pushes that an extension has been handed and not answered.
    private let runs = Locked(0)

    private init(child: SpawnedProgram, connection: SocketConnection) {
        self.child = child
        self.connection = connection
    }

    /// Starts an executable and waits until it has reached the device.
    static func start(_ executable: URL, _ start: ProcessStart) async throws -> ChildHost {
        let listener = try SocketListener()
        let child: SpawnedProgram
        do {
            child = try SpawnedProgram(launch(executable, start, deviceAt: listener.path)) { _ in
                // Wakes up a device that still waits for the child to call.
                listener.giveUp()
            }
        } catch {
            throw DeviceError(.launchFailed, "\(error)")
        }
        guard let connection = await listener.accept() else {
            child.kill()
            throw DeviceError(
                .launchFailed,
                "\(executable.lastPathComponent) ended or did not call the device. Is it built on the simulated UIKit?")
        }
        let host = ChildHost(child: child, connection: connection)
        connection.send(
            .welcome(
                SocketWelcome(
                    identity: start.identity, home: start.containers.home, groups: start.containers.groups,
                    isOnline: start.isOnline)))
        let reader = Thread { host.read(start) }
        reader.name = "\(start.identity.bundleIdentifier) \(start.identity.number)"
        reader.start()
        return host
    }

    private static func launch(_ executable: URL, _ start: ProcessStart, deviceAt socket: String) -> Launch {
        let home = start.containers.home
        var launch = Launch(executable.path)
        launch.folder = home.path
        // What configures the tool is not for the apps of its phones.
        launch.environment = launch.environment.filter { !$0.key.hasPrefix("TIDINGS_") }
        launch.environment.merge(start.settings) { _, new in new }
        launch.environment["HOME"] = home.path
        launch.environment["TMPDIR"] = home.appendingPathComponent("tmp").path
        launch.environment[ChildProcess.socketVariable] = socket
        launch.output = start.passesOutput ? .standardError : .null
        launch.error = launch.output
        return launch
    }

    private func read(_ start: ProcessStart) {
        let device = start.device
        let identity = start.identity
        while let message = connection.receive() {
            switch message {
            case .processReply(let id, let reply):
                // On this thread, so that the extension gets no further than it must.
                if case .content = reply, endRun() { freeze() }
                replies.answer(id, reply)
            case .deviceCall(let id, let call) where call.takesTime:
                Task { [connection] in
                    connection.send(.deviceReply(id: id, await device.answer(call, from: identity)))
                }
            case .deviceCall(let id, let call):
                connection.send(.deviceReply(id: id, device.answerNow(call, from: identity)))
            case .hello, .welcome, .deviceReply, .processCall:
                break
            }
        }
        connection.close()
        replies.close()
        guard !wasKilled.withLock({ $0 }) else { return }
        Task {
            let end = await child.end()
            guard !wasKilled.withLock({ $0 }) else { return }
            let reason =
                switch end {
                case .exited(let status): "exit \(status)"
                case .signalled: "crash"
                }
            device.processEnded(identity, reason: reason)
        }
    }

    /// Counts an answer of an extension; true when it was the last that was open.
    private func endRun() -> Bool {
        runs.withLock { runs in
            runs = max(0, runs - 1)
            return runs == 0
        }
    }

    func call(_ call: ProcessCall) async -> ProcessReply {
        if case .extensionReceive = call { runs.withLock { $0 += 1 } }
        return await replies.ask { connection.send(.processCall(id: $0, call)) }
    }

    func freeze() { child.freeze() }

    func thaw() { child.signal(SIGCONT) }

    func kill() {
        wasKilled.withLock { $0 = true }
        child.kill()
        connection.close()
        replies.close()
    }

    var processID: Int32? { child.id }

    var peakKilobytes: Int? {
        guard let status = try? String(contentsOfFile: "/proc/\(child.id)/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
        else { return nil }
        return Int(line.filter(\.isNumber))
    }
}

extension DeviceCall {
    /// Whether the answer may wait for a person or another process.
    var takesTime: Bool {
        switch self {
        case .requestAuthorization, .add, .requestRecordPermission: true
        default: false
        }
    }
}
