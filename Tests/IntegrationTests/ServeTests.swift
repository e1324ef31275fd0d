import Foundation
import Testing

/// The command as a process: what it prints, and how it ends.
@Suite(.timeLimit(.minutes(1))) struct ServeTests {
    private struct Access: Decodable {
        var url: String
        var apnsURL: String
        var apnsControlURL: String
        var caFile: String
        var tenant: String
        var bundleId: String
        var secretKey: String
        var publishableKey: String
        var dataDirectory: String
    }

    @Test func `the development server prints one line when it is ready, and ends cleanly`() async throws {
        let process = try ChildProcess(try .product("tidings"), ["serve", "--dev", "--json"])
        let line = try #require(await process.out.first { _ in true })
        let access = try JSONDecoder().decode(Access.self, from: Data(line.utf8))
        #expect(access.secretKey.hasPrefix("td_tn_") && access.publishableKey.hasPrefix("td_pk_"))
        #expect(FileManager.default.fileExists(atPath: access.caFile))

        let environment = ["TIDINGS_URL": access.url, "TIDINGS_KEY": access.secretKey]
        let apps = try await Executable.product("tidings").run(["apps", "list", "--json"], environment: environment)
        #expect(apps.out.contains(access.bundleId), "\(apps)")
        let table = try await Executable.product("tidings").run(["apps", "list"], environment: environment)
        #expect(table.out.contains("DEVKEY0001 (production, sandbox)"), "\(table)")

        process.signal(SIGTERM)
        #expect(await process.exitStatus() == 0)
        #expect(!FileManager.default.fileExists(atPath: access.dataDirectory))
    }

    @Test func `setting an app's APNs key answers the app with the key's id, never the key`() async throws {
        try await ScratchFolder.with { folder in
            let tidings = try Executable.product("tidings")
            let process = try ChildProcess(tidings, ["serve", "--dev", "--json"])
            let line = try #require(await process.out.first { _ in true })
            let access = try JSONDecoder().decode(Access.self, from: Data(line.utf8))
            let environment = ["TIDINGS_URL": access.url, "TIDINGS_KEY": access.secretKey]
            let made = try await tidings.run(
                ["apps", "create", "--bundle-id", "com.example.new"], environment: environment)
            let app = made.out.trimmingCharacters(in: .whitespacesAndNewlines)
            let key = """
                -----BEGIN PRIVATE KEY-----
                MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgOYX4SYrGXp0aLplj
                ED3yF2YS2bHocBAONyo8HXy12iqhRANCAARPv3rky+OiLYiygByao91IS7q7xlKM
                jtATJZOlqxRX9MnDaFztMiYV46r/YyrJ+Vb+BqVZGmdWoia3D2bKH0Rd
                -----END PRIVATE KEY-----

                """
            let file = URL(fileURLWithPath: folder.path).appendingPathComponent("AuthKey_ABC123DEFG.p8")
            try Data(key.utf8).write(to: file)
            let stored = try await tidings.run(
                ["apps", "credentials", app, "--p8", file.path, "--team-id", "TEAM123456", "--json"],
                environment: environment)
            #expect(stored.status == 0 && stored.out.contains(#""keyId":"ABC123DEFG""#), "\(stored)")
            #expect(!stored.out.contains("MIGHAgEAMBMGByqGSM49"))
            process.signal(SIGTERM)
            #expect(await process.exitStatus() == 0)
        }
    }

    @Test func `the server keeps keys and apps over a restart, and refuses a second one on its folder`() async throws {
        try await ScratchFolder.with { folder in
            let tidings = try Executable.product("tidings")
            let made = try await tidings.run(["keys", "create", "--data", folder.path, "--name", "backend"])
            let key = made.out.trimmingCharacters(in: .whitespacesAndNewlines)
            #expect(made.status == 0 && key.hasPrefix("td_tn_"), "\(made)")

            for round in 1...2 {
                let server = try ChildProcess(tidings, ["serve", "--data", folder.path, "--port", "0", "--json"])
                let ready = try JSONDecoder().decode(
                    [String: String].self, from: Data(try #require(await server.out.first { _ in true }).utf8))
                let environment = ["TIDINGS_URL": ready["url"] ?? "", "TIDINGS_KEY": key]
                if round == 1 {
                    let app = try await tidings.run(
                        ["apps", "create", "--bundle-id", "com.example.kept"], environment: environment)
                    #expect(app.status == 0, "\(app)")
                }
                let apps = try await tidings.run(["apps", "list", "--json"], environment: environment)
                #expect(apps.out.contains("com.example.kept"), "\(apps)")

                let second = try await tidings.run(["serve", "--data", folder.path, "--port", "0"])
                #expect(second.status == 2)
                #expect(second.error.split(separator: "\n").count == 1, "\(second.error)")
                server.signal(SIGINT)
                #expect(await server.exitStatus() == 0)
            }
        }
    }

    @Test func `a revoked key opens nothing any more`() async throws {
        try await ScratchFolder.with { folder in
            let tidings = try Executable.product("tidings")
            let made = try await tidings.run(["keys", "create", "--data", folder.path, "--json"])
            let key = try JSONDecoder().decode([String: String].self, from: Data(made.out.utf8))
            let server = try ChildProcess(tidings, ["serve", "--data", folder.path, "--port", "0", "--json"])
            let ready = try JSONDecoder().decode(
                [String: String].self, from: Data(try #require(await server.out.first { _ in true }).utf8))
            let environment = ["TIDINGS_URL": ready["url"] ?? "", "TIDINGS_KEY": key["key"] ?? ""]
            let revoked = try await tidings.run(["keys", "revoke", key["id"] ?? ""], environment: environment)
            #expect(revoked.status == 0, "\(revoked)")
            let refused = try await tidings.run(["apps", "list"], environment: environment)
            #expect(refused.status == 1)
            #expect(refused.error.contains("401 invalid_api_key"), "\(refused.error)")
            server.signal(SIGTERM)
            #expect(await server.exitStatus() == 0)
        }
    }

    @Test func `a port that is taken is told in one line`() async throws {
        try await ScratchFolder.with { folder in
            let tidings = try Executable.product("tidings")
            let server = try ChildProcess(tidings, ["serve", "--data", "\(folder.path)/a", "--port", "0", "--json"])
            let ready = try JSONDecoder().decode(
                [String: String].self, from: Data(try #require(await server.out.first { _ in true }).utf8))
            let port = ready["url"]?.split(separator: ":").last.map(String.init) ?? ""
            let second = try await tidings.run(["serve", "--data", "\(folder.path)/b", "--port", port])
            #expect(second.status == 2)
            #expect(second.error.contains(port), "\(second.error)")
            server.signal(SIGTERM)
            _ = await server.exitStatus()
        }
    }
}
