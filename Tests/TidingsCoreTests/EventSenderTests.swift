import ClientTestSupport
import Foundation
import PushModel
import TestSupport
import Testing
import TidingsCore
import Timekeeping

@Suite("Sending events") struct EventSenderTests {
    private let folder: TestFolder
    private let time = VirtualTime.forTest()
    private let server: FakeServer
    private let recorder = LogRecorder()
    private let journal: Journal
    private var session: Session

    init() throws {
        folder = try TestFolder()
        server = FakeServer(time: time)
        journal = Journal(folder: try folder.container().journal, log: recorder.log)
        session = Session(
            url: try #require(URL(string: "https://push.example")), publishableKey: "td_pk_1",
            registration: Registration(installID: "i1", subscriber: SubscriberIdentity(id: "ada")))
    }

    private func api(_ retry: RetryPolicy = .single(timeout: .seconds(5))) -> APIClient {
        APIClient(
            url: session.url, publishableKey: "td_pk_1", transport: server.transport, time: time, retry: retry)
    }

    /// Registers the session's device with the server.
    private mutating func register() async throws {
        let device = session.registration.device(facts: .test, environment: .sandbox, encryption: nil)
        let subscriber = session.registration.subscriber
        let answer = try await api().register(device, as: .init(subscriber: subscriber, deviceID: nil))
        _ = session.registration.confirm(answer, of: device, by: subscriber)
    }

    private func track(_ name: String, by subscriber: String = "ada", device: String? = "dev_1") throws {
        try journal.append(
            JournalRecord(
                id: UUID(), name: name, timestamp: time.now, data: [:], subscriber: SubscriberIdentity(id: subscriber),
                deviceID: device))
    }

    private func flush() async -> EventSender.Outcome {
        await EventSender(journal: journal, log: recorder.log).flush(api: api()) { [session] in session }
    }

    @Test("With a limit only the oldest are read, so that a full journal fits into an extension", .rows("CS-N4"))
    mutating func limited() async throws {
        try await register()
        for number in 0..<250 { try track("event_\(number)") }
        let sender = EventSender(journal: journal, log: recorder.log)
        let outcome = await sender.flush(api: api(), limit: 100) { [session] in session }
        #expect(outcome == .drained)
        #expect(server.events.map(\.name) == (0..<100).map { "event_\($0)" })
        #expect(journal.pending().count == 150)
    }

    @Test("A batch has at most a hundred events, and ids and times are those of the events", .rows("B78"))
    mutating func batches() async throws {
        try await register()
        for number in 0..<250 { try track("event_\(number)") }
        #expect(await flush() == .drained)
        let sizes = server.calls.filter { $0.method == "POST" }.map { $0.body["events"]?.array?.count ?? 0 }
        #expect(sizes == [100, 100, 50])
        #expect(server.events.map(\.name) == (0..<250).map { "event_\($0)" })
        #expect(server.events.first?.timestamp == "2026-01-01T00:00:00.000Z")
        #expect(journal.pending().isEmpty)
    }

    @Test("Events of two people never share a request", .rows("B78", "CS-X3"))
    mutating func identities() async throws {
        try await register()
        try track("one")
        try track("of_bob", by: "bob", device: "dev_9")
        try track("two")
        _ = await flush()
        let groups = server.calls.filter { $0.method == "POST" }
            .map { call in (call.subscriber, (call.body["events"]?.array ?? []).compactMap { $0["name"]?.string }) }
        #expect(groups.first { $0.0 == "ada" }?.1 == ["one", "two"])
        #expect(groups.first { $0.0 == "bob" }?.1 == ["of_bob"])
    }

    @Test("What the server refuses for good is dropped alone, the rest of the batch arrives", .rows("B78"))
    mutating func rejection() async throws {
        try await register()
        server.reject(event: "bad")
        for name in ["good_1", "bad", "good_2"] { try track(name) }
        #expect(await flush() == .drained)
        #expect(server.events.map(\.name) == ["good_1", "good_2"])
        #expect(journal.pending().isEmpty)
    }

    @Test("A request that is refused as a whole is sent again event by event")
    mutating func isolation() async throws {
        try await register()
        for name in ["one", "two"] { try track(name) }
        server.answerNext([400])
        #expect(await flush() == .drained)
        #expect(server.events.map(\.name) == ["one", "two"])
    }

