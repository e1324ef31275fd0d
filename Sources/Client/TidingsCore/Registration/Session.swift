package import Foundation

/// Everything the app knows about this install, kept in the shared container for its next launch and its extension.
package struct Session: Codable, Sendable, Equatable {
    /// The server's base address.
    package var url: URL
    /// The client key; it opens nothing but the client routes.
    package var publishableKey: String
    /// Who and what this install is.
    package var registration: Registration
    /// Where the message history continues.
    package var historyCursor: String?
    /// Whether keys of this install were stored and read back; then their absence means another phone.
    package var hasStoredKeys = false
    /// Looks out for pushes that do not come; nil before there was a message.
    package var silence: SilenceWatch?

    /// Creates a session.
    package init(url: URL, publishableKey: String, registration: Registration) {
        self.url = url
        self.publishableKey = publishableKey
        self.registration = registration
    }

    /// What reading the session file can come to.
    package enum Reading: Sendable, Equatable {
        /// It was there.
        case session(Session)
        /// There is none: a fresh install.
        case absent
        /// It exists but cannot be read now, as before the first unlock; it must not be overwritten.
        case unavailable
    }

    /// Reads the session file.
    package static func read(from file: URL) -> Reading {
        guard FileManager.default.fileExists(atPath: file.path) else { return .absent }
        guard let content = try? Data(contentsOf: file) else { return .unavailable }
        guard let session = try? JSONDecoder().decode(Session.self, from: content) else { return .absent }
        return .session(session)
    }

    /// Writes the session file; only the app does that.
    package func write(to file: URL) throws {
        do {
            try AtomicFile.replace(file, with: JSONEncoder().encode(self))
        } catch let error as TidingsError {
            throw error
        } catch {
            throw TidingsError(.storage, detail: "the session cannot be written as JSON")
        }
    }

    /// Who speaks to the server right now.
    package var speaker: APIClient.Speaker {
        APIClient.Speaker(subscriber: registration.subscriber, deviceID: deviceID(for: registration.subscriber))
    }

    /// In whose name something goes out now that a subscriber did on a device; nil if nobody can speak for them yet.
    ///
    /// The newest proof of the identity counts, and an anonymous past belongs to the person it turned out to be.
    package func speaker(for subscriber: SubscriberIdentity, deviceID device: String?) -> APIClient.Speaker? {
        let current = registration.subscriber
        let isCurrent = subscriber.id == current.id
        if isCurrent || registration.aliases.contains(subscriber.id), let device = deviceID(for: current) {
            return APIClient.Speaker(subscriber: current, deviceID: device)
        }
        guard let device = deviceID(for: subscriber) ?? device ?? deviceOfThePast(of: subscriber) else { return nil }
        return APIClient.Speaker(subscriber: isCurrent ? current : subscriber, deviceID: device)
    }

    /// The device id under which somebody is spoken for who left before the server had said that they came.
    ///
    /// It may know of them all the same: its answer got lost or came too late, or it knew them from before. Whoever is still
    /// to be registered or joined waits for that.
    private func deviceOfThePast(of subscriber: SubscriberIdentity) -> String? {
        let isExpected =
            registration.recipients.contains(subscriber.id)
            || registration.merges.contains { $0.subscriber.id == subscriber.id }
        return isExpected ? nil : registration.lastDeviceID
    }

    /// The device id under which a subscriber can be spoken for, if the server gave one.
    package func deviceID(for subscriber: SubscriberIdentity) -> String? {
        guard let confirmation = registration.confirmation, confirmation.subscriber.id == subscriber.id else {
            return nil
        }
        return confirmation.deviceID
    }
}
