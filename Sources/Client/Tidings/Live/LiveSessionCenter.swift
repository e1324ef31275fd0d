import Foundation
import Locking
import TidingsCore
import Timekeeping

/// Carries out what the machine of the live session decides.
final class LiveSessionCenter: Sendable {
    /// Gives a token for a person; throws if there is none.
    typealias TokenSource = @Sendable (_ subscriber: String) async throws -> String

    private struct Session: Sendable {
        var subscriber: String
        var token: TokenSource?
        var client: PushClient
    }

    private struct Core {
        var machine = LiveSessionMachine()
        var session: Session?
    }

    /// How long the server may keep a request that has nothing to tell yet.
    static let wait = Duration.seconds(20)
    /// The least time between two requests, for servers that answer at once.
    private static let leastPause = Duration.seconds(1)

    let states = StateBroadcast(LiveSessionState())
    private let listeners = Locked<[UUID: AsyncStream<LiveSessionEvent>.Continuation]>([:])
    private let core = Locked(Core())

    /// Starts a session for a person; one that was there ends.
    func begin(as subscriber: String, token: TokenSource?, client: PushClient) {
        core.withLock { $0.session = Session(subscriber: subscriber, token: token, client: client) }
        perform { $0.begin(asksForTokens: token != nil) }
    }

    /// Ends the session.
    func end() {
        perform { machine in
            machine.end()
            return []
        }
    }

    /// Takes a token that the app brings by itself; false without a session.
    func save(token: String) -> Bool { attempt { $0.save(token: token) } }

    /// Follows a link to a conversation; false if it leads to none, or without a session.
    func open(_ url: URL) -> Bool {
        guard let conversation = LiveSessionMachine.conversation(in: url) else { return false }
        return attempt { $0.open(conversation) }
    }

    /// The app has left the screen, or is back on it.
    func moved(away isAway: Bool) { perform { $0.moved(away: isAway) } }

    /// What happens from now on.
    func events() -> AsyncStream<LiveSessionEvent> {
        let (stream, continuation) = AsyncStream<LiveSessionEvent>.makeStream()
        let id = UUID()
        continuation.onTermination = { [weak self] _ in
            self?.listeners.withLock { _ = $0.removeValue(forKey: id) }
        }
        listeners.withLock { $0[id] = continuation }
        return stream
    }

    private func tell(_ event: LiveSessionEvent) {
        for listener in listeners.withLock({ Array($0.values) }) { listener.yield(event) }
    }

    private func attempt(_ change: (inout LiveSessionMachine) -> [LiveSessionMachine.Action]?) -> Bool {
        var isTaken = false
        perform { machine in
            let actions = change(&machine)
            isTaken = actions != nil
            return actions ?? []
        }
        return isTaken
    }

    private func perform(_ change: (inout LiveSessionMachine) -> [LiveSessionMachine.Action]) {
        let (actions, session) = core.withLock { core in
            let actions = change(&core.machine)
            states.tell(core.machine.state)
            return (actions, core.session)
        }
        guard let session else { return }
        for action in actions { carryOut(action, session) }
    }

    private func carryOut(_ action: LiveSessionMachine.Action, _ session: Session) {
        switch action {
        case .show(let conversation): tell(.show(conversation: conversation))
        case .askToken(let start):
            ProcessWork.start {
                let token = try? await session.token?(session.subscriber)
                self.perform { $0.received(token: token, start: start) }
            }
        case .register(let token, let start):
            ProcessWork.start {
                let outcome = await session.client.register(session.subscriber, token: token)
                self.perform { $0.ended(outcome, start: start) }
            }
        case .listen(let start):
            ProcessWork.start { await self.listen(start, session) }
        case .pause(let pause, let start):
            ProcessWork.start {
                guard (try? await ProcessWork.time.sleep(for: pause)) != nil else { return }
                self.perform { $0.paused(start: start) }
            }
        }
    }

    private func listen(_ start: Int, _ session: Session) async {
        let time = ProcessWork.time
        let begun = time.uptime
        let (outcome, new) = await session.client.listen(within: Self.wait)
        for message in new { tell(.message(message)) }
        let rest = Self.leastPause - (time.uptime - begun)
        if outcome == .answered, rest > .zero { try? await time.sleep(for: rest) }
        perform { $0.ended(outcome, start: start) }
    }
}

extension PushClient {
    /// Says who it is, and brings the server up to date.
    func register(_ subscriber: String, token: String?) async -> LiveSessionMachine.Outcome {
        commands.yield(.identify(SubscriberIdentity(id: subscriber, hash: token)))
        await earlierCommands()
        guard let parts = await openParts() else { return .unreachable }
        let outcome = await parts.install.synchronise()
        await follow(outcome, parts)
        switch outcome {
        case .upToDate, .needsToken: return .answered
        case .refused: return .refused
        case .postponed, .locked: return .unreachable
        }
    }

    /// Waits for new messages.
    func listen(within wait: Duration) async -> (outcome: LiveSessionMachine.Outcome, new: [HistoryMessage]) {
        guard let parts = await openParts() else { return (.unreachable, []) }
        return await parts.install.listen(within: wait)
    }
}
