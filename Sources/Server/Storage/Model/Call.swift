package import Foundation
package import PushModel

/// A call as it is to be made.
package struct NewCall: Sendable {
    /// What rings, with who calls and for how long; its id is the call's.
    package var notice: CallNotice
    /// The external ids of the people who are called, without repeats.
    package var externalIDs: [String]
    /// The SHA-256 of the request.
    package var bodyHash: [UInt8]
    /// When it begins to ring.
    package var createdAt: Date
    /// When nobody can answer any more.
    package var deadline: Date

    /// Describes a call.
    package init(
        notice: CallNotice, externalIDs: [String], bodyHash: [UInt8], createdAt: Date, deadline: Date
    ) {
        self.notice = notice
        self.externalIDs = externalIDs
        self.bodyHash = bodyHash
        self.createdAt = createdAt
        self.deadline = deadline
    }
}

/// What became of a call that was to be made.
package enum PlaceCallResult: Sendable {
    /// It rings.
    case placed(Call)
    /// The same request made it before.
    case replayed(Call)
    /// Another call has the id.
    case idTaken
    /// These places of the list name nobody.
    case unknownSubscribers([Int])
}

/// A call with how it stands.
package struct Call: Sendable {
    /// Its row.
    package let row: Int64
    /// What rang.
    package let notice: CallNotice
    /// How it stands.
    package let machine: CallMachine
    /// The people, by row.
    package let people: [Int64: String]
    /// When it began.
    package let createdAt: Date
    /// When nobody can answer any more; nil once nobody needs to.
    package let deadline: Date?
    /// When ringing ends, whatever happens.
    package let expiresAt: Date
    /// When it came into its state.
    package let changedAt: Date
    /// When the first device rang.
    package let ringingAt: Date?
    /// When it was answered.
    package let answeredAt: Date?
    /// The device that answered.
    package let answeredDevice: Identifier?
    /// The device that brought it into its state.
    package let byDevice: Identifier?
    /// Why it ended.
    package let reason: String?

    /// The call's id.
    package var id: String { notice.id }

    /// The external id of who answered.
    package var answeredBy: String? { machine.answered.flatMap { people[$0.person] } }

    /// The call as it stands for one of its people, or for the caller.
    package func notice(for person: Int64? = nil) -> CallNotice {
        let state = person.map { machine.state(for: $0) } ?? machine.state
        var notice = notice
        guard state != .ringing else { return notice }
        notice.event = CallNotice.Event(rawValue: state.rawValue)
        notice.at = changedAt.milliseconds
        notice.deviceID = byDevice?.description
        notice.reason = reason
        return notice
    }
}

/// What else is known of a call.
package struct CallDetails: Sendable {
    /// A device that was rung, or that said that it rings.
    package struct Ring: Sendable {
        /// The device.
        package let device: Identifier
        /// Whose it is.
        package let externalID: String
        /// The token that was rung; nil for a device that heard of the call by its live connection.
        package let tokenKind: TokenKind?
        /// When it rang.
        package let ringingAt: Date?
    }

    /// Something that happened, to one of the people.
    package struct Entry: Sendable {
        /// What happened.
        package let event: CallEvent
        /// Who is told.
        package let externalID: String
        /// The device that did it.
        package let device: Identifier?
        /// Why.
        package let reason: String?
        /// When.
        package let at: Date
    }

    /// The devices.
    package let devices: [Ring]
    /// What happened, in order.
    package let events: [Entry]
    /// The messages whose deliveries are the call's pushes, with what each tells.
    package let messages: [(id: Identifier, event: CallEvent)]
}

/// Who does something about a call.
package enum CallActor: Sendable {
    /// One of the person's devices.
    case device(Device)
    /// The tenant's backend in a person's name.
    case subscriber(String)
    /// The caller.
    case caller
}

/// What somebody does about a call.
package enum CallAct: String, Sendable, CaseIterable {
    case ringing, accept, decline, cancel, end
}

/// What became of something that somebody did about a call.
package enum CallActResult: Sendable {
    /// It is so now; what happened, nil if it was so before, and the rows of the people who are to hear of it.
    case done(Call, CallEvent?, told: Set<Int64>)
    /// Somebody else has answered.
    case alreadyAccepted(told: Set<Int64>)
    /// The call is over.
    case over(told: Set<Int64>)
    /// There is no such call, or it is somebody else's.
    case unknown
}

extension Date {
    /// Whole milliseconds since 1970.
    package var milliseconds: Int { Int((timeIntervalSince1970 * 1000).rounded()) }
}
