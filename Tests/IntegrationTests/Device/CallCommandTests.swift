import Foundation
import TestSupport
import Testing

/// `tidings call` and two `tidings device` of one person beside `tidings serve --dev`, each a process of its own.
@Suite(.timeLimit(.minutes(1)))
struct CallCommandTests {
    private struct Access: Decodable {
        var url: String
        var apnsControlURL: String
        var secretKey: String
        var publishableKey: String
    }

    /// A line of the phone's timeline.
    private struct Entry: Decodable {
        var kind: String
        var details: [String: String]
    }

    /// A line of what the caller is told.
    private struct Told: Decodable {
        var event: String?
        var reason: String?
        var token: String?
        var state: String?
    }

    private static func lines<Line: Decodable & SendableMetatype>(_ process: ChildProcess) -> AsyncCompactMapSequence<
        AsyncStream<String>, Line
    > { process.out.compactMap { try? JSONDecoder().decode(Line.self, from: Data($0.utf8)) } }

    /// Reads over what comes before an entry of a kind.
    private static func next(_ kind: String, of phone: ChildProcess) async throws -> Entry {
        let entries: AsyncCompactMapSequence<AsyncStream<String>, Entry> = lines(phone)
        return try #require(await entries.first { $0.kind == kind })
    }

    @Test(.rows("C1", "C19", "C27"))
    func `a call rings on two phones, stops on one when the other answers, and is told to the caller`() async throws {
        let tidings = try Executable.product("tidings")
        let server = try ChildProcess(tidings, ["serve", "--dev", "--json"])
        let line = try #require(await server.out.first { _ in true })
        let access = try JSONDecoder().decode(Access.self, from: Data(line.utf8))
        let phones = try (1...2).map { number in
            try ChildProcess(
                tidings,
                [
                    "device", "--json", "--name", "phone \(number)", "--apns-control", access.apnsControlURL,
                    "--server",
                    access.url, "--key", access.publishableKey, "--user", "ben",
                ])
        }
        for phone in phones { _ = try await Self.next("app.registration", of: phone) }
        let caller = try ChildProcess(
            tidings, ["call", "--json", "--from", "bob", "--name", "Bob", "--to", "ben"],
            environment: ["TIDINGS_URL": access.url, "TIDINGS_KEY": access.secretKey])
        for phone in phones { #expect(try await Self.next("call.ringing", of: phone).details["name"] == "Bob") }

        try phones[0].write("answer nobody")
        #expect(await phones[0].error.first { $0.contains("answer nobody") } != nil)
        try phones[0].write("answer")
        _ = try await Self.next("call.connected", of: phones[0])
        #expect(try await Self.next("call.ended", of: phones[1]).details["reason"] == "answeredElsewhere")
        try phones[0].write("hang-up")
        #expect(try await Self.next("call.ended", of: phones[0]).details["reason"] == "person")

        #expect(await caller.exitStatus() == 0)
        var told: [Told] = []
        let narrated: AsyncCompactMapSequence<AsyncStream<String>, Told> = Self.lines(caller)
        for await line in narrated { told.append(line) }
        let events = told.compactMap(\.event)
        #expect(told.filter { $0.event == "rung" }.map(\.token) == ["voip", "voip"])
        #expect(events.filter { $0 != "rung" } == ["ring", "ringing", "accepted", "ended", "ended"], "\(events)")
        #expect(told.last?.state == "ended")

        for phone in phones { try phone.write("quit") }
        for phone in phones { #expect(await phone.exitStatus() == 0) }
        server.signal(SIGTERM)
        _ = await server.exitStatus()
    }
}
