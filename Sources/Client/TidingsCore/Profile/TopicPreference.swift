import PushModel

/// A topic that the person may want to hear of, and whether they do.
public struct TopicPreference: Codable, Sendable, Equatable, Identifiable {
    /// The topic's short name, such as `news`.
    public let topic: String
    /// The topic's name for people.
    public let name: String
    /// What the topic is about.
    public let description: String?
    /// What the topic belongs to; topics of one category stand together.
    public let category: String?
    /// The ways in which the topic can be had, and which of them are on.
    public internal(set) var channels: [String: Bool]
    /// Whether pushes on the topic reach the person.
    public internal(set) var isEnabled: Bool
    /// Whether it is so because nothing was chosen.
    public internal(set) var isDefault: Bool

    /// The topic's short name.
    public var id: String { topic }

    /// Describes a topic, for data sources of an app's own.
    public init(
        topic: String, name: String, description: String? = nil, category: String? = nil,
        channels: [String: Bool] = ["push": true], isEnabled: Bool = true, isDefault: Bool = true
    ) {
        self.topic = topic
        self.name = name
        self.description = description
        self.category = category
        self.channels = channels
        self.isEnabled = isEnabled
        self.isDefault = isDefault
    }

    /// Reads an entry of the server's list; nil if it names no topic.
    init?(_ item: JSONValue) {
        guard let topic = item["topic"]?.string else { return nil }
        let channels = item["channels"]?.object?.members.compactMap { member in
            member.value.bool.map { (member.key, $0) }
        }
        self.init(
            topic: topic, name: item["name"]?.string ?? topic, description: item["description"]?.string,
            category: item["category"]?.string,
            channels: Dictionary(channels ?? [], uniquingKeysWith: { $1 }),
            isEnabled: item["enabled"]?.bool ?? true, isDefault: item["isDefault"]?.bool ?? false)
    }

    /// The topic as it will be once the server knows a choice.
    package func after(_ choice: TopicChoice) -> TopicPreference {
        var topic = self
        if let everything = choice.everything {
            topic.channels = channels.mapValues { _ in everything }
            topic.isEnabled = everything
        }
        // What the topic does not offer is for the server to refuse.
        for (channel, isOn) in choice.channels where channels[channel] != nil { topic.channels[channel] = isOn }
        topic.isEnabled = choice.channels["push"] ?? topic.isEnabled
        topic.isDefault = false
        return topic
    }
}
