import Foundation
import TestSupport
import Testing
import TidingsCore

@Suite("Sessions of the person") struct UsageClockTests {
    private let start = Date(timeIntervalSince1970: 1_800_000_000)

    private func at(_ seconds: Double) -> Date { start.addingTimeInterval(seconds) }

    @Test(
        "A return within thirty seconds goes on with the session, a later one ends it when the app left the screen",
        .rows("B80"), arguments: [(0.0, false), (30.0, false), (30.5, true), (86_400.0, true), (-60.0, true)])
    func absence(away: Double, ends: Bool) {
        var clock = UsageClock()
        #expect(clock.appeared(now: start) == nil)
        #expect(clock.appeared(now: at(5)) == nil)
        clock.disappeared(now: at(100))
        let ended = clock.appeared(now: at(100 + away))
        #expect(ended?.seconds == (ends ? 100 : nil))
        #expect(ended?.end == (ends ? at(100) : nil))
        clock.disappeared(now: at(1_000_000))
        #expect(clock.passed(now: at(1_000_030)) == nil)
        let last = clock.passed(now: at(1_000_031))
        #expect(last?.start == (ends ? at(100 + away) : start))
        #expect(clock.passed(now: at(2_000_000)) == nil)
    }

    @Test(
        "A session outlives the process in the background; one that was killed on the screen says nothing", .rows("B80")
    )
    func restart() throws {
        var clock = UsageClock()
        _ = clock.appeared(now: start)
        var killed = try JSONDecoder().decode(UsageClock.self, from: JSONEncoder().encode(clock))
        #expect(killed.appeared(now: at(500)) == nil)
        killed.disappeared(now: at(510))
        #expect(killed.passed(now: at(600))?.seconds == 10)
        clock.disappeared(now: at(60))
        var later = try JSONDecoder().decode(UsageClock.self, from: JSONEncoder().encode(clock))
        #expect(later.appeared(now: at(500))?.seconds == 60)
    }

    @Test("When the phone changes hands the session ends, and the next person's begins", .rows("B80", "CS-X3"))
    func hands() {
        var clock = UsageClock()
        _ = clock.appeared(now: start)
        #expect(clock.changedHands(now: at(40))?.seconds == 40)
        clock.disappeared(now: at(50))
        #expect(clock.changedHands(now: at(55))?.seconds == 10)
        #expect(clock.passed(now: at(500)) == nil)
    }
}
