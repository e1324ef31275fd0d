#if !os(macOS) && !os(watchOS) && !os(tvOS)
    import Foundation
    import PushModel

    /// The calls of this app and what may become of them, as a value without any side effect.
    ///
    /// News go in through the mutating functions; what they answer has to be done.
    struct CallBook {
        /// What to do with a call that was announced.
        enum Verdict: Equatable {
            /// Let it ring.
            case ring(IncomingCall)
            /// The system knows the call already; it has to hear of it again all the same.
            case known(IncomingCall)
            /// Report it and end it at once.
            case end(IncomingCall, CallEnd)
            /// Report it, end it, and tell the server that the person talks to somebody else.
            case turnAway(IncomingCall, ongoing: IncomingCall)
        }

        /// Why no call may ring now, if so.
        enum Obstacle: Equatable {
            case noMicrophone
        }

        /// How many calls may go on side by side.
        let limit: Int
        private(set) var calls: [CurrentCall] = []
        private var over: [UUID: CallEnd] = [:]
        private var overInOrder: [UUID] = []

        /// The most ended calls that are remembered here; the claim ledger remembers all of them.
        private static let memory = 200

        init(limit: Int) { self.limit = limit }

        subscript(id: UUID) -> CurrentCall? { calls.first { $0.call.id == id } }

        /// How a call ended, if it is known to have ended.
        func end(of id: UUID) -> CallEnd? { over[id] }

        /// A call was announced, by a push or otherwise.
        ///
        /// - Parameters:
        ///   - call: The call.
        ///   - earlierEnd: How it ended, as an earlier launch or process has noted.
        ///   - obstacle: Why nothing may ring.
        ///   - now: The wall clock.
        /// - Returns: What has to be done.
        mutating func announce(
            _ call: IncomingCall, earlierEnd: CallEnd? = nil, obstacle: Obstacle? = nil, now: Date
        ) -> Verdict {
            if let known = self[call.id] { return .known(known.call) }
            if let end = over[call.id] ?? earlierEnd { return .end(call, end) }
            guard now < call.ringsUntil else { return .end(call, .noAnswer) }
            if obstacle != nil { return .end(call, .acceptFailed) }
            if calls.count >= limit, let ongoing = calls.first?.call { return .turnAway(call, ongoing: ongoing) }
            calls.append(CurrentCall(call: call, phase: .ringing))
            return .ring(call)
        }

        /// The person answers; false if the call does not ring any more.
        mutating func answer(_ id: UUID) -> Bool { advance(id, from: .ringing, to: .connecting) }

        /// Server and media are ready; false if the call has ended meanwhile.
        mutating func connect(_ id: UUID) -> Bool { advance(id, from: .connecting, to: .connected) }

        private mutating func advance(_ id: UUID, from old: CurrentCall.Phase, to new: CurrentCall.Phase) -> Bool {
            guard let index = calls.firstIndex(where: { $0.call.id == id && $0.phase == old }) else { return false }
            calls[index].phase = new
            return true
        }

        /// A call is over; what it was, the first time.
        @discardableResult
        mutating func end(_ id: UUID, _ end: CallEnd) -> CurrentCall? {
            remember(id, end)
            guard let index = calls.firstIndex(where: { $0.call.id == id }) else { return nil }
            return calls.remove(at: index)
        }

        private mutating func remember(_ id: UUID, _ end: CallEnd) {
            guard over.updateValue(over[id] ?? end, forKey: id) == nil else { return }
            overInOrder.append(id)
            if overInOrder.count > Self.memory { over[overInOrder.removeFirst()] = nil }
        }

        /// What something that happened to a call elsewhere means here; nil if nothing.
        ///
        /// - Parameters:
        ///   - notice: What happened.
        ///   - deviceID: The server's name of this device.
        /// - Returns: How the call ended.
        func meaning(of notice: CallNotice, here deviceID: String?) -> CallEnd? {
            let phase = UUID(uuidString: notice.id).flatMap { self[$0]?.phase }
            let isOwn = notice.deviceID != nil && notice.deviceID == deviceID
            switch notice.event {
            case .accepted:
                // While this device waits for the server's answer, the answer says who was first.
                return isOwn || phase == .connecting || phase == .connected ? nil : .otherDeviceAccepted
            case .declined: return isOwn || phase == .connected ? nil : .declined
            case .cancelled: return phase == .connected ? nil : .canceled
            case .missed: return phase == .connecting || phase == .connected ? nil : .noAnswer
            case .ended:
                if isOwn { return nil }
                return notice.reason.flatMap(CallEnd.init(rawValue:)).flatMap { $0 == .none ? nil : $0 } ?? .completed
            // What a newer server tells of is nothing that this version could act upon.
            default: return nil
            }
        }
    }
#endif
