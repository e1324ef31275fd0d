package import Foundation
package import PushModel
package import Timekeeping

/// Writes events into the journal under the name of whoever uses the app at that moment.
package struct EventRecorder: Sendable {
    private let journal: Journal
    private let time: any TimeSource

    /// Creates a recorder over a journal.
    package init(journal: Journal, time: any TimeSource) {
        self.journal = journal
        self.time = time
    }

    /// Records an event of the app's own.
    package func track(_ name: String, data: JSONObject, at moment: Date? = nil, session: Session) throws {
        try append(id: UUID(), name: name, data: data, at: moment, session: session)
    }

    /// Records what became of a message; however often that happens, it is the same event.
    package func record(_ receipt: Receipt, session: Session) throws {
        let id = StableDigest.eventID(
            session.registration.installID, receipt.messageID, receipt.kind.rawValue, receipt.discriminator)
        try append(id: id, name: receipt.kind.eventName, data: receipt.data, session: session)
    }

    /// Records an event of the SDK's own; for the same key it is the same event, however often it is recorded.
    package func record(
        _ name: String, data: JSONObject, at moment: Date? = nil, key: [String], session: Session
    ) throws {
        let id = StableDigest.eventID(([session.registration.installID, name] + key).joined(separator: "\u{1f}"))
        try append(id: id, name: name, data: data, at: moment, session: session)
    }

    private func append(
        id: UUID, name: String, data: JSONObject, at moment: Date? = nil, session: Session
    ) throws {
        let subscriber = session.registration.subscriber
        try journal.append(
            JournalRecord(
                id: id, name: name, timestamp: moment ?? time.now, data: data, subscriber: subscriber,
                deviceID: session.deviceID(for: subscriber)))
    }
}
