/// What moves a call from one state to the next; it knows no clock, no database and no network.
///
/// A call is for one person or several, and whoever accepts first has it. A decline is for the person: the call goes on
/// ringing for the others.
package struct CallMachine: Sendable, Hashable {
    /// How a call stands.
    package enum State: String, Sendable, CaseIterable, DatabaseConvertible {
        case ringing, accepted, declined, cancelled, ended, missed
    }

    /// Somebody who is called, and the device by which they speak; nil if the tenant's backend speaks for them.
    package struct Party: Sendable, Hashable {
        /// The person's row.
        package var person: Int64
        /// The device's row.
        package var device: Int64?

        /// Names a party.
        package init(person: Int64, device: Int64? = nil) {
            self.person = person
            self.device = device
        }
    }

    /// What somebody wants to happen.
    package enum Deed: Sendable, Hashable {
        /// A device rings.
        case ringing(Party)
        /// Somebody answers.
        case accept(Party)
        /// Somebody does not want to.
        case decline(Party)
        /// The caller hangs up before it is answered.
        case cancel
        /// Somebody who answered hangs up; nil is the caller, whether it was answered or not.
        case end(Party?)
        /// The time to answer is over.
        case timeOut
    }

    /// What comes of it.
    package enum Verdict: Sendable, Hashable {
        /// It happened.
        case happened(Happening)
        /// It happened before, or means nothing now.
        case unchanged
        /// Somebody else has answered, or the callee before the caller gave up.
        case alreadyAccepted
        /// The call is over, at least for who asks.
        case over
    }

    /// Something that happened to a call.
    package struct Happening: Sendable, Hashable {
        /// What it is.
        package var event: CallEvent
        /// Who did it; nil is the caller, or the clock.
        package var by: Party?
        /// The people who are told.
        package var told: Set<Int64>
    }

    /// How the call stands.
    package private(set) var state: State
    /// The people who have not declined.
    package private(set) var waiting: Set<Int64>
    /// The people who have declined.
    package private(set) var declined: Set<Int64>
    /// Who answered.
    package private(set) var answered: Party?
    /// Who brought the call into its state; nil is the caller, or the clock.
    package private(set) var by: Party?
    /// Whether a device has begun to ring.
    package private(set) var isHeard: Bool

    /// A call that begins to ring for people.
    package init(calling people: Set<Int64>) {
        self.init(state: .ringing, waiting: people, declined: [], answered: nil, by: nil, isHeard: false)
    }

    /// A call as it was kept.
    init(
        state: State, waiting: Set<Int64>, declined: Set<Int64>, answered: Party?, by: Party?, isHeard: Bool
    ) {
        self.state = state
        self.waiting = waiting
        self.declined = declined
        self.answered = answered
        self.by = by
        self.isHeard = isHeard
    }

    /// How the call stands for one of the people.
    package func state(for person: Int64) -> State { declined.contains(person) ? .declined : state }

    /// Does what somebody wants, if it can be.
    package mutating func apply(_ deed: Deed) -> Verdict {
        switch deed {
        case .ringing(let party): ring(party)
        case .accept(let party): accept(party)
        case .decline(let party): decline(party)
        case .cancel: cancel()
        case .end(let party?): end(party)
        case .end(nil): hangUp()
        case .timeOut: state == .ringing ? become(.missed, .missed, by: nil, told: waiting) : .unchanged
        }
    }

    private mutating func ring(_ party: Party) -> Verdict {
        guard state == .ringing, waiting.contains(party.person), !isHeard else { return .unchanged }
        isHeard = true
        return .happened(Happening(event: .ringing, by: party, told: [party.person]))
    }

    private mutating func accept(_ party: Party) -> Verdict {
        switch state {
        case .ringing where waiting.contains(party.person):
            answered = party
            return become(.accepted, .accepted, by: party, told: waiting)
        case .accepted where answered == party: return .unchanged
        case .accepted where !declined.contains(party.person): return .alreadyAccepted
        default: return .over
        }
    }

    private mutating func decline(_ party: Party) -> Verdict {
        if declined.contains(party.person) { return .unchanged }
        switch state {
        case .ringing where waiting.contains(party.person):
            waiting.remove(party.person)
            declined.insert(party.person)
            guard waiting.isEmpty else {
                return .happened(Happening(event: .declined, by: party, told: [party.person]))
            }
            return become(.declined, .declined, by: party, told: [party.person])
        case .accepted: return .alreadyAccepted
        default: return .over
        }
    }

    private mutating func cancel() -> Verdict {
        switch state {
        case .ringing: become(.cancelled, .cancelled, by: nil, told: waiting)
        case .cancelled: .unchanged
        case .accepted: .alreadyAccepted
        default: .over
        }
    }

    private mutating func end(_ party: Party) -> Verdict {
        switch state {
        // A device that gives up alone leaves the call to the others, and to the clock.
        case .ringing: .unchanged
        case .accepted where answered == party: become(.ended, .ended, by: party, told: waiting)
        case .accepted: .alreadyAccepted
        case .ended where by == party: .unchanged
        default: .over
        }
    }

    private mutating func hangUp() -> Verdict {
        switch state {
        case .ringing: become(.cancelled, .cancelled, by: nil, told: waiting)
        case .accepted: become(.ended, .ended, by: nil, told: waiting)
        case .cancelled: .unchanged
        case .ended where by == nil: .unchanged
        default: .over
        }
    }

    private mutating func become(
        _ next: State, _ event: CallEvent, by party: Party?, told: Set<Int64>
    ) -> Verdict {
        state = next
        by = party
        return .happened(Happening(event: event, by: party, told: told))
    }
}
