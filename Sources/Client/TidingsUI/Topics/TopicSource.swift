import Tidings
public import TidingsCore

/// Where a view of topics reads them and says what was chosen: the SDK, or something of the app's own.
public struct TopicSource: Sendable {
    /// Reads all topics.
    public var all: @Sendable () async throws -> [TopicPreference]
    /// Says a choice, for one channel or for all if nil, and answers all topics; throws if it is not taken.
    public var set: @Sendable (_ topic: String, _ channel: String?, _ isEnabled: Bool) async throws -> [TopicPreference]

    /// Makes a source of its functions.
    public init(
        all: @escaping @Sendable () async throws -> [TopicPreference],
        set:
            @escaping @Sendable (_ topic: String, _ channel: String?, _ isEnabled: Bool) async throws ->
            [TopicPreference]
    ) {
        self.all = all
        self.set = set
    }

    /// The topics of the server, through `Tidings.topics`.
    public static let tidings = TopicSource {
        try await Tidings.topics.all()
    } set: { topic, channel, isEnabled in
        guard let channel else { return try await Tidings.topics.set(topic, enabled: isEnabled) }
        return try await Tidings.topics.set(topic, channel: channel, enabled: isEnabled)
    }
}