    @Test("Without an answer events stay, and being offline does not count as an attempt", .rows("B78", "CS-C4"))
    mutating func offline() async throws {
        try await register()
        try track("patient")
        server.isOffline = true
        for _ in 0..<30 { #expect(await flush() == .postponed(retryAfter: nil)) }
        #expect(journal.pending().first?.failedAttempts == 0)
        server.isOffline = false
        #expect(await flush() == .drained)
        #expect(server.events.map(\.name) == ["patient"])
    }

    @Test("A busy server is asked again later and counts as an attempt", .rows("B78", "B79"))
    mutating func busy() async throws {
        try await register()
        try track("later")
        server.answerNext([503], retryAfter: 120)
        #expect(await flush() == .postponed(retryAfter: .seconds(120)))
        #expect(journal.pending().first?.failedAttempts == 1)
    }

    @Test("An event sent by app and extension at once counts once", .rows("CS-R1", "P15"))
    mutating func duplicates() async throws {
        try await register()
        try track("twice")
        let copy = journal.pending()
        _ = await flush()
        for event in copy { try journal.append(event.record) }
        #expect(await flush() == .drained)
        #expect(server.events("twice").count == 1)
        #expect(journal.pending().isEmpty)
    }

    @Test("Events from before login go out under the name of the person", .rows("CS-X3"))
    mutating func anonymousPast() async throws {
        session.registration = Registration(installID: "i1", subscriber: SubscriberIdentity(id: "anon_1"))
        try track("before_login", by: "anon_1", device: nil)
        session.registration.identify(SubscriberIdentity(id: "ada"))
        try await register()
        #expect(await flush() == .drained)
        #expect(server.events("before_login").map(\.subscriber) == ["ada"])
    }

    @Test("Events of somebody the server never met are dropped with a line, not kept for ever")
    mutating func orphans() async throws {
        try await register()
        try track("lost", by: "anon_gone", device: nil)
        #expect(await flush() == .drained)
        #expect(journal.pending().isEmpty)
        #expect(recorder.lines.contains { $0.contains("refused events") })
    }

    @Test(
        "Who came back and left before the server knew of either is spoken for under the device's last id", .rows("C4"))
    mutating func returned() async throws {
        try await register()
        session.registration.identify(SubscriberIdentity(id: "bob"))
        try await register()
        session.registration.identify(SubscriberIdentity(id: "ada"))
        try track("back", device: nil)
        session.registration.logOut(next: SubscriberIdentity(id: "anon_1"))
        #expect(await flush() == .drained)
        #expect(server.events("back").map(\.subscriber) == ["ada"])
        #expect(journal.pending().isEmpty)
    }

    @Test("Who was registered by a request whose answer got lost is spoken for once the device's id is known")
    mutating func unanswered() async throws {
        let device = session.registration.device(facts: .test, environment: .sandbox, encryption: nil)
        _ = try await api().register(device, as: .init(subscriber: session.registration.subscriber, deviceID: nil))
        try track("early", device: nil)
        session.registration.logOut(next: SubscriberIdentity(id: "anon_1"))
        #expect(await flush() == .drained)
        #expect(journal.pending().count == 1)
        try await register()
        #expect(await flush() == .drained)
        #expect(server.events("early").map(\.subscriber) == ["ada"])
    }

    @Test("Whoever comes while the events are being sent is not taken for somebody who left")
    mutating func newcomer() async throws {
        try await register()
        try track("own")
        try track("of_bob", by: "bob", device: nil)
        var newer = session
        newer.registration.identify(SubscriberIdentity(id: "bob"))
        let newest = newer
        let sender = EventSender(journal: journal, log: recorder.log)
        let outcome = await sender.flush(api: api()) { newest }
        #expect(outcome == .drained)
        #expect(server.events.map(\.name) == ["own"])
        #expect(journal.pending().map(\.record.name) == ["of_bob"])
    }

    @Test("A past that the server has yet to join waits for that")
    mutating func unjoined() async throws {
        session.registration = Registration(installID: "i1", subscriber: SubscriberIdentity(id: "anon_1"))
        try await register()
        session.registration.identify(SubscriberIdentity(id: "ada"))
        try track("named", device: nil)
        session.registration.logOut(next: SubscriberIdentity(id: "anon_2"))
        #expect(await flush() == .drained)
        #expect(journal.pending().count == 1)
        let merge = try #require(session.registration.merges.first)
        try await api().identify(
            merge.anonymousID, as: .init(subscriber: merge.subscriber, deviceID: merge.deviceID))
        session.registration.confirm(merge)
        #expect(await flush() == .drained)
        #expect(server.events("named").map(\.subscriber) == ["ada"])
    }
}

extension DeviceFacts {
    static let test = DeviceFacts(
        bundleID: "com.example.app", locale: "en_GB", timeZone: "Europe/Berlin", appVersion: "1.2", osVersion: "18.0",
        model: "Phone1,1", hasServiceExtension: true)
}
