import Foundation
package import PushModel

/// What people chose and the server does not know yet, as a value: each change belongs to whoever made it.
package struct ProfileOutbox: Codable, Sendable, Equatable {
    /// The most people whose changes are kept; beyond it those of the first are dropped.
    package static let capacity = 20

    /// The changes of one person.
    package struct Changes: Codable, Sendable, Equatable {
        /// Who made them.
        package var subscriber: SubscriberIdentity
        /// The device of that moment, if the server had given one.
        package var deviceID: String?
        private var stored = StoredJSON(JSONObject())
        // Optional because files of earlier versions do not have it.
        private var storedPlace: StoredJSON?
        /// The choices by topic.
        package internal(set) var topics: [String: TopicChoice] = [:]

        /// Attributes to merge; null removes one.
        package var attributes: JSONObject {
            get { stored.object }
            set { stored = StoredJSON(newValue) }
        }

        /// Time zone and locale, as the server calls them; null for the phone's own.
        package var place: JSONObject {
            get { storedPlace?.object ?? JSONObject() }
            set { storedPlace = newValue.isEmpty ? nil : StoredJSON(newValue) }
        }

        /// Whether there is nothing to say.
        package var isEmpty: Bool { attributes.isEmpty && place.isEmpty && topics.isEmpty }

        init(subscriber: SubscriberIdentity, deviceID: String?) {
            self.subscriber = subscriber
            self.deviceID = deviceID
        }
    }

    /// The topics as the server told them last, and whom.
    package struct Known: Codable, Sendable, Equatable {
        package var subscriber: String
        package var topics: [TopicPreference]
    }

    /// The changes, in the order in which people began to make them.
    package private(set) var changes: [Changes] = []
    /// The topics as they were last read.
    package var known: Known?

    /// Starts without changes.
    package init() {}

    /// Notes attributes of whoever the session speaks for.
    package mutating func set(_ attributes: JSONObject, session: Session) {
        change(session) { changes in
            for member in attributes.members { changes.attributes[member.key] = member.value }
        }
    }

    /// Notes time zone and locale of whoever the session speaks for.
    package mutating func set(place: JSONObject, session: Session) {
        change(session) { changes in
            for member in place.members { changes.place[member.key] = member.value }
        }
    }

    /// Notes a choice of whoever the session speaks for.
    package mutating func choose(_ choice: TopicChoice, for topic: String, session: Session) {
        change(session) { changes in
            changes.topics[topic] = changes.topics[topic]?.followed(by: choice) ?? choice
        }
    }

    private mutating func change(_ session: Session, _ body: (inout Changes) -> Void) {
        let subscriber = session.registration.subscriber
        let index =
            changes.firstIndex { $0.subscriber.id == subscriber.id }
            ?? {
                changes = Array(changes.suffix(Self.capacity - 1))
                changes.append(Changes(subscriber: subscriber, deviceID: nil))
                return changes.count - 1
            }()
        changes[index].subscriber = subscriber
        changes[index].deviceID = session.deviceID(for: subscriber) ?? changes[index].deviceID
        body(&changes[index])
    }

    /// The server has attributes, or never takes them; what was changed again meanwhile stays.
    package mutating func settle(_ attributes: JSONObject, of subscriber: String) {
        settle(subscriber) { changes in
            for member in attributes.members where changes.attributes[member.key] == member.value {
                changes.attributes[member.key] = nil
            }
        }
    }

    /// The server has time zone and locale, or never takes them; what was changed again meanwhile stays.
    package mutating func settle(place: JSONObject, of subscriber: String) {
        settle(subscriber) { changes in
            for member in place.members where changes.place[member.key] == member.value {
                changes.place[member.key] = nil
            }
        }
    }

    /// The server has a choice, or never takes it; what was chosen again meanwhile stays.
    package mutating func settle(_ choice: TopicChoice, for topic: String, of subscriber: String) {
        settle(subscriber) { changes in
            if changes.topics[topic] == choice { changes.topics[topic] = nil }
        }
    }

    private mutating func settle(_ subscriber: String, _ body: (inout Changes) -> Void) {
        guard let index = changes.firstIndex(where: { $0.subscriber.id == subscriber }) else { return }
        body(&changes[index])
        if changes[index].isEmpty { changes.remove(at: index) }
    }

    /// The topics as the person sees them: as last read, with what they chose since; nil if they were never read.
    package func topics(of registration: Registration) -> [TopicPreference]? {
        guard let known, registration.recipients.contains(known.subscriber) else { return nil }
        let own = changes.filter { registration.recipients.contains($0.subscriber.id) }
        return known.topics.map { topic in
            own.compactMap { $0.topics[topic.topic] }.reduce(topic) { $0.after($1) }
        }
    }
}
