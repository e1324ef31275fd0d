package import PushModel

/// Something that happened to a call, as it is kept.
package enum CallEvent: String, Sendable, CaseIterable, DatabaseConvertible {
    case ring, ringing, accepted, declined, cancelled, ended, missed

    /// The word by which devices are told of it; nil for what concerns the caller alone.
    package var notice: CallNotice.Event? { self == .ringing ? nil : CallNotice.Event(rawValue: rawValue) }

    /// Of what devices are told by push when it happens: whose caller hung up has missed a call.
    package var pushes: [CallEvent] {
        switch self {
        case .ringing: []
        case .cancelled: [.cancelled, .missed]
        default: [self]
        }
    }
}

/// The kind of push by which a device is told of a call.
package enum CallPushKind: String, Sendable, CaseIterable {
    case voip, alert, background

    /// The kind of the token that it goes to.
    package var tokenKind: TokenKind { self == .voip ? .voip : .alert }
}

/// The two kinds of tokens that a device can have.
package enum TokenKind: String, Sendable, CaseIterable, DatabaseConvertible {
    /// For alerts and background pushes.
    case alert
    /// For calls.
    case voip
}

/// Decides which device is told of a call by which push.
package enum CallFanout {
    /// A device of somebody who is told.
    package struct Device: Sendable, Hashable {
        /// Its row.
        package var row: Int64
        /// Whether it has a token for calls that can be used.
        package var hasVoIPToken: Bool
        /// Whether it was rung.
        package var wasRung: Bool

        /// Describes a device.
        package init(row: Int64, hasVoIPToken: Bool, wasRung: Bool) {
            self.row = row
            self.hasVoIPToken = hasVoIPToken
            self.wasRung = wasRung
        }
    }

    /// The push that tells a device of an event; nil where none does.
    ///
    /// Nothing but a ring is a VoIP push: iOS ends an app that gets one and reports no call.
    package static func push(of event: CallEvent, to device: Device, by party: CallMachine.Party?) -> CallPushKind? {
        switch event {
        case .ring: device.hasVoIPToken ? .voip : .alert
        case .ringing: nil
        case .accepted, .declined, .cancelled, .ended:
            device.wasRung && device.row != party?.device ? .background : nil
        case .missed: .alert
        }
    }

    /// The kind of push that a kept delivery is; nil for a token that the event may not go to.
    package static func push(of event: CallEvent, to token: TokenKind) -> CallPushKind? {
        switch (event, token) {
        case (.ring, .voip): .voip
        case (_, .voip), (.ringing, _): nil
        case (.ring, .alert), (.missed, .alert): .alert
        case (.accepted, .alert), (.declined, .alert), (.cancelled, .alert), (.ended, .alert): .background
        }
    }
}
