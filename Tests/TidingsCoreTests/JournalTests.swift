import ClientTestSupport
import Foundation
import PushModel
import TestSupport
import Testing
import TidingsCore

@Suite("The journal") struct JournalTests {
    private let folder: TestFolder
    private let container: ClientContainer
    private let recorder = LogRecorder()

    init() throws {
        folder = try TestFolder()
        container = try folder.container()
    }

    private func journal() -> Journal { Journal(folder: container.journal, log: recorder.log) }

    private func record(_ name: String, at seconds: TimeInterval = 0, by subscriber: String = "ada") -> JournalRecord {
        JournalRecord(
            id: UUID(), name: name, timestamp: Date(timeIntervalSince1970: 1_800_000_000 + seconds),
            data: ["n": .string(name)], subscriber: SubscriberIdentity(id: subscriber), deviceID: "dev_1")
    }

    @Test("An event survives the process that wrote it", .rows("B78", "CS-R1"))
    func survives() throws {
        let event = record("kept")
        try journal().append(event)
        #expect(journal().pending().map(\.record) == [event])
    }

    @Test("Events come back in the order in which they happened", .rows("B78"))
    func order() throws {
        let first = journal()
        try first.append(record("one"))
        try first.append(record("two"))
        try journal().append(record("zero", at: -1))
        #expect(journal().pending().map(\.record.name) == ["zero", "one", "two"])
    }

    @Test("Two processes append and acknowledge at the same time and lose nothing", .rows("CS-N1", "CS-T1"))
    func concurrentWriters() async throws {
        await withTaskGroup(of: Void.self) { group in
            for writer in 0..<4 {
                group.addTask {
                    let journal = journal()
                    for number in 0..<50 { try? journal.append(record("w\(writer)_\(number)")) }
                }
            }
            group.addTask {
                let journal = journal()
                for _ in 0..<20 { journal.remove(journal.pending(limit: 3)) }
            }
        }
        let left = journal().pending()
        #expect(Set(left.map(\.record.name)).count == left.count)
        journal().remove(left)
        #expect(journal().pending().isEmpty)
    }

    @Test("A file that a killed process left half written does not hide the others", .rows("CS-N1", "CS-T4"))
    func damagedFiles() throws {
        try journal().append(record("whole"))
        let names = try FileManager.default.contentsOfDirectory(atPath: container.journal.path)
        let broken = (names.first ?? "").replacingOccurrences(of: "_0.json", with: "A_0.json")
        try Data("{\"id\":".utf8).write(to: container.journal.appendingPathComponent(broken))
        try Data("junk".utf8).write(to: container.journal.appendingPathComponent(".draft-1"))
        #expect(journal().pending().map(\.record.name) == ["whole"])
        #expect(recorder.lines.contains { $0.contains("unreadable journal entry") })
        #expect(journal().pending().count == 1)
    }

    @Test("An event is given up after twenty refused attempts, and not before", .rows("B78"))
    func givesUp() throws {
        try journal().append(record("stubborn"))
        for attempt in 1..<20 {
            journal().noteFailure(of: journal().pending())
            #expect(journal().pending().first?.failedAttempts == attempt)
        }
        journal().noteFailure(of: journal().pending())
        #expect(journal().pending().isEmpty)
    }

    @Test("Numbers and the order of keys in an event's data survive storage")
    func dataSurvives() throws {
        let data = try #require(try JSONValue(parsing: #"{"z":1.0,"a":12345678901234567890123}"#).object)
        let event = JournalRecord(
            id: UUID(), name: "exact", timestamp: Date(timeIntervalSince1970: 1), data: data,
            subscriber: SubscriberIdentity(id: "ada"), deviceID: nil)
        try journal().append(event)
        #expect(journal().pending().first?.record.data.description == data.description)
    }
}

@Suite("The claim ledger") struct ClaimLedgerTests {
    @Test("Of any number of claims at the same time exactly one is the first", .rows("P15", "CS-H6"))
    func oneWinner() async throws {
        let folder = try TestFolder()
        let claims = try folder.container().claims
        let winners = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<40 {
                group.addTask {
                    ClaimLedger(folder: claims).claim(.delivered, message: "msg_1", note: "\(number)") == .first
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(winners == 1)
    }

    @Test("Kinds and messages are claimed apart, whatever an id looks like", .rows("CS-N10"))
    func independent() throws {
        let folder = try TestFolder()
        let ledger = ClaimLedger(folder: try folder.container().claims)
        #expect(ledger.claim(.delivered, message: "../../etc/passwd") == .first)
        #expect(ledger.claim(.presentation, message: "../../etc/passwd", note: "presented") == .first)
        #expect(ledger.claim(.presentation, message: "../../etc/passwd") == .repeated(note: "presented"))
        #expect(ledger.claim(.delivered, message: "msg_2") == .first)
        let inside = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(Set(inside) == ["journal", "claims"])
    }
}
