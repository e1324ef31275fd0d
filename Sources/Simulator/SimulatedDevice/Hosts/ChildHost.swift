import Foundation
import Locking
import ProcessLocal

/// A program in a process of its own: standing still is SIGSTOP, the end is SIGKILL.
final class ChildHost: ProcessHost {
    private let child: Process
    private let connection: SocketConnection
    private let replies = PendingReplies<ProcessReply>(whenGone: .gone)
    private let wasKilled = Locked(false)

    private init(child: Process, connection: SocketConnection) {
        self.child = child
        self.connection = connection
    }

    /// Starts an executable and waits until it has reached the device.
    static func start(_ executable: URL, _ start: ProcessStart) async throws -> ChildHost {
        guard FileManager.default.isExecutableFile(atPath: executable.path) else {
            throw DeviceError(
                .launchFailed, "There is no executable at \(executable.path). Build it, or correct the path.")
        }
        let listener = try SocketListener()
        let child = Process()
        child.executableURL = executable
        child.currentDirectoryURL = start.containers.home
        var environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("TIDINGS_") }
        environment.merge(start.settings) { _, new in new }
        environment["HOME"] = start.containers.home.path
        environment["TMPDIR"] = start.containers.home.appendingPathComponent("tmp").path
        environment[ChildProcess.socketVariable] = listener.path
        child.environment = environment
        child.standardInput = FileHandle.nullDevice
        child.standardOutput = start.passesOutput ? FileHandle.standardError : FileHandle.nullDevice
        child.standardError = start.passesOutput ? FileHandle.standardError : FileHandle.nullDevice
        let exit = FirstAnswer<Int32>()
        child.terminationHandler = { child in
            exit.set(child.terminationStatus)
            // Wakes up a device that still waits for the child to call.
            listener.giveUp()
        }
        do { try child.run() } catch {
            throw DeviceError(.launchFailed, "\(executable.path) could not be started: \(error).")
        }
        guard let connection = await listener.accept() else {
            child.terminate()
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
        let reader = Thread { host.read(start, exit) }
        reader.name = "\(start.identity.bundleIdentifier) \(start.identity.number)"
        reader.start()
        return host
    }

    private func read(_ start: ProcessStart, _ exit: FirstAnswer<Int32>) {
        let device = start.device
        let identity = start.identity
        while let message = connection.receive() {
            switch message {
            case .processReply(let id, let reply):
                // On this thread, so that the extension gets no further than it must.
                if case .content = reply { freeze() }
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
            let status = await exit.wait() ?? 0
            guard !self.wasKilled.withLock({ $0 }) else { return }
            device.processEnded(identity, reason: self.child.terminationReason == .exit ? "exit \(status)" : "crash")
        }
    }

    func call(_ call: ProcessCall) async -> ProcessReply {
        await replies.ask { connection.send(.processCall(id: $0, call)) }
    }

    func freeze() {
        send(SIGSTOP)
        awaitNews(WSTOPPED | WEXITED)
    }

    func thaw() { send(SIGCONT) }

    func kill() {
        wasKilled.withLock { $0 = true }
        send(SIGKILL)
        awaitNews(WEXITED)
        connection.close()
        replies.close()
    }

    /// A signal is on its way only: waits, without collecting it, for the news that it had its effect.
    private func awaitNews(_ kinds: Int32) {
        var news = siginfo_t()
        while waitid(P_PID, id_t(child.processIdentifier), &news, kinds | WNOWAIT) != 0, errno == EINTR {}
    }

    private func send(_ signal: Int32) {
        if child.isRunning { Glibc.kill(child.processIdentifier, signal) }
    }

    var processID: Int32? { child.processIdentifier }

    var peakKilobytes: Int? {
        guard let status = try? String(contentsOfFile: "/proc/\(child.processIdentifier)/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
        else { return nil }
        return Int(line.filter(\.isNumber))
    }
}

extension DeviceCall {
    /// Whether the answer may wait for a person or another process.
    var takesTime: Bool {
        switch self {
        case .requestAuthorization, .add: true
        default: false
        }
    }
}
