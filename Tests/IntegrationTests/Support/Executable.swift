import Foundation
import Testing

/// A program to run in a test: one that the build made, or one of the repository's scripts.
struct Executable: Sendable {
    /// What a finished run left behind.
    struct Result: Sendable {
        var status: Int32
        var out: String
        var error: String
    }

    let url: URL

    /// A product of this build, which lies beside the test bundle.
    static func product(_ name: String) throws -> Executable {
        let folder = URL(fileURLWithPath: ProcessInfo.processInfo.arguments[0]).deletingLastPathComponent()
        let url = folder.appendingPathComponent(name)
        try #require(FileManager.default.isExecutableFile(atPath: url.path), "\(name) was not built")
        return Executable(url: url)
    }

    /// A script of the repository.
    static func script(_ name: String) -> Executable {
        Executable(url: repository.appendingPathComponent("scripts/\(name)"))
    }

    /// The repository's root, found from this file.
    static let repository = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Runs to the end and collects what was written.
    func run(_ arguments: [String] = [], environment: [String: String] = [:]) async throws -> Result {
        let child = try ChildProcess(self, arguments, environment: environment)
        async let out = child.out.reduce(into: "") { $0 += $1 + "\n" }
        async let error = child.error.reduce(into: "") { $0 += $1 + "\n" }
        return Result(status: await child.exitStatus(), out: await out, error: await error)
    }
}
