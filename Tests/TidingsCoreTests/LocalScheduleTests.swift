import Foundation
import PushModel
import TestSupport
import Testing
import TidingsCore

@Suite("The schedule of planned notifications") struct LocalScheduleTests {
    private let now = Date(timeIntervalSince1970: 1_767_225_600)
    private let greenwich = TimeZone(secondsFromGMT: 0) ?? .current

    private func entry(
        _ id: String, at: String = "2026-01-02T09:00", version: Int? = nil, message: String = "msg_1",
        cancelOn: [String]? = nil, for subscriber: String = "ada"
    ) -> LocalEntry {
        LocalEntry(
            LocalPlan(id: id, at: at, version: version, cancelOn: cancelOn),
            order: LocalOrder(version: version, message: message), subscriber: subscriber, payload: [:])
    }

    private func plan(_ schedule: inout LocalSchedule, _ entry: LocalEntry) -> LocalSchedule.Answer {
        schedule.add(entry, now: now, zone: greenwich)
    }

    private func settle(
        _ schedule: inout LocalSchedule, at moment: Date? = nil, pending: [String] = []
    ) -> LocalSchedule.Changes {
        schedule.settle(now: moment ?? now, zone: greenwich, recipients: ["ada"], pending: pending)
    }

    // MARK: Order

    enum Step: String, CaseIterable {
        case first, second, cancellation, last
    }

    static let orders: [[Step]] = {
        func permutations(_ steps: [Step]) -> [[Step]] {
            guard !steps.isEmpty else { return [[]] }
            return steps.indices.flatMap { index in
                var rest = steps
                let step = rest.remove(at: index)
                return permutations(rest).map { [step] + $0 }
            }
        }
        return permutations(Step.allCases)
    }()

    @Test(
        "In whatever order plans and cancellations arrive, the newest of them counts", .rows("B76", "CS-S1"),
        arguments: orders, [true, false])
    func anyOrder(steps: [Step], isVersioned: Bool) throws {
        var schedule = LocalSchedule()
        for step in steps {
            switch step {
            case .first:
                _ = plan(&schedule, entry("run", at: "2026-01-02T09:00", version: isVersioned ? 1 : nil))
            case .second:
                _ = plan(
                    &schedule, entry("run", at: "2026-01-02T10:00", version: isVersioned ? 2 : nil, message: "msg_2"))
            case .cancellation:
                schedule.cancel(
                    LocalCancellation(id: "run", version: isVersioned ? 3 : nil), message: "msg_3", now: now)
            case .last:
                _ = plan(
                    &schedule, entry("run", at: "2026-01-02T11:00", version: isVersioned ? 4 : nil, message: "msg_4"))
            }
        }
        #expect(schedule.entries["run"]?.plan?.at == "2026-01-02T11:00")
        schedule.cancel(LocalCancellation(id: "run", version: isVersioned ? 5 : nil), message: "msg_5", now: now)
        _ = plan(&schedule, entry("run", at: "2026-01-02T11:00", version: isVersioned ? 4 : nil, message: "msg_4"))
        #expect(schedule.entries.isEmpty)
    }

    @Test("A version counts more than the order of the messages", .rows("B76"))
    func versionFirst() {
        var schedule = LocalSchedule()
        #expect(plan(&schedule, entry("run", at: "2026-01-02T10:00", version: 7, message: "msg_1")) == .taken)
        #expect(plan(&schedule, entry("run", at: "2026-01-02T11:00", version: 6, message: "msg_2")) == .outdated)
        #expect(schedule.entries["run"]?.plan?.at == "2026-01-02T10:00")
    }

    @Test("A resent plan that was shown or made void does not come back", .rows("B76"), arguments: [true, false])
    func resend(isShown: Bool) {
        var schedule = LocalSchedule()
        #expect(plan(&schedule, entry("run")) == .taken)
        if isShown {
            _ = schedule.noteScheduled("run", as: DateComponents())
            let later = settle(&schedule, at: now.addingTimeInterval(2 * 86_400))
            #expect(Array(later.fired.keys) == ["run"])
        } else {
            schedule.cancel("run")
        }
        #expect(plan(&schedule, entry("run")) == .outdated)
        #expect(schedule.entries.isEmpty)
    }

