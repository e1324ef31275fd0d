import SimulatedDevice

/// What became of a push in a situation: what the person finds, and what ran for it.
@dynamicMemberLookup
package struct Outcome: Sendable, Hashable {
    /// What the person finds.
    package var sight = Sight()
    /// What ran.
    package var course = Course()
    /// What of it is not verified on a device.
    package var doubts: [Doubt] = []

    /// A part of what the person finds.
    package subscript<Value>(dynamicMember part: KeyPath<Sight, Value>) -> Value { sight[keyPath: part] }
    /// A part of what ran.
    package subscript<Value>(dynamicMember part: KeyPath<Course, Value>) -> Value { course[keyPath: part] }
}

/// What the person finds of a push.
package struct Sight: Sendable, Hashable, Codable {
    /// Where a notification can stand.
    package enum Place: String, Sendable, Codable {
        /// Over whatever is on the screen; on a locked phone, which lights up for it, on the lock screen.
        case banner
        /// The lock screen.
        case lockScreen
        /// The list of notifications.
        case list
        /// The scheduled summary, and from there the list.
        case summary
        /// The whole screen, or a banner, as a call that rings.
        case call
    }

    /// A notification in the list.
    package struct Entry: Sendable, Hashable, Codable {
        /// Its name.
        package var identifier: String
        /// The texts that can be read.
        package var text: [String]
        /// The group it belongs to.
        package var thread: String
    }

    /// Where it is shown; empty where it is not.
    package var places: [Place] = []
    /// The sound that it makes.
    package var sound: String?
    /// The number that it puts on the icon; nil where it changes nothing.
    package var badge: Int?
    /// What can be read of it: title, subtitle and body, without those that are empty.
    package var text: [String] = []
    /// How loudly it interrupts.
    package var level: String?
    /// Its name on the phone.
    package var identifier: String?
    /// Whether it takes the place of a notification with the same name.
    package var isReplacement = false
    /// Why it is not shown, or not as it was sent, in the timeline's words.
    package var reasons: [String] = []
    /// How many seconds it takes until it is shown.
    package var delay = 0
    /// The list afterwards, in groups, the newest first.
    package var list: [[Entry]] = []
    /// The number on the icon afterwards.
    package var iconBadge = 0

    /// Whether the person sees, hears or finds anything of it.
    package var isNoticed: Bool { !places.isEmpty || sound != nil || badge != nil }
}

/// What ran because of a push.
package struct Course: Sendable, Hashable, Codable {
    /// Which process starts, goes on, or ran already, and is handed the push: `app launched`, `app resumed`, `app running`,
    /// `extension launched`.
    package var processes: [String] = []
    /// Why the app is not woken, in the timeline's words.
    package var wakeRefusal: String?
    /// What happens, in order.
    package var steps: [Step] = []
    /// What happens when the person then taps it, or swipes it away.
    package var response: [Step] = []
}
