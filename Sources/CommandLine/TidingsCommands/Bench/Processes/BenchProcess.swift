import Dispatch
import Foundation
import Spawning

/// A peer of a measurement: a program that runs beside this one.
struct BenchProcess: Sendable {
    private let program: SpawnedProgram

    /// Finds a program on the PATH, in the places of system programs, or by its path, and starts it.
    ///
    /// - Throws: `CommandError` that names the package when the program is missing.
    init(_ program: String, _ arguments: [String], package: String? = nil) throws {
        guard let path = Self.path(of: program) else {
            let hint = package.map { "Install the package \($0); make bench does." } ?? "Check the installation."
            throw CommandError(.failed, "The program \(program) is missing. \(hint)", exitCode: .failure)
        }
        var launch = Launch(path, arguments)
        launch.output = .pipe
        self.program = try SpawnedProgram(launch)
    }

    private static func path(of program: String) -> String? {
        if program.contains("/") { return program }
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        return (folders + ["/usr/sbin", "/usr/local/sbin", "/opt/homebrew/bin"])
            .map { "\($0)/\(program)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// The number of the process.
    var id: Int32 { program.id }

    /// True until it has ended.
    var isRunning: Bool { program.isRunning }

    /// The first line that it prints; nil when it ends without one.
    func firstLine() async -> String? {
        guard let output = program.output else { return nil }
        return await withCheckedContinuation { done in
            DispatchQueue.global().async {
                var text = Data()
                while !text.contains(UInt8(ascii: "\n")) {
                    let more = output.availableData
                    guard !more.isEmpty else { break }
                    text.append(more)
                }
                let line = text.split(separator: UInt8(ascii: "\n")).first
                done.resume(returning: line.map { String(decoding: $0, as: UTF8.self) })
            }
        }
    }

    /// Everything that it prints until it ends, and whether it ended well.
    func wholeOutput() async -> (text: String, hasSucceeded: Bool) {
        let result = await program.result()
        return (result.output, result.end == .exited(0))
    }

    /// Ends it, which has nothing to save, and waits for that.
    func stop() { program.kill() }
}
