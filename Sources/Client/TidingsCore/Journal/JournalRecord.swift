package import Foundation
package import PushModel

/// An event as it stands in the journal: complete, so that any process can send it later.
package struct JournalRecord: Codable, Sendable, Equatable, Identifiable {
    /// The event's id, by which the server counts it once however often it is sent.
    package let id: UUID
    /// The event's name, such as `$notification.opened`.
    package let name: String
    /// When it happened, not when it is sent.
    package let timestamp: Date
    /// The subscriber of that moment; a later login does not change whose event it is.
    package let subscriber: SubscriberIdentity
    /// The device id of that moment, if the server had given one.
    package let deviceID: String?
    private let storedData: StoredJSON

    /// Details of the event.
    package var data: JSONObject { storedData.object }

    /// Creates a record.
    package init(
        id: UUID, name: String, timestamp: Date, data: JSONObject, subscriber: SubscriberIdentity, deviceID: String?
    ) {
        self.id = id
        self.name = name
        self.timestamp = timestamp
        self.subscriber = subscriber
        self.deviceID = deviceID
        storedData = StoredJSON(data)
    }

    /// The event as the server takes it.
    package var message: JSONValue {
        [
            "id": .string(id.uuidString.lowercased()),
            "name": .string(name),
            "timestamp": .string(timestamp.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))),
            "data": .object(data),
        ]
    }
}
