import Foundation
import Locking
import PushModel
import StorageTestSupport
import TestSupport
import Testing

/// The server is killed with SIGKILL while messages are being accepted and sent, and loses none of them.
///
/// `TIDINGS_CRASH_MESSAGES` and `TIDINGS_CRASH_KILLS` make it larger; `make soak` does.
@Suite(.serialized, .onBothEngines, .timeLimit(.minutes(20))) struct CrashTests {
    private static func setting(_ name: String, _ usual: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? usual
    }
    private static let messageCount = setting("TIDINGS_CRASH_MESSAGES", 2_000)
    private static let killCount = setting("TIDINGS_CRASH_KILLS", 4)
    static let phoneCount = 50
    private static let callerCount = 8

    @Test func `each message that got a 202 stands once on its phone's screen, whenever the server was killed`()
        async throws
    {
        let repeats = try await Self.run(messages: Self.messageCount, restarts: Self.killCount, by: SIGKILL)
        print("\(Self.messageCount) messages, \(Self.killCount) kills, \(repeats) resent")
    }

    @Test(.rows("SF58"))
    func `a server that is stopped amid the traffic finishes what is in flight, so nothing is resent`()
        async throws
    {
        #expect(try await Self.run(messages: 1_000, restarts: 3, by: SIGTERM) == 0)
    }

    /// Sends messages while the server is ended again and again, and looks at the screens.
    ///
    /// - Returns: How often a phone got a message again.
    private static func run(messages: Int, restarts: Int, by signal: Int32) async throws -> Int {
        try await withData { folder, url in
            let server = try await KilledServer(folder: folder, databaseURL: url)
            let phones = try registerPhones(server)
            let accepted = Locked<[String: Int]>([:])
            let (progress, report) = AsyncStream<Int>.makeStream()
            await withTaskGroup(of: Void.self) { group in
                for caller in 0..<callerCount {
                    group.addTask { await call(server, caller, messages, accepted, report) }
                }
                group.addTask {
                    var ends = 0
                    for await count in progress where count >= (ends + 1) * messages / restarts {
                        ends += 1
                        do { try await server.restart(by: signal) } catch { Issue.record(error) }
                        if ends == restarts { break }
                    }
                    #expect(ends == restarts)
                }
            }
            let confirmed = accepted.withLock { $0 }
            #expect(confirmed.count == messages)
            try await waitForCompletion(server, Array(confirmed.keys))
            let repeats = try checkScreens(server, phones, confirmed)
            await server.stop()
            return repeats
        }
    }

    /// A folder, and on PostgreSQL a database, that are there for the body.
    static func withData<Result>(_ body: (_ folder: String, _ url: String?) async throws -> Result) async throws
        -> Result
    {
        try await ScratchFolder.with { folder in
            guard Engine.current == .postgreSQL else { return try await body(folder.path, nil) }
            let url = try await TestServer.shared.database()
            let result: Swift.Result<Result, any Error>
            do { result = .success(try await body(folder.path, url)) } catch { result = .failure(error) }
            await TestServer.shared.giveBack(url)
            return try result.get()
        }
    }

    /// Makes light phones at the simulated APNs and registers them at the server, a subscriber each.
    static func registerPhones(_ server: KilledServer) throws -> [String] {
        let control = try #require(KeptConnection(port: server.controlPort))
        let api = try #require(KeptConnection(port: server.address.current.port))
        let json = [("Content-Type", "application/json")]
        return try (0..<phoneCount).map { index in
            let made = try #require(control.send("POST", "/v1/devices", headers: json, body: Array("{}".utf8)))
            let phone = try #require(try JSONValue(parsing: made.body)["id"]?.string)
            let installed: JSONValue = ["bundleId": .string(KilledServer.bundleID), "environment": "sandbox"]
            let answer = try #require(
                control.send("POST", "/v1/devices/\(phone)/tokens", headers: json, body: installed.encoded()))
            let token = try #require(try JSONValue(parsing: answer.body)["token"]?.string)
            let registration: JSONValue = [
                "externalId": .string("user-\(index)"), "bundleId": .string(KilledServer.bundleID),
                "token": .string(token), "environment": "sandbox",
            ]
            let registered = api.send(
                "POST", "/v1/devices", headers: json + [("Authorization", "Bearer \(server.key)")],
                body: registration.encoded())
            #expect(registered?.status == 201)
            return phone
        }
    }

    /// Sends a caller's share of the messages on a thread of its own, each until it is confirmed.
    private static func call(
        _ server: KilledServer, _ caller: Int, _ messages: Int, _ accepted: Locked<[String: Int]>,
        _ report: AsyncStream<Int>.Continuation
    ) async {
        let (address, key) = (server.address, server.key)
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                var connection: KeptConnection?
                var version = 0
                for index in stride(from: caller, to: messages, by: callerCount) {
                    let body = Array(#"{"to":"user-\#(index % phoneCount)","title":"Message \#(index)"}"#.utf8)
                    let headers = [("Authorization", "Bearer \(key)"), ("Idempotency-Key", "message-\(index)")]
                    while true {
                        if connection == nil {
                            let current = address.current
                            version = current.version
                            connection = KeptConnection(port: current.port)
                        }
                        guard let answer = connection?.send("POST", "/v1/messages", headers: headers, body: body) else {
                            connection = nil
                            address.waitForNext(after: version)
                            continue
                        }
                        if answer.status == 503 {
                            // The server is stopping; the next one takes the request.
                            connection = nil
                            address.waitForNext(after: version)
                            continue
                        }
                        guard answer.status == 202,
                            let id = (try? JSONValue(parsing: answer.body))?["data"]?["id"]?.string
                        else {
                            Issue.record("answered \(answer.status)")
                            break
                        }
                        let count = accepted.withLock { accepted in
                            accepted[id] = index
                            return accepted.count
                        }
                        report.yield(count)
                        break
                    }
                }
                continuation.resume()
            }
        }
    }

    /// Asks until every message has an outcome for its delivery; all of them have to be sent.
    static func waitForCompletion(_ server: KilledServer, port: Int? = nil, _ ids: [String]) async throws {
        let (port, key) = (port ?? server.address.current.port, server.key)
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result {
                        let api = try #require(KeptConnection(port: port))
                        for id in ids {
                            while true {
                                let answer = try #require(
                                    api.send("GET", "/v1/messages/\(id)", headers: [("Authorization", "Bearer \(key)")])
                                )
                                let message = try JSONValue(parsing: answer.body)["data"]
                                guard message?["status"] == "completed" else { continue }
                                #expect(message?["counts"]?["sent"] == 1, "\(id)")
                                break
                            }
                        }
                    })
            }
        }
    }

    static func checkScreens(_ server: KilledServer, _ phones: [String], _ accepted: [String: Int]) throws
        -> Int
    {
        let control = try #require(KeptConnection(port: server.controlPort))
        var seen: [String: Int] = [:]
        var repeats = 0
        for (index, phone) in phones.enumerated() {
            let answer = try #require(control.send("GET", "/v1/devices/\(phone)/screen", headers: []))
            for entry in try JSONValue(parsing: answer.body)["entries"]?.array ?? [] {
                let id = try #require(entry["identifier"]?.string)
                seen[id, default: 0] += 1
                repeats += (entry["shown"]?.int ?? 0) - 1
                let message = try #require(accepted[id], "a message that was never confirmed")
                #expect(message % phoneCount == index, "on another phone")
            }
        }
        #expect(seen.count == accepted.count)
        #expect(seen.values.allSatisfy { $0 == 1 })
        return repeats
    }
}
