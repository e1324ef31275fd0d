package import Foundation

/// Decides about the live session: when to ask for a token, to connect, to wait and to give up.
///
/// A value without effects.
/// Every start has a number; what belongs to an earlier one changes nothing any more.
package struct LiveSessionMachine: Sendable, Equatable {
    /// What has to be done.
    package enum Action: Sendable, Equatable {
        /// Ask the app for a token.
        case askToken(start: Int)
        /// Say who it is and register the device.
        case register(token: String?, start: Int)
        /// Wait for new messages.
        case listen(start: Int)
        /// Listen again after a pause.
        case pause(Duration, start: Int)
        /// Tell the app to show a conversation.
        case show(conversation: String)
    }

    /// How listening, or registering, ended.
    package enum Outcome: Sendable, Equatable {
        /// The server answered.
        case answered
        /// The server refuses the identity.
        case refused
        /// No answer came.
        case unreachable
    }

    private static let longestPause = 30

    /// How the session stands.
    package private(set) var state = LiveSessionState()
    private var start = 0
    private var asksForTokens = false
    /// Whether the token was asked for since the server last accepted one.
    private var isTokenNew = false
    private var failures = 0
    private var isAway = false
    private var waiting: String?
    private var token: String?
    /// Whether the server has accepted the person since the start.
    private var isRegistered = false

    /// Starts without a session.
    package init() {}

    /// Starts a session; one that was there ends.
    package mutating func begin(asksForTokens: Bool) -> [Action] {
        end()
        start += 1
        self.asksForTokens = asksForTokens
        state.isStarted = true
        state.connection = .connecting
        return authorise()
    }

    /// Ends the session.
    package mutating func end() {
        guard state.isStarted else { return }
        // What is under way belongs to a start that is over.
        start += 1
        (isTokenNew, failures, waiting, token, isRegistered) = (false, 0, nil, nil, false)
        state.isStarted = false
        state.connection = .ended
    }

    private mutating func authorise() -> [Action] {
        isTokenNew = true
        return asksForTokens ? [.askToken(start: start)] : [.register(token: nil, start: start)]
    }

    /// The app gave a token, or none.
    package mutating func received(token: String?, start: Int) -> [Action] {
        guard isCurrent(start) else { return [] }
        guard let token else {
            state.connection = .failed
            return []
        }
        self.token = token
        return [.register(token: token, start: start)]
    }

    /// The app brings a token by itself; false if there is no session for it.
    package mutating func save(token: String) -> [Action]? {
        guard state.isStarted else { return nil }
        isTokenNew = true
        self.token = token
        return [.register(token: token, start: start)]
    }

    /// Registering or listening ended.
    package mutating func ended(_ outcome: Outcome, start: Int) -> [Action] {
        guard isCurrent(start) else { return [] }
        switch outcome {
        case .answered:
            (isTokenNew, failures, isRegistered) = (false, 0, true)
            guard !isAway else { return [] }
            state.connection = .connected
            let conversation = waiting
            waiting = nil
            return (conversation.map { [.show(conversation: $0)] } ?? []) + [.listen(start: start)]
        case .refused where isTokenNew || !asksForTokens:
            state.connection = .failed
            return []
        case .refused:
            state.connection = .connecting
            return authorise()
        case .unreachable:
            state.connection = .disconnected
            let pause = min(1 << min(failures, 5), Self.longestPause)
            failures += 1
            return isAway ? [] : [.pause(.seconds(pause), start: start)]
        }
    }

    /// The pause is over.
    package mutating func paused(start: Int) -> [Action] {
        isCurrent(start) && !isAway && state.connection != .failed ? [next] : []
    }

    private var next: Action {
        isRegistered ? .listen(start: start) : .register(token: token, start: start)
    }

    /// The app has left the screen, or is back on it.
    package mutating func moved(away isAway: Bool) -> [Action] {
        guard self.isAway != isAway else { return [] }
        self.isAway = isAway
        guard state.isStarted, state.connection != .failed, state.connection != .connecting else { return [] }
        if isAway {
            start += 1
            state.connection = .disconnected
            return []
        }
        return [next]
    }

    /// A link leads to a conversation; false if there is no session for it.
    package mutating func open(_ conversation: String) -> [Action]? {
        guard state.isStarted else { return nil }
        if state.isConnected { return [.show(conversation: conversation)] }
        waiting = conversation
        return []
    }

    private func isCurrent(_ start: Int) -> Bool { state.isStarted && start == self.start }

    /// The conversation that a link like `app://conversation/42` leads to; nil for any other link.
    package static func conversation(in url: URL) -> String? {
        guard url.host == "conversation", url.query == nil else { return nil }
        let parts = url.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        guard parts.count == 1, let name = parts.first, (1...500).contains(name.utf8.count) else { return nil }
        return String(name)
    }
}
