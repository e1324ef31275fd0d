extension Operations {
    /// The routes by which an app reads and changes its own subscriber.
    static let clientSubscriber: [Operation] = [
        .init(
            method: "GET", path: "/v1/client/subscriber", id: "clientReadSubscriber", tag: "Client",
            summary: "Read the own subscriber. Tidings-Device may be left out with Tidings-Identity.", access: .client,
            parameters: [.subscriber, .identity, .optionalDevice],
            success: [.init(status: 200, summary: "The subscriber.", schema: "Subscriber")]),
        .init(
            method: "PATCH", path: "/v1/client/subscriber", id: "clientChangeSubscriber", tag: "Client",
            summary:
                "Change single attributes, time zone or locale of who has the device, or had it before; null removes one.",
            access: .client, parameters: [.subscriber, .identity, .optionalDevice], body: "SubscriberChange",
            success: [.init(status: 200, summary: "The subscriber.", schema: "Subscriber")],
            errors: [.attributesTooLarge, .systemAttribute, .invalidTimezone]),
        .init(
            method: "POST", path: "/v1/client/identify", id: "clientIdentify", tag: "Client",
            summary: "Give an anonymous past to the subscriber. The same call again answers the same.",
            access: .client, parameters: [.subscriber, .identity], body: "Identification",
            success: [.init(status: 200, summary: "The past is the subscriber's.", schema: "IdentificationAnswer")],
            errors: [.mergeSourceIdentified, .aliasIsPrimary]),
        .init(
            method: "GET", path: "/v1/client/preferences", id: "clientPreferences", tag: "Client",
            summary: "Read what the own subscriber gets of every topic, in the order of the slugs.", access: .client,
            parameters: [.subscriber, .identity, .optionalDevice],
            success: [.init(status: 200, summary: "All topics.", schema: "PreferenceList")]),
        .init(
            method: "PUT", path: "/v1/client/preferences/{topic}", id: "clientSetPreference", tag: "Client",
            summary: "Choose a topic or not, on all its channels or on some, for who has the device or had it before.",
            access: .client,
            parameters: [.subscriber, .identity, .optionalDevice, .path("topic", "The topic's slug.")],
            body: "PreferenceChoice",
            success: [.init(status: 200, summary: "All topics, as they are now.", schema: "PreferenceList")],
            errors: [.topicNotFound, .channelNotOffered]),
    ]
}
