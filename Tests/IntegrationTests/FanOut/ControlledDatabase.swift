import Foundation
import Testing

/// A PostgreSQL server with a standby, both of a test's own, that can be killed and made to fail over.
final class ControlledDatabase: Sendable {
    /// Leads to whichever of the two takes writes.
    let url: String
    private let process: ChildProcess

    /// Starts both, and fails where that is not possible.
    init() async throws {
        process = try ChildProcess(.script("test-database"), ["--controlled"])
        guard let line = await process.out.first(where: { _ in true }), line.hasPrefix("postgresql://") else {
            let words = await process.error.reduce(into: "") { $0 += $1 + " " }
            throw Failure(description: "PostgreSQL did not start: \(words)")
        }
        url = line
    }

    struct Failure: Error, CustomStringConvertible { let description: String }

    /// Kills the server as a crash does, and starts it again.
    func restart() async throws { try await obey("restart", "restarted") }

    /// Kills the server for good and makes the standby take its place.
    func failOver() async throws { try await obey("failover", "promoted") }

    private func obey(_ command: String, _ answer: String) async throws {
        try process.write(command)
        let line = await process.out.first { _ in true }
        try #require(line == answer)
    }

    /// Ends both.
    func stop() async {
        process.closeInput()
        _ = await process.exitStatus()
    }
}
