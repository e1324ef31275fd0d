import Locking
package import PushModel
import TidingsCore

/// Where a layer above hears of what reaches the client about calls.
package final class CallIntake: Sendable {
    /// What there is to hear of.
    package enum News: Sendable {
        /// A push told of a call.
        case notice(CallNotice, Way)
        /// The app came to the front.
        case becameActive
        /// The app left the screen.
        case enteredBackground
    }

    /// How a push reached the app.
    package enum Way: Sendable {
        /// It woke the app, or came while the app ran.
        case wake
        /// It is about to be shown while the app is on the screen.
        case foreground
        /// The person tapped it.
        case opened
    }

    private struct State {
        var handler: (@Sendable (News) async -> Void)?
        /// What was told before anybody listened; an app may begin with calls after a push has woken it.
        var early: [News] = []
    }

    private static let earlyLimit = 20
    private let lastWord = Locked<(@Sendable () -> Void)?>(nil)
    private let state = Locked(State())

    /// Hears of what comes from now on, and first of what has come already.
    package func listen(_ handler: @escaping @Sendable (News) async -> Void) async {
        let early = state.withLock { state in
            state.handler = handler
            defer { state.early = [] }
            return state.early
        }
        for news in early { await handler(news) }
    }

    /// Is called when the app is about to end: there is no time after it returns.
    package func beforeEnd(_ lastWord: @escaping @Sendable () -> Void) { self.lastWord.withLock { $0 = lastWord } }

    /// The app is about to end.
    func end() { lastWord.withLock { $0 }?() }

    /// Tells of something; false when nobody listens yet.
    @discardableResult
    func tell(_ news: News) async -> Bool {
        let handler = state.withLock { state in
            if state.handler == nil, case .notice = news, state.early.count < Self.earlyLimit {
                state.early.append(news)
            }
            return state.handler
        }
        await handler?(news)
        return handler != nil
    }
}
