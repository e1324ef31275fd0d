import Foundation
package import PushModel

/// What a person says about themself: attributes, topics, and who they were before they had a name.
extension APIClient {
    /// Says that an anonymous person is the speaker.
    package func identify(_ anonymousID: String, as speaker: Speaker) async throws(APIFailure) {
        let body: JSONValue = ["anonymousId": .string(anonymousID)]
        _ = try await call("POST", "v1/client/identify", speaker, body: Data(body.encoded()))
    }

    /// Changes fields of the speaker: `attributes` to merge, `timezone`, `locale`; null removes one.
    package func changeSubscriber(_ fields: JSONObject, as speaker: Speaker) async throws(APIFailure) {
        _ = try await call("PATCH", "v1/client/subscriber", speaker, body: Data(JSONValue.object(fields).encoded()))
    }

    /// Which topics there are, and what the speaker chose.
    package func topics(as speaker: Speaker) async throws(APIFailure) -> [TopicPreference] {
        try Self.topics(in: await call("GET", "v1/client/preferences", speaker))
    }

    /// Makes a choice for one topic and answers all of them.
    package func choose(
        _ choice: JSONValue, for topic: String, as speaker: Speaker
    ) async throws(APIFailure) -> [TopicPreference] {
        let body = Data(choice.encoded())
        return try Self.topics(in: await call("PUT", "v1/client/preferences/\(topic)", speaker, body: body))
    }

    private static func topics(in answer: JSONValue) throws(APIFailure) -> [TopicPreference] {
        guard let items = answer["items"]?.array else { throw foreignAnswer }
        return items.compactMap(TopicPreference.init)
    }
}
