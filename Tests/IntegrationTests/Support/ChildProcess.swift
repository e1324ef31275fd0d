import Foundation

/// A running program whose lines a test reads; it is killed when the last reference goes.
final class ChildProcess: Sendable {
    /// The lines of standard output.
    let out: AsyncStream<String>
    /// The lines of standard error.
    let error: AsyncStream<String>
    private let process: Process
    private let input: Pipe
    private let exit: Task<Int32, Never>

    /// Starts the program with these arguments; the environment is added to the test's own.
    init(_ executable: Executable, _ arguments: [String], environment: [String: String] = [:]) throws {
        process = Process()
        process.executableURL = executable.url
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        input = Pipe()
        process.standardInput = input
        out = Self.lines(of: process, \.standardOutput)
        error = Self.lines(of: process, \.standardError)
        let (exits, exited) = AsyncStream<Int32>.makeStream()
        process.terminationHandler = {
            exited.yield($0.terminationReason == .exit ? $0.terminationStatus : 128 + $0.terminationStatus)
            exited.finish()
        }
        exit = Task { await exits.first { _ in true } ?? -1 }
        try process.run()
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    /// The process id.
    var id: Int32 { process.processIdentifier }

    /// Waits for the end; 128 and the signal when a signal ended it.
    func exitStatus() async -> Int32 { await exit.value }

    /// Sends a signal, such as SIGTERM.
    func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    /// Writes a line to standard input.
    func write(_ line: String) throws { try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8)) }

    private static func lines(of process: Process, _ stream: ReferenceWritableKeyPath<Process, Any?>) -> AsyncStream<
        String
    > {
        let pipe = Pipe()
        process[keyPath: stream] = pipe
        let (lines, continuation) = AsyncStream<String>.makeStream()
        let handle = pipe.fileHandleForReading
        Thread.detachNewThread {
            var rest = Data()
            while case let chunk = handle.availableData, !chunk.isEmpty {
                rest += chunk
                while let end = rest.firstIndex(of: 0x0A) {
                    continuation.yield(String(decoding: rest[rest.startIndex..<end], as: UTF8.self))
                    rest = Data(rest[rest.index(after: end)...])
                }
            }
            if !rest.isEmpty { continuation.yield(String(decoding: rest, as: UTF8.self)) }
            continuation.finish()
        }
        return lines
    }
}
