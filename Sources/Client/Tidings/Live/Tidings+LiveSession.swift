public import Foundation
public import TidingsCore

extension Tidings {
    /// The live session of a person: messages as they are sent, while the app is on the screen.
    public static var session: LiveSession { LiveSession() }
}

/// A live session: who is there, how the connection stands, and what happens.
public struct LiveSession: Sendable {
    /// Starts a session; one that was there ends, and everything begins anew.
    ///
    /// - Parameters:
    ///   - subscriber: Your own id of the person, as for `identify`.
    ///   - token: Gets the id and gives the identity hash that your backend makes for it. It is asked at the start, and
    ///     again when the server refuses the last one. Throwing means that there is none: the session fails.
    public func start(as subscriber: String, token: (@Sendable (String) async throws -> String)? = nil) {
        let facade = FacadeInstance.current
        guard let client = facade.configured("session.start") else { return }
        guard !subscriber.isEmpty, !subscriber.hasPrefix(SubscriberIdentity.anonymousPrefix) else {
            return ClientLog.system(minimum: .warning)(.error, "A session needs the id of a person")
        }
        facade.live.begin(as: subscriber, token: token, client: client)
    }

    /// Ends the session; the person stays identified.
    public func stop() { FacadeInstance.current.live.end() }

    /// Takes a token that your app got otherwise; false if no session was started.
    @discardableResult
    public func saveToken(_ token: String) -> Bool { FacadeInstance.current.live.save(token: token) }

    /// Follows a link like `app://conversation/42`.
    ///
    /// Connected, the conversation is shown now; started but not connected, as soon as it is.
    ///
    /// - Returns: False if the link leads to no conversation, or no session was started.
    @discardableResult
    public func open(_ url: URL) -> Bool { FacadeInstance.current.live.open(url) }

    /// How the session stands.
    public var state: LiveSessionState { FacadeInstance.current.live.states.value }

    /// How the session stands, and every change of it.
    public func states() -> AsyncStream<LiveSessionState> { FacadeInstance.current.live.states.updates() }

    /// What happens in the session from now on.
    public func events() -> AsyncStream<LiveSessionEvent> { FacadeInstance.current.live.events() }
}
