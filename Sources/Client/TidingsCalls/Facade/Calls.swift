#if !os(macOS) && !os(watchOS) && !os(tvOS)
    public import CallKit
    import Foundation
    public import PushModel
    public import Tidings
    import TidingsCore
    import Timekeeping

    extension Tidings {
        /// The calls of this app.
        @MainActor public static var calls: Calls { CallsInstance.current }
    }

    /// Calls: `start` in the app delegate's launch method, after `Tidings.configure`, is all that an app needs.
    ///
    /// The system starts an app for a call and ends it when it reports none, so `start` must not wait for anything: neither
    /// for a login nor for a window.
    @MainActor
    public final class Calls {
        private var desk: CallDesk?

        nonisolated init() {}

        /// Whoever hears of calls; held weakly.
        public weak var delegate: (any CallsDelegate)?

        /// Takes part in calls from now on; the first call counts.
        ///
        /// - Parameters:
        ///   - configuration: How calls are shown, and how long things may take.
        ///   - isWanted: False keeps PushKit from giving a token until `register` is called.
        ///   - media: Makes the sound and picture of a call that the person answers, perhaps before there is any window.
        public func start(
            _ configuration: CallsConfiguration = CallsConfiguration(), registers isWanted: Bool = true,
            media: @escaping @MainActor (IncomingCall) -> any CallMedia
        ) {
            guard desk == nil else { return }
            let desk = CallDesk(configuration, isWanted: isWanted, media: media) { [weak self] body in
                if let delegate = self?.delegate { body(delegate) }
            }
            self.desk = desk
            desk.start()
        }

        // MARK: Tokens

        /// Wants calls on this device; the token is kept until somebody is identified, and registered then.
        ///
        /// - Parameter unique: Whether this device takes the place of the person's others: the server forgets their tokens.
        public func register(unique: Bool = false) {
            Tidings.client?.wantCalls(unique: unique)
            desk?.isWanted = true
            desk?.register()
        }

        /// Wants no calls on this device any more; works offline.
        ///
        /// Notifications go on.
        public func unregister() {
            desk?.isWanted = false
            desk?.register()
            Tidings.client?.setCallToken(nil)
        }

        /// Wants no calls on any device of the person any more.
        ///
        /// - Throws: `TidingsError` `not_authenticated` before the server knows the device, `network` and `rejected` when it
        ///   did not do so.
        public func unregisterAll() async throws {
            try await Tidings.removeAllCallTokens()
            unregister()
        }

        // MARK: Calls

        /// The calls that go on, oldest first.
        public var current: [CurrentCall] { desk?.book.calls ?? [] }

        /// Takes in a push of a call that reached the app in another way; false if it is none of ours.
        ///
        /// `Tidings.didReceive(userInfo:)` does so by itself.
        @discardableResult
        public func receive(_ userInfo: [AnyHashable: Any]) -> Bool {
            guard let desk else { return false }
            guard case .notice(let notice) = CallReader(desk.openEnvironment()).read(userInfo, now: desk.time.now)
            else {
                return false
            }
            notice.event == .ring ? desk.ring(notice, source: .notification) : desk.take(notice)
            return true
        }

        /// The person answers in the app rather than on the system's screen.
        public func answer(_ id: UUID) async throws {
            try await request(id, .ringing) { CXAnswerCallAction(call: $0) }
        }

        /// The person declines or hangs up in the app.
        public func hangUp(_ id: UUID) async throws { try await request(id, nil) { CXEndCallAction(call: $0) } }

        /// The person switches the microphone off or on in the app.
        public func setMuted(_ isMuted: Bool, _ id: UUID) async throws {
            try await request(id, .connected) { CXSetMutedCallAction(call: $0, muted: isMuted) }
        }

        /// The media lost the connection for good.
        public func connectionWasLost(_ id: UUID) { desk?.finish(id, .connectionLost, telling: .end) }

        private func request(
            _ id: UUID, _ phase: CurrentCall.Phase?, _ action: (UUID) -> CXCallAction
        ) async throws {
            guard let desk, let current = desk.book[id] else {
                throw TidingsError(.unknownCall, detail: "no call \(id.uuidString.lowercased()) goes on")
            }
            guard phase == nil || current.phase == phase else {
                throw TidingsError(.invalidCallState, detail: "the call is \(current.phase.rawValue)")
            }
            let controller = desk.controller
            let transaction = CXTransaction(action: action(id))
            let code: Int? = await withCheckedContinuation { continuation in
                controller.request(transaction) { continuation.resume(returning: ($0 as NSError?)?.code) }
            }
            if let code { throw TidingsError(.invalidCallState, detail: "the system refused it with code \(code)") }
        }

        /// The calls that nobody answered, newest first, as the server has them.
        ///
        /// - Throws: `TidingsError` `not_configured`, `not_authenticated`, `network` or `rejected`.
        public func missed() async throws -> [CallNotice] {
            guard let client = Tidings.client else { throw TidingsError(.notConfigured, detail: "missed was called") }
            guard let install = await client.currentInstall(), await install.isAuthenticated else {
                throw TidingsError(.notAuthenticated, detail: "missed calls were to be read")
            }
            do throws(APIFailure) {
                return try await install.calls(.missed)
            } catch {
                throw TidingsError(
                    error.isTemporary ? .network : .rejected, detail: "missed calls were not read (\(error.summary))")
            }
        }

        /// Asks the server for calls that ring, and lets them ring here; it happens by itself whenever the app comes to the
        /// front.
        public func retrieve() async { await desk?.retrieve() }

        /// What became of the pushes that a call had to be reported for.
        public var obligations: CallObligations { desk?.ledger.obligations ?? CallObligations() }
    }
#endif
