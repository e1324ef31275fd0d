import Foundation
import PushModel
import Spawning
import Storage
import StorageTestSupport
import TestSupport
import TidingsServer
import Timekeeping
import Testing

@testable import TidingsCommands

/// `tidings backup` and `tidings migrate`.
@Suite(.timeLimit(.minutes(1))) struct DataCommandTests {
    @Test func `the data of a running server is copied, and a server starts on the copy`() async throws {
        try await LiveServer.with { server in
            let file = try server.file("u.jsonl", #"{"externalId":"ann"}"#)
            #expect(await server.run("import", file).exit == .done)
            let place = server.folder.appendingPathComponent("restored")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            let run = await server.run(
                "backup", "--data", server.data, "--to", place.appendingPathComponent("tidings.sqlite").path, "--json")
            #expect(run.exit == .done, "\(run)")
            #expect(try JSONValue(parsing: run.out)["schema"]?.int == Schema.sqlite.count)
            let again = await server.run(
                "backup", "--data", server.data, "--to", place.appendingPathComponent("tidings.sqlite").path)
            #expect(again.exit == .mistake && again.error.contains("already"))
            let named = await server.run("backup", "--data", server.data, "--to", server.folder.path + "/")
            #expect(named.exit == .done && named.out.contains("/tidings-20"), "\(named)")
            let tenants = try await Administration.on(dataDirectory: place.path, time: SystemTime()) {
                try await $0.tenants().map(\.slug)
            }
            #expect(tenants == ["default"])
            let missing = await server.run("backup", "--data", "/nowhere", "--to", server.folder.path + "/x")
            #expect(missing.exit == .failure && missing.error.contains("no database"), "\(missing)")
        }
    }

    @Test func `the schema is shown and upgraded, and one of a newer version refused`() async throws {
        try await withTemporaryFolder { folder in
            let old = try await SQLiteDatabase.open(folder: folder)
            try await old.migrate(Array(Schema.sqlite.prefix(3)), now: Date(timeIntervalSince1970: 0))
            await old.close()
            let pending = await tool("migrate", "--data", folder.path, "--dry-run", "--json")
            #expect(try JSONValue(parsing: pending.out).array?.count == Schema.sqlite.count - 3, "\(pending)")
            let status = await tool("migrate", "--data", folder.path, "--status")
            #expect(status.out.contains("accounts") && status.out.contains("to be applied"), "\(status)")
            let run = await tool("migrate", "--data", folder.path)
            #expect(run.exit == .done && run.out == "Applied \(Schema.sqlite.count - 3) steps.\n", "\(run)")
            #expect(await tool("migrate", "--data", folder.path).out == "The schema is up to date.\n")
            let newer = try await SQLiteDatabase.open(folder: folder)
            try await newer.write {
                try $0.execute(
                    "insert into schema_migrations (version, name, applied_at) values (?1, 'future', 0)",
                    Schema.sqlite.count + 1)
            }
            await newer.close()
            for words in [["migrate"], ["migrate", "--status"], ["serve", "--port", "0"]] {
                let refused = await tool(words + ["--data", folder.path])
                #expect(refused.exit == .failure && refused.error.contains("newer version"), "\(refused)")
            }
            let both = await tool("migrate", "--data", folder.path, "--status", "--dry-run")
            #expect(both.exit == .mistake)
            let missing = await tool("migrate", "--data", "/nowhere/x", "--status")
            #expect(missing.exit == .failure, "\(missing)")
            let fresh = await tool("migrate", "--data", folder.path + "/new")
            #expect(fresh.out == "Applied \(Schema.sqlite.count) steps.\n", "\(fresh)")
        }
    }

    @Test func `a server keeps its folder to itself, and is not upgraded under its feet`() async throws {
        try await LiveServer.with { server in
            let refused = await server.run("migrate", "--data", server.data)
            #expect(refused.exit == .failure && refused.error.contains("in use"), "\(refused)")
            let status = await server.run("migrate", "--data", server.data, "--dry-run")
            #expect(status.exit == .done && status.out == "The schema is up to date.\n", "\(status)")
        }
    }

    @Test func `the archive of a PostgreSQL database brings every tenant's rows back`() async throws {
        try await Engine.$current.withValue(.postgreSQL) {
            try await TestDatabase.with { source in
                try await source.database.migrate(Schema.sqlite, now: Date(timeIntervalSince1970: 0))
                let system = SystemHandle(database: source.database)
                for slug in ["a", "b"] {
                    let tenant = try await system.makeTenant(
                        slug: slug, name: slug, identitySecret: [1], now: Date(timeIntervalSince1970: 0))
                    _ = try await system.handle(for: tenant).putSubscriber(
                        externalID: "of \(slug)", attributes: "{}", timeZone: nil, locale: nil,
                        now: Date(timeIntervalSince1970: 0))
                }
                try await withTemporaryFolder { folder in
                    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                    let file = folder.appendingPathComponent("tidings.dump").path
                    let run = await tool("backup", "--database", source.url ?? "", "--to", file)
                    #expect(run.exit == .done, "\(run)")
                    let target = try await TestServer.shared.database()
                    let restored = await tool(
                        "backup", "--database", "postgresql://nobody:secret@127.0.0.1:1/x", "--to", file + "2")
                    #expect(restored.exit == .failure && !restored.error.contains("secret"), "\(restored)")
                    #expect(!FileManager.default.fileExists(atPath: file + "2"))
                    try await Self.restore(file, target)
                    let opened = try await PostgreSQLDatabase.open(PostgreSQLConfiguration(url: target))
                    try await opened.migrate(Schema.sqlite, now: Date(timeIntervalSince1970: 0))
                    let copy = SystemHandle(database: opened)
                    for slug in ["a", "b"] {
                        let tenant = try #require(try await copy.tenant(slug: slug))
                        let page = try await copy.handle(for: tenant).subscribers(before: nil, limit: 10)
                        #expect(page.items.map(\.externalID) == ["of \(slug)"])
                    }
                    await opened.close()
                    await TestServer.shared.giveBack(target)
                }
            }
        }
    }

    /// As the guide says: `pg_restore --dbname=URL FILE`.
    private static func restore(_ file: String, _ url: String) async throws {
        var launch = Launch("pg_restore", ["--no-owner", "--exit-on-error", "--dbname=\(url)", file])
        launch.error = .standardError
        let result = await (try SpawnedProgram(launch)).result()
        #expect(result.end == .exited(0))
    }
}
