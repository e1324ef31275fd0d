public import TidingsCore

extension Tidings {
    /// The topics that the person may want to hear of.
    public static var topics: Topics { Topics() }
}

/// The topics of the server, and what the person in the app chose.
///
/// A choice is kept on this phone until the server has it, also through restarts, and belongs to whoever made it: it is
/// never sent in the name of somebody who logged in later.
public struct Topics: Sendable {
    /// All topics in the order of their short names; without network as last read, with what was chosen since.
    ///
    /// - Throws: `TidingsError` `not_configured`, or `network` where they were never read and cannot be now.
    public func all() async throws -> [TopicPreference] { try await client("all").topics() }

    /// Switches a topic on or off in all its channels.
    ///
    /// - Returns: All topics with the choice; without network as they will be.
    /// - Throws: `TidingsError` `rejected` if the server does not take the choice, as of an unknown topic.
    @discardableResult
    nonisolated(nonsending) public func set(_ topic: String, enabled: Bool) async throws -> [TopicPreference] {
        try await choose(topic, TopicChoice(everything: enabled))
    }

    /// Switches one channel of a topic, such as `push`, on or off.
    ///
    /// - Returns: All topics with the choice; without network as they will be.
    /// - Throws: `TidingsError` `rejected` if the server does not take the choice, as of a channel that is not offered.
    @discardableResult
    nonisolated(nonsending) public func set(
        _ topic: String, channel: String, enabled: Bool
    ) async throws -> [TopicPreference] {
        try await choose(topic, TopicChoice(channel: channel, isOn: enabled))
    }

    /// Says the choice before anything is waited for: whoever says logout after this call does not take it along.
    nonisolated(nonsending) private func choose(_ topic: String, _ choice: TopicChoice) async throws
        -> [TopicPreference]
    {
        let client = try client("set")
        // The name becomes a part of an address.
        guard EventName.isValid(topic) else {
            throw TidingsError(.rejected, detail: "a topic has a name that none can have")
        }
        client.commands.yield(.choose(choice, topic: topic))
        return try await client.topics(after: topic)
    }

    private func client(_ call: String) throws -> PushClient {
        guard let client = FacadeInstance.current.client else {
            throw TidingsError(.notConfigured, detail: "topics.\(call) was called")
        }
        return client
    }
}