    // MARK: Cancelling

    @Test(
        "A cancellation takes the name itself and what goes on with a colon, and nothing that only looks alike",
        .rows("B76"),
        arguments: [
            ("run_1", ["run_10", "run_10:a", "run_2"]),
            ("run_1:a", ["run_1", "run_1:b", "run_10", "run_10:a", "run_2"]),
            ("run", ["run_1", "run_1:a", "run_1:b", "run_10", "run_10:a", "run_2"]),
        ])
    func prefix(name: String, left: [String]) {
        var schedule = LocalSchedule()
        for id in ["run_1", "run_1:a", "run_1:b", "run_10", "run_10:a", "run_2"] {
            #expect(plan(&schedule, entry(id)) == .taken)
        }
        schedule.cancel(LocalCancellation(id: name), message: "msg_2", now: now)
        #expect(Set(schedule.entries.keys) == Set(left))
    }

    @Test("An event makes plans void that name it, also after a restart", .rows("B76"))
    func event() throws {
        var schedule = LocalSchedule()
        _ = plan(&schedule, entry("cart", cancelOn: ["order.placed"]))
        _ = plan(&schedule, entry("other"))
        schedule = try JSONDecoder().decode(LocalSchedule.self, from: JSONEncoder().encode(schedule))
        #expect(schedule.cancel(on: "order.viewed") == false)
        #expect(schedule.cancel(on: "order.placed") == true)
        #expect(schedule.entries.keys.sorted() == ["other"])
    }

    @Test("Plans of somebody who has left are void", .rows("B76", "CS-X1"))
    func otherSubscriber() {
        var schedule = LocalSchedule()
        _ = plan(&schedule, entry("hers", for: "bob"))
        _ = plan(&schedule, entry("ours"))
        let changes = settle(&schedule, pending: ["tidings.local.hers"])
        #expect(changes.remove == ["tidings.local.hers"])
        #expect(changes.add.map(\.name) == ["ours"])
    }

    // MARK: The window

