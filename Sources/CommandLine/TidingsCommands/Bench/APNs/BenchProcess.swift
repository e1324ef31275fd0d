import Dispatch
import Foundation

/// A peer of a measurement: a program that runs beside this one.
final class BenchProcess: @unchecked Sendable {
    // Unchecked: `Process` and `Pipe` are used by one task at a time.
    private let process = Process()
    private let output = Pipe()

    /// Finds a program on the PATH, in the places of system programs, or by its path, and starts it.
    ///
    /// - Throws: `CommandError` that names the package when the program is missing.
    init(_ program: String, _ arguments: [String], package: String? = nil) throws {
        guard let path = Self.path(of: program) else {
            let hint = package.map { "Install the package \($0); make bench does." } ?? "Check the installation."
            throw CommandError(.failed, "The program \(program) is missing. \(hint)", exitCode: .failure)
        }
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
    }

    private static func path(of program: String) -> String? {
        if program.contains("/") { return program }
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        return (folders + ["/usr/sbin", "/usr/local/sbin", "/opt/homebrew/bin"])
            .map { "\($0)/\(program)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// True until it has ended.
    var isRunning: Bool { process.isRunning }

    /// The first line that it prints; nil when it ends without one.
    func firstLine() async -> String? {
        await withCheckedContinuation { done in
            DispatchQueue.global().async { [self] in
                var text = Data()
                while !text.contains(UInt8(ascii: "\n")) {
                    let more = output.fileHandleForReading.availableData
                    guard !more.isEmpty else { break }
                    text.append(more)
                }
                let line = text.split(separator: UInt8(ascii: "\n")).first
                done.resume(returning: line.map { String(decoding: $0, as: UTF8.self) })
            }
        }
    }

    /// Everything that it prints until it ends.
    func wholeOutput() async -> (text: String, status: Int32) {
        await withCheckedContinuation { done in
            DispatchQueue.global().async { [self] in
                let data = output.fileHandleForReading.readDataToEndOfFile()
                process.waitUntilExit()
                done.resume(returning: (String(decoding: data, as: UTF8.self), process.terminationStatus))
            }
        }
    }

    /// Ends it and waits for that.
    ///
    /// It inherits what this process does with SIGTERM, which may be to ignore it, and has nothing to save.
    func stop() {
        guard process.isRunning else { return }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
