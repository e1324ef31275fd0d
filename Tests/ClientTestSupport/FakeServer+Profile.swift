import Foundation
import Locking
package import PushModel
import TidingsCore

extension FakeServer {
    /// What the server knows of people beside their devices.
    struct Profile {
        var topics: [(slug: String, channels: [String])] = []
        var choices: [String: [String: [String: Bool]]] = [:]
        var attributes: [String: JSONObject] = [:]
        var places: [String: JSONObject] = [:]
        var aliases: [String: String] = [:]
        var unmergeable: Set<String> = []
        var takesAttributes = true
    }

    /// Offers a topic that is on by default.
    package func addTopic(_ slug: String, channels: [String] = ["push"]) {
        state.withLock { $0.profile.topics.append((slug, channels)) }
    }

    /// Says that an anonymous id is in truth somebody's.
    package func refuseMerge(of anonymousID: String) {
        state.withLock { _ = $0.profile.unmergeable.insert(anonymousID) }
    }

    /// Refuses attributes, as if there were too many.
    package func refuseAttributes() { state.withLock { $0.profile.takesAttributes = false } }

    /// The attributes of a subscriber.
    package func attributes(of subscriber: String) -> JSONObject {
        state.withLock { $0.profile.attributes[subscriber] ?? JSONObject() }
    }

    /// Time zone and locale of a subscriber, as somebody set them.
    package func place(of subscriber: String) -> JSONObject {
        state.withLock { $0.profile.places[subscriber] ?? JSONObject() }
    }

    /// What a subscriber chose for a topic, by channel.
    package func choices(of subscriber: String, for topic: String) -> [String: Bool] {
        state.withLock { $0.profile.choices[subscriber]?[topic] ?? [:] }
    }

    /// The anonymous ids that were joined, and whom they belong to.
    package var merges: [String: String] { state.withLock { $0.profile.aliases } }
}

extension FakeServer.State {
    mutating func identify(_ call: FakeServer.Call) -> HTTPReply {
        guard let anonymous = call.body["anonymousId"]?.string else { return Self.failure(400, "validation_failed") }
        guard !profile.unmergeable.contains(anonymous) else { return Self.failure(409, "merge_source_identified") }
        let isKnown = devices.values.contains { $0.subscriber == anonymous }
        if isKnown || profile.attributes[anonymous] != nil || profile.choices[anonymous] != nil {
            profile.aliases[anonymous] = call.subscriber
        }
        for (id, device) in devices where device.subscriber == anonymous { devices[id]?.subscriber = call.subscriber }
        let past = profile.attributes.removeValue(forKey: anonymous) ?? JSONObject()
        for member in past.members {
            profile.attributes[call.subscriber, default: JSONObject()][member.key] = member.value
        }
        if let past = profile.choices.removeValue(forKey: anonymous) {
            profile.choices[call.subscriber, default: [:]].merge(past) { $1 }
        }
        return Self.reply(200, ["result": isKnown ? "renamed" : "nothing", "subscriber": [:]])
    }

    mutating func mergeAttributes(_ call: FakeServer.Call) -> HTTPReply {
        guard owned(call) else { return Self.failure(404, "not_found") }
        guard profile.takesAttributes || call.body["attributes"] == nil else {
            return Self.failure(400, "attributes_too_large")
        }
        for name in ["timezone", "locale"] {
            if let value = call.body[name] { profile.places[call.subscriber, default: JSONObject()][name] = value }
        }
        for member in call.body["attributes"]?.object?.members ?? [] {
            let value = member.value.isNull ? nil as JSONValue? : member.value
            profile.attributes[call.subscriber, default: JSONObject()][member.key] = value
        }
        return Self.reply(200, ["attributes": .object(profile.attributes[call.subscriber] ?? JSONObject())])
    }

    func listTopics(_ call: FakeServer.Call) -> HTTPReply {
        guard owns(call) else { return Self.failure(404, "not_found") }
        return topics(of: call.subscriber)
    }

    private func topics(of subscriber: String) -> HTTPReply {
        let items = profile.topics.sorted { $0.slug < $1.slug }.map { topic -> JSONValue in
            let choices = profile.choices[subscriber]?[topic.slug]
            let channels = topic.channels.map { JSONObject.Member($0, .bool(choices?[$0] ?? true)) }
            return [
                "topic": .string(topic.slug), "name": .string(topic.slug.capitalized), "description": nil,
                "category": nil, "channels": .object(JSONObject(channels)),
                "enabled": .bool(choices?["push"] ?? true), "isDefault": .bool(choices == nil),
            ]
        }
        return Self.reply(200, ["items": .array(items)])
    }

    mutating func choose(_ call: FakeServer.Call) -> HTTPReply {
        guard owned(call) else { return Self.failure(404, "not_found") }
        let slug = String(call.path.dropFirst("/v1/client/preferences/".count))
        guard let topic = profile.topics.first(where: { $0.slug == slug }) else {
            return Self.failure(404, "topic_not_found")
        }
        var choices = profile.choices[call.subscriber]?[slug] ?? [:]
        if let isOn = call.body["enabled"]?.bool { for channel in topic.channels { choices[channel] = isOn } }
        for member in call.body["channels"]?.object?.members ?? [] {
            guard topic.channels.contains(member.key) else { return Self.failure(400, "channel_not_offered") }
            choices[member.key] = member.value.bool
        }
        profile.choices[call.subscriber, default: [:]][slug] = choices
        return topics(of: call.subscriber)
    }
}
