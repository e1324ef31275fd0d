package import PushModel

/// What a person chose for one topic and the server does not know yet.
package struct TopicChoice: Codable, Sendable, Equatable {
    /// What was chosen for all channels at once.
    package private(set) var everything: Bool?
    /// What was chosen for single channels after that.
    package private(set) var channels: [String: Bool] = [:]

    /// A choice for all channels.
    package init(everything: Bool) { self.everything = everything }

    /// A choice for one channel.
    package init(channel: String, isOn: Bool) { channels = [channel: isOn] }

    /// The choice that a later one for the same topic makes of this.
    package func followed(by later: TopicChoice) -> TopicChoice {
        guard later.everything == nil else { return later }
        var both = self
        both.channels.merge(later.channels) { $1 }
        return both
    }

    /// The bodies that tell the server, in order.
    package var bodies: [JSONValue] {
        var bodies: [JSONValue] = []
        if let everything { bodies.append(["enabled": .bool(everything)]) }
        if !channels.isEmpty {
            let members = channels.sorted { $0.key < $1.key }.map { JSONObject.Member($0.key, .bool($0.value)) }
            bodies.append(["channels": .object(JSONObject(members))])
        }
        return bodies
    }
}
