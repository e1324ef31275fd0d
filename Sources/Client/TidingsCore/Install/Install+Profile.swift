import Foundation
package import PushModel

extension Install {
    /// The attribute that holds the permission for notifications.
    package static let permissionAttribute = "pushPermission"

    /// Merges attributes into those of whoever uses the app; null removes one.
    package func setAttributes(_ attributes: JSONObject) {
        changeProfile { $0.set(attributes, session: $1) }
    }

    /// Notes time zone and locale that an app gives the person: `timezone` and `locale`, null for the phone's own.
    package func setPlace(_ place: JSONObject) {
        changeProfile { $0.set(place: place, session: $1) }
    }

    /// Notes what the person chose for a topic.
    package func choose(_ choice: TopicChoice, for topic: String) {
        refusedTopics[topic] = nil
        changeProfile { $0.choose(choice, for: topic, session: $1) }
    }

    /// Why the server refused the newest choice for a topic; nil if it did not.
    package func refusal(of topic: String) -> String? { refusedTopics[topic] }

    /// The topics as last read, with what the person chose since; nil if they were never read.
    package func knownTopics() -> [TopicPreference]? {
        session.flatMap { profile.topics(of: $0.registration) }
    }

    /// Reads the topics from the server.
    package func readTopics() async throws(APIFailure) -> [TopicPreference] {
        guard let session, session.speaker.deviceID != nil else {
            throw .unreachable("the device is not registered yet")
        }
        let topics = try await api(for: session).topics(as: session.speaker)
        note(topics, of: session.speaker)
        return knownTopics() ?? topics
    }

    /// Tells the server what the permission is, as an attribute of the person in the app.
    func notePermission() {
        guard let permission = session?.registration.permission, permission != .notDetermined else { return }
        setAttributes([Self.permissionAttribute: .string(permission.rawValue)])
    }

    /// Sends what people chose, each in their own name; the failure if something has to be sent later.
    ///
    /// With `onlyOthers` the current subscriber is left out, to clear the way before another takes the device.
    func sendProfile(session: Session, onlyOthers: Bool = false) async -> APIFailure? {
        // Whoever has come since the pass began must not be taken for somebody who left.
        let session = self.session ?? session
        for changes in profile.changes {
            if onlyOthers, changes.subscriber.id == session.registration.subscriber.id { continue }
            guard let speaker = session.speaker(for: changes.subscriber, deviceID: changes.deviceID) else { continue }
            do throws(APIFailure) {
                try await send(changes, as: speaker, session: session)
            } catch {
                if error.isTemporary { return error }
                // Only a fresh proof of who this is helps; nobody can bring one for those who left.
                if case .rejected(401, _) = error, speaker.subscriber == session.registration.subscriber {
                    return error
                }
                drop(changes, error.summary)
            }
        }
        return nil
    }

    private func send(
        _ changes: ProfileOutbox.Changes, as speaker: APIClient.Speaker, session: Session
    ) async throws(APIFailure) {
        let api = api(for: session)
        let subscriber = changes.subscriber.id
        if !changes.attributes.isEmpty {
            try await change(["attributes": .object(changes.attributes)], "attributes", api, as: speaker)
            storeProfile { $0.settle(changes.attributes, of: subscriber) }
        }
        // By itself: a refusal of the one is none of the other.
        if !changes.place.isEmpty {
            try await change(changes.place, "time zone or locale", api, as: speaker)
            storeProfile { $0.settle(place: changes.place, of: subscriber) }
        }
        for (topic, choice) in changes.topics.sorted(by: { $0.key < $1.key }) {
            do throws(APIFailure) {
                for body in choice.bodies {
                    note(try await api.choose(body, for: topic, as: speaker), of: speaker)
                }
            } catch {
                guard error.isRefusalOfContent else { throw error }
                log(.warning, "The server refused a choice", ("topic", topic), ("reason", error.summary))
                refusedTopics[topic] = error.summary
            }
            storeProfile { $0.settle(choice, for: topic, of: subscriber) }
        }
    }

    private func change(
        _ fields: JSONObject, _ what: String, _ api: APIClient, as speaker: APIClient.Speaker
    ) async throws(APIFailure) {
        do throws(APIFailure) {
            try await api.changeSubscriber(fields, as: speaker)
        } catch {
            guard error.isRefusalOfContent else { throw error }
            log(
                .error, "The server refused what the app said about the person; it was dropped", ("what", what),
                ("reason", error.summary))
        }
    }

    private func drop(_ changes: ProfileOutbox.Changes, _ reason: String) {
        log(.warning, "What a person chose could not be sent and was dropped", ("reason", reason))
        storeProfile { outbox in
            outbox.settle(changes.attributes, of: changes.subscriber.id)
            outbox.settle(place: changes.place, of: changes.subscriber.id)
            for (topic, choice) in changes.topics { outbox.settle(choice, for: topic, of: changes.subscriber.id) }
        }
    }

    /// Keeps the list that the server answered, unless somebody else has come meanwhile.
    private func note(_ topics: [TopicPreference], of speaker: APIClient.Speaker) {
        guard session?.registration.subscriber.id == speaker.subscriber.id else { return }
        storeProfile { $0.known = .init(subscriber: speaker.subscriber.id, topics: topics) }
    }

    private func changeProfile(_ body: (inout ProfileOutbox, Session) -> Void) {
        guard let session else { return log(.warning, "A choice came before the client was open; it is lost") }
        storeProfile { body(&$0, session) }
    }

    private func storeProfile(_ body: (inout ProfileOutbox) -> Void) {
        var outbox = profile
        body(&outbox)
        guard outbox != profile else { return }
        loadedProfile = outbox
        do {
            try AtomicFile.replace(environment.container.profile, with: JSONEncoder().encode(outbox))
        } catch {
            log(.error, "What a person chose could not be stored", ("error", "\(error)"))
        }
    }

    /// What people chose; the file is readable, since the session next to it was.
    private var profile: ProfileOutbox {
        if let loadedProfile { return loadedProfile }
        let content = try? Data(contentsOf: environment.container.profile)
        let outbox = content.flatMap { try? JSONDecoder().decode(ProfileOutbox.self, from: $0) } ?? ProfileOutbox()
        loadedProfile = outbox
        return outbox
    }
}
