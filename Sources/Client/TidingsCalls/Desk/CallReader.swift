#if !os(macOS) && !os(watchOS) && !os(tvOS)
    import Foundation
    import PushModel
    import Tidings
    import TidingsCore

    /// Reads pushes of calls at once, on the thread that PushKit calls on.
    struct CallReader {
        /// What a push came to.
        enum Reading: Equatable {
            /// It tells of a call.
            case notice(CallNotice)
            /// It is for somebody who used this install before; the call that it names.
            case otherSubscriber(UUID?)
            /// It is malformed, foreign, or does not open; the call that it names.
            case unreadable(UUID?)
        }

        private let environment: ClientEnvironment?

        /// Reads with the keys of an environment; without one only what is in clear.
        init(_ environment: ClientEnvironment?) { self.environment = environment }

        func read(_ userInfo: [AnyHashable: Any], now: Date) -> Reading {
            guard let payload = PushPayload(userInfo: userInfo) else { return .unreadable(nil) }
            let outside = payload.envelope.call
            let id = outside.flatMap { UUID(uuidString: $0.id) }
            guard payload.envelope.isSealed || payload.envelope.to != nil, let environment else {
                guard !payload.envelope.isSealed, let outside else { return .unreadable(id) }
                return .notice(outside)
            }
            var recipients: [String]?
            if case .session(let session) = Session.read(from: environment.container.session) {
                recipients = session.registration.recipients
            }
            let reader = MessageReader(vault: environment.vault, recipients: recipients)
            // How old a ring may be is looked at with the call.
            switch reader.peek(payload, now: .distantPast) {
            case .refused(.otherSubscriber): return .otherSubscriber(id)
            case .refused: return .unreadable(id)
            case .message(let message, _): return message.call.map { .notice($0) } ?? .unreadable(id)
            }
        }
    }
#endif
