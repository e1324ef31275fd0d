import Foundation
import Locking
import Spawning
import Storage
import TidingsServer
import Timekeeping

extension Command {
    /// `tidings backup`.
    static let backup = Command(
        "backup", "Copy the database while a server uses it, and verify the copy.",
        discussion: """
            The copy is the database as it was at one moment. It appears under its name when it is whole, checked and on disk,
            or not at all, and only its owner can read it: it holds tokens and keys. With PostgreSQL this runs pg_dump, whose
            archive pg_restore takes.

            To restore, see the guide "Run in production".
            """,
        options: DataOptions.all + [
            .value("to", "PATH", "The file to write, or a folder for a file named by the time."), .json,
        ],
        examples: [
            Example("tidings backup --data /var/lib/tidings --to /backups/", "Writes /backups/tidings-….sqlite."),
            Example(
                "tidings backup --database postgresql://tidings@db/tidings --to tidings.dump", "Runs pg_dump."),
        ]
    ) { invocation in
        let place = try invocation.required("to")
        let time = SystemTime()
        let url = DataOptions.database(invocation)
        let destination = file(place, ending: url == nil ? "sqlite" : "dump", now: time.now)
        guard !FileManager.default.fileExists(atPath: destination.path) else {
            throw CommandError(
                .invalidValue, "There is a file at \(quoted(destination.path)) already. Name another place with --to.")
        }
        if let url { return try await PostgreSQLDump(url: url).write(to: destination, output: invocation.output) }
        let shown = Locked(0)
        let output = invocation.output
        let outcome = try await DataBackup.copy(dataDirectory: DataOptions.folder(invocation), to: destination) {
            part in
            let tenth = Int(part * 10)
            let isNew = shown.withLock { last in
                defer { last = max(last, tenth) }
                return tenth > last && tenth < 10
            }
            if isNew { output.note("\(tenth * 10) % copied") }
        }
        try output.result(
            Copy(path: destination.path, bytes: outcome.bytes, schema: outcome.schema),
            text: "\(destination.path): \(outcome.bytes) bytes, schema \(outcome.schema), checked")
        return .done
    }

    private static func file(_ place: String, ending: String, now: Date) -> URL {
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: place, isDirectory: &isFolder)
        guard place.hasSuffix("/") || exists && isFolder.boolValue else { return URL(fileURLWithPath: place) }
        let stamp = now.ISO8601Format().filter { $0 != "-" && $0 != ":" }
        return URL(fileURLWithPath: place, isDirectory: true).appendingPathComponent("tidings-\(stamp).\(ending)")
    }
}

private struct Copy: Encodable {
    let path: String
    let bytes: Int
    let schema: Int
}

/// An archive of a PostgreSQL database, made by pg_dump.
struct PostgreSQLDump {
    /// The URL without its password.
    let publicURL: String
    /// The password, which travels in the environment: arguments can be seen by everybody on the machine.
    let password: String?

    /// Takes the password out of a URL.
    init(url: String) {
        guard let match = url.wholeMatch(of: #/(postgres(?:ql)?:\/\/)([^:@\/?]*):([^@\/?]*)@(.*)/#) else {
            (publicURL, password) = (url, nil)
            return
        }
        publicURL = "\(match.1)\(match.2)@\(match.4)"
        password = String(match.3).removingPercentEncoding ?? String(match.3)
    }

    func write(to destination: URL, output: Output) async throws -> ExitCode {
        let partial = destination.path + ".\(ProcessInfo.processInfo.processIdentifier).partial"
        defer { try? FileManager.default.removeItem(atPath: partial) }
        guard FileManager.default.createFile(atPath: partial, contents: nil, attributes: [.posixPermissions: 0o600])
        else {
            throw CommandError(
                .unusableSetting, "Cannot write \(quoted(destination.path)). Check the folder.", exitCode: .failure)
        }
        // The tables bind their owner to the rules that keep tenants apart; the role's membership lets it see all rows.
        var launch = Launch(
            "pg_dump", ["--format=custom", "--enable-row-security", "--file=\(partial)", "--dbname=\(publicURL)"])
        launch.environment["PGPASSWORD"] = password ?? launch.environment["PGPASSWORD"]
        launch.error = .standardError
        let program: SpawnedProgram
        do {
            program = try SpawnedProgram(launch)
        } catch {
            throw CommandError(
                .failed,
                "There is no pg_dump here. Install PostgreSQL's client programs (apt install postgresql-client), or run "
                    + "pg_dump --format=custom --enable-row-security where they are.", exitCode: .failure)
        }
        let result = await program.result()
        guard result.end == .exited(0) else {
            throw CommandError(.failed, "pg_dump did not finish (\(result.end)); see above.", exitCode: .failure)
        }
        do {
            try FileHandle(forUpdating: URL(fileURLWithPath: partial)).synchronize()
            try FileManager.default.moveItem(atPath: partial, toPath: destination.path)
        } catch {
            throw CommandError(
                .unusableSetting, "Cannot write \(quoted(destination.path)). Check the folder.", exitCode: .failure)
        }
        let size = (try? FileManager.default.attributesOfItem(atPath: destination.path)[.size]) as? Int
        try output.result(
            Archive(path: destination.path, bytes: size ?? 0), text: "\(destination.path): \(size ?? 0) bytes")
        return .done
    }
}

private struct Archive: Encodable {
    let path: String
    let bytes: Int
}
