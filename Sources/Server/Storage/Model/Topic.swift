package import Foundation
package import PushModel

/// A way by which a topic reaches people.
package enum TopicChannel: String, Sendable, CaseIterable {
    /// Pushes to their devices.
    case push
}

/// A named list that subscribers opt in to or out of.
package struct Topic: Sendable, Equatable {
    /// Its row.
    package let row: Int64
    /// Its id.
    package let id: Identifier
    /// The name by which callers know it; unique within the tenant.
    package let slug: String
    /// What it is.
    package let content: TopicContent
    /// When it was made.
    package let createdAt: Date
    /// When it last changed.
    package let updatedAt: Date

    /// The longest slug, in bytes.
    package static let slugByteLimit = 64
    /// How many messages of a topic a day a person can be limited to.
    package static let dailyCapRange = 1...50

    /// Whether a text can be a slug: lower-case letters, digits, hyphens and underscores, the first no sign.
    package static func isSlug(_ text: String) -> Bool {
        func isPlain(_ byte: UInt8) -> Bool { (97...122).contains(byte) || (48...57).contains(byte) }
        guard let first = text.utf8.first, text.utf8.count <= slugByteLimit else { return false }
        return isPlain(first) && text.utf8.allSatisfy { isPlain($0) || $0 == 45 || $0 == 95 }
    }
}

/// What a tenant says about a topic.
package struct TopicContent: Sendable, Equatable {
    /// What people read.
    package var name: String
    /// A sentence for people.
    package var description: String?
    /// The group that it is shown in.
    package var category: String?
    /// The ways by which it reaches people; at least one.
    package var channels: [TopicChannel] = [.push]
    /// Whether those who chose nothing get it.
    package var isOptedIn = true
    /// What stands in for that on single channels.
    package var channelDefaults: [TopicChannel: Bool] = [:]
    /// How many messages a day a person gets at most, by the clocks of their zone.
    package var dailyCap: Int?

    /// A topic with everything by default.
    package init(name: String) { self.name = name }

    /// Whether a person gets it on a channel who chose nothing.
    package func choice(on channel: TopicChannel) -> Bool {
        channels.contains(channel) && channelDefaults[channel] ?? isOptedIn
    }
}

/// What a subscriber gets of a topic.
package struct Preference: Sendable, Equatable {
    /// The topic.
    package let topic: Topic
    /// What the subscriber chose.
    package var chosen: [TopicChannel: Bool] = [:]

    /// Whether the subscriber chose nothing, so that the topic decides.
    package var isDefault: Bool { chosen.isEmpty }

    /// Whether the topic reaches the subscriber on a channel: the choice, else the channel's default, else the topic's.
    package func isEnabled(on channel: TopicChannel) -> Bool {
        guard topic.content.channels.contains(channel) else { return false }
        return chosen[channel] ?? topic.content.choice(on: channel)
    }
}

/// What a subscriber is to get of a topic.
package enum PreferenceChange: Sendable, Equatable {
    /// The same on all its channels.
    case all(Bool)
    /// Something on these channels, by name; the others stay.
    case channels([String: Bool])
    /// What the topic says.
    case byDefault
}

/// What became of a change of preferences.
package enum PreferenceResult: Sendable, Equatable {
    /// All are as they were wanted; every topic in the order of the slugs.
    case changed([Preference])
    /// The tenant has no such topic; nothing was changed.
    case unknownTopic(String)
    /// The topic does not come by this channel; nothing was changed.
    case channelNotOffered(topic: String, channel: String)
    /// The tenant has no such subscriber.
    case unknownSubscriber
}
