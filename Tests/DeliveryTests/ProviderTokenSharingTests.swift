import Foundation
import Locking
import PushCrypto
import Storage
import StorageTestSupport
import TestSupport
import Testing
import Timekeeping

@testable import APNs
@testable import Delivery

/// One provider token for each key, whatever number of servers send with it.
@Suite(.timeLimit(.minutes(1)))
struct ProviderTokenSharingTests {
    /// A server as far as provider tokens are concerned.
    private struct Node: Sendable {
        let signer: ProviderCredential
        let tokens: ProviderTokens
        let time: VirtualTime

        func token() async throws -> String {
            let name = ProviderTokenKey(teamID: signer.teamID, keyID: signer.keyID, fingerprint: [1])
            await tokens.prepare(signer, name)
            return String(decoding: try signer.token(time).authorization, as: UTF8.self)
        }
    }

    /// Six servers on one database, each with connections of its own where the engine has a server.
    private static func withSix(_ body: ([Node], VirtualTime, any Database) async throws -> Void) async throws {
        // No clock is at a whole second when a token is made.
        let time = VirtualTime.forTest(now: Date(timeIntervalSince1970: 1_767_225_600.123_456))
        try await TestDatabase.with(time: time) { test in
            try await test.database.migrate(Schema.sqlite, now: time.now)
            let pem = try ES256.PrivateKey.generate().pem()
            let keys = MasterKeys(try MasterKey.generate())
            var databases: [any Database] = []
            for _ in 0..<6 {
                guard let url = test.url else {
                    databases.append(test.database)
                    continue
                }
                var configuration = PostgreSQLConfiguration(url: url)
                (configuration.readerCount, configuration.tenantWriterCount) = (1, 1)
                configuration.systemWriterCount = 1
                databases.append(try await PostgreSQLDatabase.open(configuration, time: time))
            }
            let nodes = try databases.map { database in
                Node(
                    signer: try ProviderCredential(teamID: "TEAM000001", keyID: "KEY0000001", privateKeyPEM: pem),
                    tokens: ProviderTokens(
                        storage: SystemHandle(database: database, masterKeys: keys), time: time, log: .none),
                    time: time)
            }
            let result: Result<Void, any Error>
            do { result = .success(try await body(nodes, time, test.database)) } catch { result = .failure(error) }
            if test.url != nil { for database in databases { await database.close() } }
            try result.get()
        }
    }

    /// What each of the servers sends with, all asked at the same time.
    private static func tokens(_ nodes: [Node]) async throws -> Set<String> {
        try await withThrowingTaskGroup(of: String.self) { group in
            for node in nodes { group.addTask { try await node.token() } }
            var tokens: Set<String> = []
            for try await token in group { tokens.insert(token) }
            return tokens
        }
    }

    @Test(.rows("SF73", "SF33"), .onBothEngines)
    func `six servers send with one token, and change it together after fifty minutes`() async throws {
        try await Self.withSix { nodes, time, database in
            var seen: [Set<String>] = [try await Self.tokens(nodes)]
            for _ in 0..<11 {
                await time.advance(by: .seconds(600))
                seen.append(try await Self.tokens(nodes))
            }
            #expect(seen.allSatisfy { $0.count == 1 })
            // 110 minutes: at 0, 50 and 100.
            #expect(seen.reduce(into: Set()) { $0.formUnion($1) }.count == 3)
            let kept: [String] = try await database.read {
                try $0.rows("select token from provider_tokens") { try $0[0] }
            }
            #expect(kept.count == 1 && kept.allSatisfy { MasterKeys.keyID(of: $0) != nil })
        }
    }

    @Test(.rows("SF73"), .onBothEngines) func `a server that starts takes the token that is there`() async throws {
        try await Self.withSix { nodes, time, _ in
            let first = try await nodes[0].token()
            await time.advance(by: .seconds(49 * 60))
            #expect(try await nodes[1].token() == first)
            await time.advance(by: .seconds(2 * 60))
            let second = try await nodes[1].token()
            #expect(second != first)
            #expect(try await Self.tokens(nodes) == [second])
        }
    }

    @Test(.rows("SF73", "SF30"), .onBothEngines)
    func `a token that APNs found expired is replaced by one server, and not within twenty minutes`() async throws {
        try await Self.withSix { nodes, time, _ in
            let first = try await nodes[0].token()
            #expect(try await Self.tokens(nodes) == [first])
            func report() throws {
                for node in nodes {
                    let serial = try node.signer.token(time).serial
                    #expect(!node.signer.reportExpired(serial: serial, time))
                }
            }
            await time.advance(by: .seconds(19 * 60))
            try report()
            #expect(try await Self.tokens(nodes) == [first])
            await time.advance(by: .seconds(2 * 60))
            let after = try await Self.tokens(nodes)
            #expect(after.count == 1 && after != [first])
            try report()
            #expect(try await Self.tokens(nodes) == after)
        }
    }

    @Test(.rows("SF30"), .onBothEngines) func `the server that made a token replaces it once APNs finds it expired`()
        async throws
    {
        try await Self.withSix { nodes, time, _ in
            let first = try await nodes[0].token()
            await time.advance(by: .seconds(21 * 60))
            let serial = try nodes[0].signer.token(time).serial
            #expect(!nodes[0].signer.reportExpired(serial: serial, time))
            #expect(try await nodes[0].token() != first)
        }
    }

    @Test(.rows("SF31")) func `a server whose clock is wrong makes no storm of tokens`() async throws {
        try await Self.withSix { nodes, time, _ in
            _ = try await Self.tokens(nodes)
            time.shiftWallClock(by: -3 * 3_600)
            var made: Set<String> = []
            for _ in 0..<19 {
                made.formUnion(try await Self.tokens(nodes))
                await time.advance(by: .seconds(60))
            }
            #expect(made.count <= 2)
        }
    }
}
