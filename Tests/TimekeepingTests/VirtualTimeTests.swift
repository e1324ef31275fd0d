import Foundation
import Locking
import TestSupport
import Testing
import Timekeeping

/// Collects what happened, in order, from any task.
final class Journal: Sendable {
    private let entries = Locked<[String]>([])

    var all: [String] { entries.withLock { $0 } }

    func add(_ entry: String) { entries.withLock { $0.append(entry) } }
}

@Suite(.timeLimit(.minutes(1)))
struct VirtualTimeTests {
    private let time = VirtualTime.forTest()

    @Test func `it stands still until it is moved`() async {
        let (now, uptime) = (time.now, time.uptime)
        for _ in 0..<100 { await Task.yield() }
        #expect(time.now == now)
        #expect(time.uptime == uptime)
    }

    @Test func `advancing moves wall clock and uptime alike`() async {
        let now = time.now
        await time.advance(by: .seconds(90))
        #expect(time.uptime == .seconds(90))
        #expect(time.now == now.addingTimeInterval(90))
    }

    @Test func `a shift of the wall clock leaves the uptime alone`() async {
        let now = time.now
        time.shiftWallClock(by: -3600)
        #expect(time.uptime == .zero)
        #expect(time.now == now.addingTimeInterval(-3600))
    }

    @Test func `sleepers wake in the order of their deadlines, whatever the order in which they fell asleep`() async {
        let journal = Journal()
        await withTaskGroup(of: Void.self) { group in
            for (index, seconds) in [30, 10, 50, 20, 40].enumerated() {
                group.addTask {
                    try? await time.sleep(until: .seconds(seconds))
                    journal.add("\(seconds) at \(time.uptime.components.seconds)")
                }
                await time.waitForSleepers(index + 1)
            }
            await time.advance(by: .seconds(60))
        }
        #expect(journal.all == ["10 at 10", "20 at 20", "30 at 30", "40 at 40", "50 at 50"])
    }

    @Test func `only those whose time has come wake up`() async throws {
        let early = Task { try await time.sleep(for: .seconds(10)) }
        let late = Task { try await time.sleep(for: .seconds(11)) }
        await time.waitForSleepers(2)
        await time.advance(by: .seconds(10))
        try await early.value
        #expect(time.sleeperCount == 1)
        late.cancel()
    }

    @Test func `a loop that sleeps again is woken again within one advance`() async throws {
        let journal = Journal()
        let loop = Task {
            while true {
                try await time.sleep(for: .seconds(10))
                journal.add("\(time.uptime.components.seconds)")
            }
        }
        await time.waitForSleepers()
        await time.advance(by: .seconds(45))
        #expect(journal.all == ["10", "20", "30", "40"])
        loop.cancel()
    }

    @Test func `a deadline that has passed does not suspend`() async throws {
        await time.advance(by: .seconds(5))
        try await time.sleep(until: .seconds(5))
        try await time.sleep(until: .seconds(1))
        try await time.sleep(for: .seconds(-1))
        #expect(time.sleeperCount == 0)
        #expect(time.holders == [])
    }

    @Test func `cancelling a sleeper wakes it with an error`() async {
        let task = Task { try await time.sleep(for: .seconds(10)) }
        await time.waitForSleepers()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(time.sleeperCount == 0)
    }

    @Test func `a task that is cancelled already does not fall asleep`() async {
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            try await time.sleep(for: .seconds(10))
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `advancing waits for work that holds the clock`() async throws {
        let journal = Journal()
        let worker = Task {
            let hold = try await time.sleep(until: .seconds(10), thenHold: "worker")
            for _ in 0..<1000 { await Task.yield() }
            journal.add("worked until \(time.uptime.components.seconds)")
            hold.release()
            try await time.sleep(until: .seconds(12))
            journal.add("slept until \(time.uptime.components.seconds)")
        }
        await time.waitForSleepers()
        await time.advance(by: .seconds(60))
        try await worker.value
        #expect(journal.all == ["worked until 10", "slept until 12"])
    }

    @Test func `a hold of the one who advances does not block the advance`() async {
        let hold = time.hold("test")
        await time.advance(by: .seconds(1))
        #expect(time.uptime == .seconds(1))
        hold.release()
    }

    @Test func `releasing twice ends one hold only`() async {
        let first = time.hold("first")
        let second = time.hold("second")
        first.release()
        first.release()
        #expect(time.holders == ["second"])
        second.release()
        await time.waitUntilIdle()
    }

    @Test func `holding lasts as long as the closure, also when it throws`() async throws {
        time.holding("work") { #expect(time.holders == ["work"]) }
        try? time.holding("work") { throw CancellationError() }
        await time.holding("work") {
            await Task.yield()
            #expect(time.holders == ["work"])
        }
        #expect(time.holders == [])
    }

    @Test func `waiting for sleepers ends when the waiting task is cancelled`() async {
        let waiter = Task { await time.waitForSleepers(3) }
        waiter.cancel()
        await waiter.value
    }
}
