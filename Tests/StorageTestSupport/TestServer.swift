import CPostgreSQL
import Foundation
import Spawning

/// The PostgreSQL server that the tests of this process share, and databases on it.
///
/// `make test` has started it; without that, the first test that needs it does, and fails if it cannot.
public actor TestServer {
    /// What goes wrong with the server.
    public struct Failure: Error, CustomStringConvertible {
        /// What to do about it.
        public let description: String
    }

    /// The only one.
    public static let shared = TestServer()

    private var server: Task<String, any Error>?
    private var idle: [String] = []
    private var count = 0

    /// An empty database that nobody else uses until it is given back.
    public func database() async throws -> String {
        if let known = idle.popLast() { return known }
        let server = server ?? Task { try await Self.start() }
        self.server = server
        let url = try await server.value
        count += 1
        let name = "test_\(ProcessInfo.processInfo.processIdentifier)_\(count)"
        try await Self.execute("create database \(name) template template0", on: url)
        return url.replacing("@/postgres?", with: "@/\(name)?")
    }

    /// Empties a database for the next test.
    public func giveBack(_ url: String) async {
        // One that cannot be emptied is not used again.
        guard (try? await Self.execute("drop schema public cascade; create schema public", on: url)) != nil else {
            return
        }
        idle.append(url)
    }

    private static func start() async throws -> String {
        if let url = ProcessInfo.processInfo.environment["TIDINGS_TEST_POSTGRESQL"] { return url }
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        var launch = Launch(
            root.appendingPathComponent("scripts/test-database").path,
            ["--until", String(ProcessInfo.processInfo.processIdentifier)])
        (launch.output, launch.error) = (.pipe, .standardError)
        let result = try await SpawnedProgram(launch).result()
        let url = result.output.trimmingCharacters(in: .whitespacesAndNewlines)
        guard url.hasPrefix("postgresql://") else {
            throw Failure(description: "PostgreSQL did not start for the tests (\(result.end)); see standard error.")
        }
        return url
    }

    /// Runs statements on a connection of their own.
    public static func execute(_ sql: String, on url: String) async throws {
        try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
            Thread.detachNewThread {
                let connection = PQconnectdb(url)
                PQsetNoticeProcessor(connection, { _, _ in }, nil)
                let answer = PQexec(connection, sql)
                let isDone = PQresultStatus(answer) == PGRES_COMMAND_OK || PQresultStatus(answer) == PGRES_TUPLES_OK
                let text = String(cString: PQerrorMessage(connection))
                PQclear(answer)
                PQfinish(connection)
                done.resume(with: isDone ? .success(()) : .failure(Failure(description: text)))
            }
        }
    }
}