    @Test(
        "Of two hundred plans the system has the soonest that fit beside the app's own notifications",
        .rows("B76", "CS-O1"), arguments: [0, 1, 20, 63, 64, 70])
    func window(foreign: Int) throws {
        var schedule = LocalSchedule()
        let others = (0..<foreign).map { "other \($0)" }
        for number in (0..<200).shuffled() {
            let day = String(format: "2026-%02d-%02dT09:00", number / 28 + 2, number % 28 + 1)
            #expect(plan(&schedule, entry(String(format: "p%03d", number), at: day)) == .taken)
        }
        let places = max(0, 64 - foreign)
        var changes = settle(&schedule, pending: others)
        #expect(changes.add.map(\.name) == (0..<places).map { String(format: "p%03d", $0) })
        guard places > 0 else { return }
        for (name, due) in changes.add { #expect(schedule.noteScheduled(name, as: due.components) == 1) }
        // The first one has fired: its place goes to the next.
        let first = try #require(changes.add.first)
        let pending = others + changes.add.dropFirst().map { "tidings.local." + $0.name }
        changes = settle(&schedule, at: first.due.date, pending: pending)
        #expect(changes.add.map(\.name) == [String(format: "p%03d", places)])
        #expect(changes.remove.isEmpty)
        #expect(Array(changes.fired.keys) == ["p000"])
        // A sooner one comes in, and the last has to make room.
        _ = plan(&schedule, entry("soon", at: "2026-02-01T10:00"))
        let last = try #require(changes.add.first)
        _ = schedule.noteScheduled(last.name, as: last.due.components)
        changes = settle(&schedule, at: first.due.date, pending: pending + ["tidings.local." + last.name])
        #expect(changes.add.map(\.name) == ["soon"])
        #expect(changes.remove == ["tidings.local." + last.name])
    }

    @Test("What the system lost is handed over again, and what it should not have is taken away", .rows("CS-S1", "B76"))
    func repairs() throws {
        var schedule = LocalSchedule()
        _ = plan(&schedule, entry("kept"))
        let due = try #require(settle(&schedule).add.first?.due)
        #expect(schedule.noteScheduled("kept", as: due.components) == 1)
        let changes = settle(&schedule, pending: ["tidings.local.unknown", "theirs"])
        #expect(changes.add.map(\.name) == ["kept"] && changes.remove == ["tidings.local.unknown"])
        #expect(schedule.noteScheduled("kept", as: due.components) == nil)
        #expect(settle(&schedule, pending: ["tidings.local.kept"]).add.isEmpty)
    }

    @Test("A plan whose time has passed, or is none, is not taken", .rows("B76"))
    func late() {
        var schedule = LocalSchedule()
        for at in ["2025-12-31T23:59", "2026-02-30T10:00", "2026-01-02", "tomorrow", "2026-01-02T24:00"] {
            #expect(plan(&schedule, entry("run", at: at, message: "msg_\(at)")) == .late)
        }
        #expect(schedule.entries.isEmpty)
    }

    // MARK: Time

    @Test(
        "A time without an offset is that of the phone's clock wherever it is; one with an offset is a moment",
        .rows("B76", "F56"))
    func zones() throws {
        let oslo = try #require(TimeZone(identifier: "Europe/Oslo"))
        let tokyo = try #require(TimeZone(identifier: "Asia/Tokyo"))
        let floating = LocalPlan(id: "a", at: "2026-07-01T09:00")
        let there = try #require(LocalDue(floating, in: oslo)), here = try #require(LocalDue(floating, in: tokyo))
        #expect(there.date.timeIntervalSince(here.date) == 7 * 3_600)
        #expect(there.components == here.components && there.components.timeZone == nil)
        for at in ["2026-07-01T07:00:00Z", "2026-07-01T09:00+02:00", "2026-07-01T02:00-05:00"] {
            let moment = LocalPlan(id: "a", at: at)
            #expect(LocalDue(moment, in: oslo)?.date == there.date)
            #expect(LocalDue(moment, in: tokyo)?.date == there.date)
        }
    }

    @Test(
        "A plan in quiet hours is put off until they are over, by the phone's clock", .rows("B76"),
        arguments: [
            ("2026-03-01T21:59", "22:00", "07:30", "2026-03-01T21:59"),
            ("2026-03-01T22:00", "22:00", "07:30", "2026-03-02T07:30"),
            ("2026-02-28T23:10:05", "22:00", "07:30", "2026-03-01T07:30"),
            ("2026-12-31T23:10", "22:00", "07:30", "2027-01-01T07:30"),
            ("2026-03-01T07:29", "22:00", "07:30", "2026-03-01T07:30"),
            ("2026-03-01T07:30", "22:00", "07:30", "2026-03-01T07:30"),
            ("2026-03-01T13:00", "12:00", "14:00", "2026-03-01T14:00"),
            ("2026-03-01T14:00", "12:00", "14:00", "2026-03-01T14:00"),
            ("2026-03-01T13:00", "12:00", "12:00", "2026-03-01T13:00"),
            ("2026-03-01T13:00", "noon", "14:00", "2026-03-01T13:00"),
        ])
    func quiet(at: String, from: String, until: String, due: String) throws {
        var plan = LocalPlan(id: "a", at: at)
        plan.quiet = .init(from: from, until: until)
        let expected = LocalDue(LocalPlan(id: "a", at: due), in: greenwich)
        #expect(LocalDue(plan, in: greenwich) == expected)
        // As a moment it is the clock of the place that counts.
        let tokyo = try #require(TimeZone(identifier: "Asia/Tokyo"))
        plan.at += "+09:00"
        #expect(LocalDue(plan, in: tokyo)?.date == LocalDue(LocalPlan(id: "a", at: due + "+09:00"), in: tokyo)?.date)
    }
}
