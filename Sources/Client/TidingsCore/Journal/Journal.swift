package import Foundation

/// Events that the server has not acknowledged yet, kept through crashes, reboots and lack of network.
///
/// Every event is a file of its own that appears whole or not at all. The app and its extension append and acknowledge
/// at the same time without a lock, and a process may be killed or frozen at any point.
package struct Journal: Sendable {
    private let folder: URL
    private let sequence: JournalSequence
    private let log: ClientLog

    /// The number of events kept; beyond it the oldest are dropped, so that a dead server cannot fill the phone.
    package static let capacity = 10_000

    /// The number of failed attempts after which an event is given up.
    package static let attemptLimit = 20

    /// Opens the journal in a folder that exists.
    package init(folder: URL, log: ClientLog) {
        self.folder = folder
        self.log = log
        sequence = JournalSequence()
    }

    /// Stores an event; when this returns, the event survives the death of the process.
    package func append(_ record: JournalRecord) throws {
        let content: Data
        do {
            content = try JSONEncoder().encode(record)
        } catch {
            throw TidingsError(.storage, detail: "event \(record.name) cannot be written as JSON")
        }
        let name = JournalFileName(
            moment: record.timestamp, sequence: sequence.next(), event: record.id, failedAttempts: 0)
        try AtomicFile.replace(folder.appendingPathComponent(name.text), with: content)
    }

    /// The oldest events, in the order in which they happened.
    ///
    /// A file that is not a record is removed with a log line, so it cannot block those behind it.
    package func pending(limit: Int = .max) -> [PendingEvent] {
        var events: [PendingEvent] = []
        for name in fileNames() {
            if events.count == limit { break }
            let file = folder.appendingPathComponent(name.text)
            // Another process may have acknowledged it since the folder was listed.
            guard let content = try? Data(contentsOf: file) else { continue }
            if let record = try? JSONDecoder().decode(JournalRecord.self, from: content) {
                events.append(PendingEvent(record: record, name: name))
            } else {
                log(.warning, "An unreadable journal entry was removed", ("entry", name.text))
                unlink(file.path)
            }
        }
        return events
    }

    /// Forgets events that the server has, or that it will never take.
    package func remove(_ events: [PendingEvent]) {
        for event in events { unlink(folder.appendingPathComponent(event.name.text).path) }
    }

    /// Notes that an answer refused events for now, and gives up those that failed too often.
    package func noteFailure(of events: [PendingEvent]) {
        for event in events {
            let file = folder.appendingPathComponent(event.name.text).path
            let next = event.name.afterFailure
            if next.failedAttempts >= Self.attemptLimit {
                log(.warning, "An event was given up after too many attempts", ("event", event.record.name))
                unlink(file)
            } else {
                rename(file, folder.appendingPathComponent(next.text).path)
            }
        }
    }

    /// Drops what exceeds the capacity and what killed processes left half written.
    package func tidy(now: Date) {
        AtomicFile.removeAbandonedDrafts(in: folder, now: now)
        let names = fileNames()
        guard names.count > Self.capacity else { return }
        let surplus = names.count - Self.capacity
        for name in names.prefix(surplus) { unlink(folder.appendingPathComponent(name.text).path) }
        log(.warning, "The journal is full; its oldest events were dropped", ("count", String(surplus)))
    }

    private func fileNames() -> [JournalFileName] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.compactMap(JournalFileName.init(text:)).sorted { $0.text < $1.text }
    }
}

/// An event in the journal together with its place there.
package struct PendingEvent: Sendable, Equatable {
    /// What happened.
    package let record: JournalRecord
    /// The entry's file name.
    let name: JournalFileName

    /// How often the server has refused the event for now.
    package var failedAttempts: Int { name.failedAttempts }
}
