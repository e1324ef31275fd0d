import Foundation
import Locking
import TestSupport
import Testing
import Timekeeping

@Suite(.timeLimit(.minutes(1)))
struct AutomaticTimeTests {
    private let time = VirtualTime.forTest()

    /// Gives a clock that should stand still the time in which another one moves twenty times.
    private func otherClockMoves() async throws {
        let other = VirtualTime.forTest()
        other.startMoving()
        for _ in 0..<20 { try await other.sleep(for: .seconds(1)) }
    }

    @Test func `it moves to the next sleeper by itself`() async throws {
        time.startMoving()
        try await time.sleep(for: .seconds(86_400))
        #expect(time.uptime == .seconds(86_400))
    }

    @Test func `two loops interleave by their deadlines`() async throws {
        let journal = Journal()
        async let threes: Void = {
            for _ in 0..<4 {
                let hold = try await time.sleep(until: time.uptime + .seconds(3), thenHold: "threes")
                journal.add("3@\(time.uptime.components.seconds)")
                hold.release()
            }
        }()
        async let fives: Void = {
            for _ in 0..<2 {
                let hold = try await time.sleep(until: time.uptime + .seconds(5), thenHold: "fives")
                journal.add("5@\(time.uptime.components.seconds)")
                hold.release()
            }
        }()
        await time.waitForSleepers(2)
        time.startMoving()
        _ = try await (threes, fives)
        #expect(journal.all == ["3@3", "5@5", "3@6", "3@9", "5@10", "3@12"])
    }

    @Test func `it stands still while a hold is out`() async throws {
        let hold = time.hold("busy")
        time.startMoving()
        let sleeper = Task { try await time.sleep(for: .seconds(1)) }
        await time.waitForSleepers()
        try await otherClockMoves()
        #expect(time.uptime == .zero)
        hold.release()
        try await sleeper.value
        #expect(time.uptime == .seconds(1))
    }

    @Test func `it stands still while the main thread is busy, for which nobody takes a hold`() async throws {
        let uptimes = Locked<[Duration]>([])
        let isBusy = DispatchSemaphore(value: 0)
        DispatchQueue.main.async { [time] in
            isBusy.signal()
            // Far longer than the time without activity after which the clock moves.
            _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(60))
            uptimes.withLock { $0.append(time.uptime) }
        }
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                isBusy.wait()
                continuation.resume()
            }
        }
        time.startMoving()
        try await time.sleep(for: .seconds(1))
        #expect(uptimes.withLock { $0 } == [.zero])
        #expect(time.uptime == .seconds(1))
    }

    @Test func `a hold that outlives its limit is reported with its owner, and time goes on`() async throws {
        let reports = Journal()
        let time = VirtualTime(stallLimit: .milliseconds(50)) { reports.add("\($0)") }
        time.startMoving()
        let hold = time.hold("forgetful worker")
        try await time.sleep(for: .seconds(1))
        #expect(reports.all.count == 1)
        #expect(reports.all.first?.contains("forgetful worker") == true)
        hold.release()
    }

    @Test func `a forgotten hold is reported by a clock that is moved by hand, too`() async throws {
        let reports = Journal()
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        let time = VirtualTime(stallLimit: .milliseconds(20)) {
            reports.add($0.owner)
            continuation.yield()
        }
        _ = time.hold("forgotten")
        for await _ in stream { break }
        #expect(reports.all == ["forgotten"])
        await time.waitUntilIdle()
    }

    @Test func `a hold that is released in time is not reported`() async throws {
        let reports = Journal()
        let time = VirtualTime { reports.add($0.owner) }
        time.startMoving()
        for _ in 0..<50 {
            let hold = try await time.sleep(until: time.uptime + .seconds(60), thenHold: "diligent")
            hold.release()
        }
        #expect(reports.all == [])
        #expect(time.uptime == .seconds(3000))
    }

    @Test func `it does not pass its horizon`() async throws {
        time.startMoving(until: .seconds(25))
        let journal = Journal()
        let loop = Task {
            while true {
                try await time.sleep(for: .seconds(10))
                journal.add("\(time.uptime.components.seconds)")
            }
        }
        while journal.all.count < 2 { await Task.yield() }
        try await otherClockMoves()
        #expect(time.uptime == .seconds(20))
        loop.cancel()
    }

    @Test func `it stands still again after it is stopped`() async throws {
        time.startMoving()
        try await time.sleep(for: .seconds(1))
        time.stopMoving()
        let sleeper = Task { try await time.sleep(for: .seconds(1)) }
        await time.waitForSleepers()
        try await otherClockMoves()
        #expect(time.uptime == .seconds(1))
        sleeper.cancel()
    }

    @Test func `many tasks that sleep, hold and cancel at random all come to their end`() async throws {
        time.startMoving()
        let finished = Locked(0)
        await withTaskGroup(of: Void.self) { group in
            for seed in 0..<200 {
                group.addTask {
                    for round in 0..<5 {
                        let pause = Duration.seconds((seed * 7 + round * 13) % 50)
                        if (seed + round).isMultiple(of: 3) {
                            let hold = try? await time.sleep(until: time.uptime + pause, thenHold: "\(seed)")
                            hold?.release()
                        } else if (seed + round).isMultiple(of: 5) {
                            let task = Task { try await time.sleep(for: pause) }
                            task.cancel()
                            _ = try? await task.value
                        } else {
                            try? await time.sleep(for: pause)
                        }
                    }
                    finished.withLock { $0 += 1 }
                }
            }
        }
        #expect(finished.withLock { $0 } == 200)
        #expect(time.sleeperCount == 0)
        await time.waitUntilIdle()
    }
}
