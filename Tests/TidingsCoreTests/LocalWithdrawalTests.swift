import Foundation
import PushModel
import TestSupport
import Testing
import TidingsCore

@Suite("What the server hears of plans that the system has no more") struct LocalWithdrawalTests {
    private static let now = Date(timeIntervalSince1970: 1_767_225_600)
    private static let greenwich = TimeZone(secondsFromGMT: 0) ?? .current

    /// Plans each a minute after the other, those that fit acknowledged.
    private func schedule(_ names: [String], cancelOn: [String]? = nil) -> LocalSchedule {
        var schedule = LocalSchedule()
        for (minute, name) in names.enumerated() {
            let at = String(format: "2026-01-02T%02d:%02d", minute / 60, minute % 60)
            _ = add(name, at: at, cancelOn: cancelOn, to: &schedule)
        }
        settle(&schedule)
        return schedule
    }

    private func add(
        _ name: String, at: String, message: String = "msg_1", cancelOn: [String]? = nil,
        to schedule: inout LocalSchedule
    ) -> LocalSchedule.Answer {
        let plan = LocalPlan(id: name, at: at, cancelOn: cancelOn)
        return schedule.add(
            LocalEntry(plan, order: LocalOrder(version: nil, message: message), subscriber: "ada", payload: [:]),
            now: Self.now, zone: Self.greenwich)
    }

    /// Lets the system have what it should, and says what the server is told: the number of each report by name.
    @discardableResult
    private func settle(_ schedule: inout LocalSchedule, others: Int = 0) -> [String: Int] {
        let pending = (0..<others).map { "other \($0)" }
        let changes = schedule.settle(
            now: Self.now, zone: Self.greenwich, recipients: ["ada"], pending: pending)
        return changes.add.reduce(into: [:]) { told, plan in
            told[plan.name] = schedule.noteScheduled(plan.name, as: plan.due.components)
        }
    }

    @Test("A plan without a place is taken back, and told again once it has one", .rows("B77"))
    func crowdedOut() {
        var schedule = schedule((0..<64).map { "p\($0)" })
        #expect(schedule.takeWithdrawals().isEmpty)
        settle(&schedule, others: 2)
        let taken = schedule.takeWithdrawals()
        #expect(taken.map(\.plan) == ["p62", "p63"])
        #expect(taken.allSatisfy { $0.reason == .noPlace && $0.change == 2 && $0.message == "msg_1" })
        settle(&schedule, others: 2)
        #expect(schedule.takeWithdrawals().isEmpty, "once")
        let told = settle(&schedule)
        #expect(told.filter { $0.value == 3 }.keys.sorted() == ["p62", "p63"])
    }

    @Test("Whatever makes a plan void is told with its reason", .rows("B77"))
    func ends() {
        var schedule = schedule(["a", "b:1", "c", "d", "e"], cancelOn: ["paid"])
        schedule.cancel("a")
        schedule.cancel(LocalCancellation(id: "b"), message: "msg_2", now: Self.now)
        #expect(add("c", at: "2026-01-03T09:00", message: "msg_2", to: &schedule) == .taken)
        schedule.drop("d")
        let hasEnded = schedule.cancel(on: "paid")
        #expect(hasEnded)
        let taken = schedule.takeWithdrawals()
        #expect(
            taken.map { "\($0.plan) \($0.reason.rawValue)" } == [
                "a canceled", "b:1 canceled", "c replaced", "d unreadable", "e canceled",
            ])
        #expect(schedule.entries["c"]?.order.message == "msg_2", "the newer one has no event to end it")
        #expect(settle(&schedule)["c"] == 1, "what is told of the newer one begins anew")
    }

    @Test("Who leaves takes their plans back; those that nobody was promised leave without a word", .rows("B77"))
    func leaving() {
        var schedule = schedule((0..<65).map { "p\($0)" })
        schedule.leave()
        #expect(schedule.entries.isEmpty)
        #expect(schedule.takeWithdrawals().count == 64)
    }

    @Test("What the app refuses is told, and stays refused however it comes again", .rows("B77", "B76"))
    func refused() {
        var schedule = LocalSchedule()
        let order = LocalOrder(version: nil, message: "msg_1")
        for _ in 0..<2 { schedule.refuse("a", order: order, now: Self.now) }
        #expect(schedule.takeWithdrawals().map(\.reason) == [.refused])
        #expect(add("a", at: "2026-01-02T09:00", to: &schedule) == .outdated)
    }

    @Test("What is still to be told survives on disk, as do files from before it was told", .rows("B77"))
    func onDisk() throws {
        var schedule = schedule(["a"])
        schedule.cancel("a")
        var copy = try JSONDecoder().decode(LocalSchedule.self, from: JSONEncoder().encode(schedule))
        #expect(copy.takeWithdrawals().map(\.plan) == ["a"])
        // As an earlier version left it: acknowledged, and nothing counted.
        let file = try JSONEncoder().encode(self.schedule(["a"]))
        let text = String(decoding: file, as: UTF8.self).replacing(#/"reportCount":1,?/#, with: "")
        var old = try JSONDecoder().decode(LocalSchedule.self, from: Data(text.utf8))
        #expect(old.entries["a"]?.isAcknowledged == true && !text.contains("reportCount"))
        old.cancel("a")
        #expect(old.takeWithdrawals().map(\.change) == [2])
    }
}
