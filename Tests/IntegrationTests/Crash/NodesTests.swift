import Foundation
import PushModel
import StorageTestSupport
import TestSupport
import Testing

/// Two servers on one database: what one leaves undone the other does.
@Suite(.serialized, .on(.postgreSQL), .timeLimit(.minutes(3))) struct NodesTests {
    private static let messageCount = 300

    @Test(.rows("B31", "SF57"), arguments: [SIGKILL, SIGSTOP])
    func `what a server has begun is taken over when it is killed or frozen, and each phone shows it once`(
        signal: Int32
    ) async throws {
        try await CrashTests.withData { folder, url in
            let server = try await KilledServer(folder: folder, databaseURL: url)
            let phones = try CrashTests.registerPhones(server)
            let other = try await server.another()
            let first = try #require(KeptConnection(port: server.address.current.port))
            let second = try #require(KeptConnection(port: other.port))
            var accepted: [String: Int] = [:]
            for index in 0..<Self.messageCount {
                // Both take requests; the last third goes to the one that is about to be lost.
                let connection = index.isMultiple(of: 2) && index < 200 ? second : first
                let answer = try #require(
                    connection.send(
                        "POST", "/v1/messages", headers: [("Authorization", "Bearer \(server.key)")],
                        body: Array(#"{"to":"user-\#(index % phones.count)","title":"Message \#(index)"}"#.utf8)))
                #expect(answer.status == 202)
                accepted[try #require(try JSONValue(parsing: answer.body)["data"]?["id"]?.string)] = index
            }
            await server.signal(signal)
            try await CrashTests.waitForCompletion(server, port: other.port, Array(accepted.keys))
            _ = try CrashTests.checkScreens(server, phones, accepted)
            if signal == SIGSTOP {
                await server.signal(SIGCONT)
                // What it knew is out of date; it notices, and serves on.
                let answer = try #require(
                    first.send(
                        "GET", "/v1/messages?limit=1", headers: [("Authorization", "Bearer \(server.key)")]))
                #expect(answer.status == 200)
                _ = try CrashTests.checkScreens(server, phones, accepted)
            }
            other.process.signal(SIGTERM)
            #expect(await other.process.exitStatus() == 0)
            await server.stop()
        }
    }
}
