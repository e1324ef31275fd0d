import Foundation
import Spawning

/// A running program whose lines a test reads; it is killed when the last reference goes.
final class ChildProcess: Sendable {
    /// The lines of standard output.
    let out: AsyncStream<String>
    /// The lines of standard error.
    let error: AsyncStream<String>
    private let program: SpawnedProgram

    /// Starts the program with these arguments; the environment is added to the test's own.
    init(_ executable: Executable, _ arguments: [String], environment: [String: String] = [:]) throws {
        var launch = Launch(executable.url.path, arguments)
        launch.environment.merge(environment) { $1 }
        (launch.input, launch.output, launch.error) = (.pipe, .pipe, .pipe)
        program = try SpawnedProgram(launch)
        out = Self.lines(of: program.output)
        error = Self.lines(of: program.error)
    }

    deinit { program.signal(SIGKILL) }

    /// The process id.
    var id: Int32 { program.id }

    /// Waits for the end; 128 and the signal when a signal ended it.
    func exitStatus() async -> Int32 {
        switch await program.end() {
        case .exited(let status): status
        case .signalled(let number): 128 + number
        }
    }

    /// Sends a signal, such as SIGTERM.
    func signal(_ number: Int32) { program.signal(number) }

    /// Writes a line to standard input.
    func write(_ line: String) throws { try program.input?.write(contentsOf: Data((line + "\n").utf8)) }

    /// Ends standard input.
    func closeInput() { try? program.input?.close() }

    private static func lines(of handle: FileHandle?) -> AsyncStream<String> {
        let (lines, continuation) = AsyncStream<String>.makeStream()
        Thread.detachNewThread {
            var rest = Data()
            while let chunk = handle?.availableData, !chunk.isEmpty {
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
