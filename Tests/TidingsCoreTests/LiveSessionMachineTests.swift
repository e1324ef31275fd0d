import Foundation
import TestSupport
import Testing
import TidingsCore

@Suite("The live session") struct LiveSessionMachineTests {
    private typealias Action = LiveSessionMachine.Action

    /// A machine that is connected.
    private func connected(asksForTokens: Bool = true) -> LiveSessionMachine {
        var machine = LiveSessionMachine()
        _ = machine.begin(asksForTokens: asksForTokens)
        if asksForTokens { _ = machine.received(token: "t", start: 1) }
        _ = machine.ended(.answered, start: 1)
        return machine
    }

    @Test("A start asks for the token, registers, and then listens", .rows("K28", "K31"))
    func start() {
        var machine = LiveSessionMachine()
        #expect(machine.state.connection == .none && !machine.state.isStarted)
        #expect(machine.begin(asksForTokens: true) == [.askToken(start: 1)])
        #expect(machine.state.connection == .connecting && machine.state.isStarted && !machine.state.isConnected)
        #expect(machine.received(token: "t", start: 1) == [.register(token: "t", start: 1)])
        #expect(machine.ended(.answered, start: 1) == [.listen(start: 1)])
        #expect(machine.state.isConnected)
        #expect(machine.begin(asksForTokens: false) == [.register(token: nil, start: 3)])
    }

    @Test("Without a token the session fails; one that the app brings later goes on", .rows("K28", "K29"))
    func rejected() {
        var machine = LiveSessionMachine()
        #expect(machine.save(token: "t") == nil)
        _ = machine.begin(asksForTokens: true)
        #expect(machine.received(token: nil, start: 1) == [])
        #expect(machine.state.connection == .failed)
        #expect(machine.save(token: "t") == [.register(token: "t", start: 1)])
        #expect(machine.ended(.answered, start: 1) == [.listen(start: 1)])
        #expect(machine.state.isConnected)
    }

    @Test("A token that is refused is asked for once more, then the session fails", .rows("K28"))
    func refused() {
        var machine = connected()
        #expect(machine.ended(.refused, start: 1) == [.askToken(start: 1)])
        #expect(machine.received(token: "new", start: 1) == [.register(token: "new", start: 1)])
        #expect(machine.ended(.refused, start: 1) == [])
        #expect(machine.state.connection == .failed)
        var other = connected(asksForTokens: false)
        #expect(other.ended(.refused, start: 1) == [])
        #expect(other.state.connection == .failed)
    }

    @Test("Whatever belongs to an earlier start changes nothing", .rows("K29"))
    func stale() {
        var machine = connected()
        _ = machine.begin(asksForTokens: true)
        let state = machine.state
        for outcome in [LiveSessionMachine.Outcome.answered, .refused, .unreachable] {
            #expect(machine.ended(outcome, start: 1) == [])
        }
        #expect(machine.received(token: "old", start: 1) == [])
        #expect(machine.paused(start: 1) == [])
        #expect(machine.state == state && state.connection == .connecting)
        machine.end()
        #expect(machine.state.connection == .ended && !machine.state.isStarted)
        #expect(machine.ended(.answered, start: 3) == [])
    }

    @Test("Without an answer the pauses grow to half a minute, and an answer makes them short again", .rows("K31"))
    func pauses() {
        var machine = connected()
        var pauses: [Action] = []
        for _ in 0..<7 {
            pauses += machine.ended(.unreachable, start: 1)
            #expect(machine.state.connection == .disconnected)
            #expect(machine.paused(start: 1) == [.listen(start: 1)])
        }
        #expect(pauses == [1, 2, 4, 8, 16, 30, 30].map { .pause(.seconds($0), start: 1) })
        #expect(machine.ended(.answered, start: 1) == [.listen(start: 1)])
        #expect(machine.ended(.unreachable, start: 1) == [.pause(.seconds(1), start: 1)])
    }

    @Test("What could not be registered is tried again, with the same token", .rows("K28"))
    func registersAgain() {
        var machine = LiveSessionMachine()
        _ = machine.begin(asksForTokens: true)
        _ = machine.received(token: "t", start: 1)
        #expect(machine.ended(.unreachable, start: 1) == [.pause(.seconds(1), start: 1)])
        #expect(machine.paused(start: 1) == [.register(token: "t", start: 1)])
    }

    @Test("Off the screen nothing listens, back on it goes on", .rows("K31"))
    func away() {
        var machine = connected()
        #expect(machine.moved(away: true) == [])
        #expect(machine.state.connection == .disconnected)
        #expect(machine.ended(.answered, start: 1) == [])
        #expect(machine.moved(away: true) == [])
        #expect(machine.moved(away: false) == [.listen(start: 2)])
        #expect(machine.ended(.answered, start: 2) == [.listen(start: 2)])
    }

    @Test("A link is followed now, or as soon as there is a connection, or not without a session", .rows("K30"))
    func links() {
        var machine = LiveSessionMachine()
        #expect(machine.open("42") == nil)
        _ = machine.begin(asksForTokens: false)
        #expect(machine.open("41") == [] && machine.open("42") == [])
        #expect(machine.ended(.answered, start: 1) == [.show(conversation: "42"), .listen(start: 1)])
        #expect(machine.open("43") == [.show(conversation: "43")])
        #expect(machine.ended(.answered, start: 1) == [.listen(start: 1)])
    }

    @Test(
        "Only a link to a conversation leads to one", .rows("K30"),
        arguments: [
            ("app://conversation/42", "42"), ("https://conversation/a%20b", "a b"), ("app://conversation", nil),
            ("app://conversation/", nil), ("app://conversation/a/b", nil), ("app://other/42", nil),
            ("app://conversation/42?x=1", nil), ("mailto:conversation", nil),
        ] as [(String, String?)])
    func conversation(link: String, name: String?) throws {
        #expect(LiveSessionMachine.conversation(in: try #require(URL(string: link))) == name)
    }
}
