package import Foundation

/// A notification's sound on the wire.
package struct WireSound: Codable, Sendable, Hashable {
    /// `default`, `ringtone`, or the name of a file.
    package var name: String
    package var isCritical: Bool
    package var volume: Float?

    package init(name: String, isCritical: Bool = false, volume: Float? = nil) {
        self.name = name
        self.isCritical = isCritical
        self.volume = volume
    }
}

/// A file attached to a notification.
package struct WireAttachment: Codable, Sendable, Hashable {
    package var identifier: String
    package var url: URL
    package var type: String

    package init(identifier: String, url: URL, type: String) {
        self.identifier = identifier
        self.url = url
        self.type = type
    }
}

/// What a notification shows and carries.
package struct WireContent: Codable, Sendable, Hashable {
    package var title = ""
    package var subtitle = ""
    package var body = ""
    package var badge: Int?
    package var sound: WireSound?
    package var categoryIdentifier = ""
    package var threadIdentifier = ""
    package var launchImageName = ""
    package var summaryArgument = ""
    package var summaryArgumentCount = 1
    package var targetContentIdentifier: String?
    package var interruptionLevel: UInt = 1
    package var relevanceScore = 0.0
    package var filterCriteria: String?
    package var userInfo: WireValue = .dictionary([:])
    package var attachments: [WireAttachment] = []
    /// Whom it is from, for the style of messages and calls.
    package var communication: WireCommunication?

    package init() {}

    /// Whether there is text that a banner or list could show.
    package var hasText: Bool { !(title.isEmpty && subtitle.isEmpty && body.isEmpty) }
}

/// When a request is due.
package enum WireTrigger: Codable, Sendable, Hashable {
    case push
    case interval(seconds: TimeInterval, repeats: Bool)
    case calendar(DateComponents, repeats: Bool)
    case location(WireRegion, repeats: Bool)

    package var repeats: Bool {
        switch self {
        case .push: false
        case .interval(_, let repeats), .calendar(_, let repeats), .location(_, let repeats): repeats
        }
    }
}

/// A place on the map.
package struct WireRegion: Codable, Sendable, Hashable {
    package var identifier: String
    package var latitude: Double
    package var longitude: Double
    package var radiusMetres: Double
    package var notifiesOnEntry: Bool
    package var notifiesOnExit: Bool

    package init(
        identifier: String, latitude: Double, longitude: Double, radiusMetres: Double, notifiesOnEntry: Bool,
        notifiesOnExit: Bool
    ) {
        self.identifier = identifier
        self.latitude = latitude
        self.longitude = longitude
        self.radiusMetres = radiusMetres
        self.notifiesOnEntry = notifiesOnEntry
        self.notifiesOnExit = notifiesOnExit
    }
}

/// A message or a call as the system knows it from an intent.
package struct WireCommunication: Codable, Sendable, Hashable {
    package var isCall: Bool
    package var senderName: String
    package var senderHandle: String
    package var hasAvatar: Bool
    package var conversation: String?
    package var groupName: String?

    package init(
        isCall: Bool, senderName: String, senderHandle: String, hasAvatar: Bool, conversation: String?,
        groupName: String?
    ) {
        self.isCall = isCall
        self.senderName = senderName
        self.senderHandle = senderHandle
        self.hasAvatar = hasAvatar
        self.conversation = conversation
        self.groupName = groupName
    }
}

/// A request to show a notification; no trigger means now.
package struct WireRequest: Codable, Sendable, Hashable {
    package var identifier: String
    package var content: WireContent
    package var trigger: WireTrigger?

    package init(identifier: String, content: WireContent, trigger: WireTrigger?) {
        self.identifier = identifier
        self.content = content
        self.trigger = trigger
    }
}

/// A request that the device has taken out to show.
package struct WireNotification: Codable, Sendable, Hashable {
    package var date: Date
    package var request: WireRequest

    package init(date: Date, request: WireRequest) {
        self.date = date
        self.request = request
    }
}

/// What the person did with a notification.
package struct WireResponse: Codable, Sendable, Hashable {
    package var notification: WireNotification
    package var actionIdentifier: String
    package var userText: String?
    package var hasScene: Bool
    /// The scene that it is for.
    package var scene: String?

    package init(notification: WireNotification, actionIdentifier: String, userText: String?, hasScene: Bool) {
        self.notification = notification
        self.actionIdentifier = actionIdentifier
        self.userText = userText
        self.hasScene = hasScene
    }
}
