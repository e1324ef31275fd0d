import Foundation
import Storage

/// A PostgreSQL server that a measurement may use alone.
struct BenchDatabase {
    /// The database.
    let url: String
    /// The number of the server's first process, if it runs on this machine.
    let process: Int32?

    /// Takes the database of a URL, or starts a server that ends with this process.
    ///
    /// - Throws: `CommandError` when it does not start.
    static func start(url given: String?) async throws -> BenchDatabase {
        let url = if let given { given } else { try await startServer() }
        let database = try await PostgreSQLDatabase.open(PostgreSQLConfiguration(url: url))
        let backend: Int = try await database.read { try $0.first("select pg_backend_pid()") { try $0[0] } ?? 0 }
        // While the connection stands: its process ends with it.
        let process = ProcessorTime.parent(ofProcess: Int32(truncatingIfNeeded: backend))
        await database.close()
        return BenchDatabase(url: url, process: process)
    }

    /// User and system time of the server's processes, in seconds.
    var processorSeconds: Double { process.map(ProcessUsage.seconds(ofFamily:)) ?? 0 }

    private static func startServer() async throws -> String {
        let script = "scripts/test-database"
        guard FileManager.default.isExecutableFile(atPath: script) else {
            throw CommandError(
                .failed,
                "\(script) is not here. Run from the root of the repository, or name a database by --database.",
                exitCode: .failure)
        }
        let process = try BenchProcess(
            script, ["--until", String(ProcessInfo.processInfo.processIdentifier), "--durable"])
        let (output, hasSucceeded) = await process.wholeOutput()
        guard hasSucceeded, let url = output.split(separator: "\n").last else {
            throw CommandError(.failed, "\(script) did not start PostgreSQL.", exitCode: .failure)
        }
        return String(url)
    }
}
