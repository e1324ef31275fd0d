import Foundation
import PushModel
import TestSupport
import Testing

@testable import Scheduling

@Suite
struct ZonedClockTests {
    private func moments(_ text: String, _ zone: String) throws -> ZonedClock.Moments {
        ZonedClock(try #require(WallClock(text)), in: try #require(TimeZone(identifier: zone))).moments
    }

    private func date(_ text: String) throws -> Date { try Date.ISO8601FormatStyle().parse(text) }

    @Test(.rows("SF88", "SF90")) func `clocks that are put forward skip a time, and put back show it twice`() throws {
        #expect(try moments("2026-03-29T01:59", "Europe/Berlin") == .once(date("2026-03-29T00:59:00Z")))
        #expect(
            try moments("2026-03-29T02:00", "Europe/Berlin")
                == .never(skippedAt: date("2026-03-29T01:00:00Z"), seconds: 3_600))
        #expect(try moments("2026-03-29T03:00", "Europe/Berlin") == .once(date("2026-03-29T01:00:00Z")))
        #expect(
            try moments("2026-10-25T02:30", "Europe/Berlin")
                == .twice(date("2026-10-25T00:30:00Z"), date("2026-10-25T01:30:00Z")))
        #expect(try moments("2026-10-25T03:00", "Europe/Berlin") == .once(date("2026-10-25T02:00:00Z")))
        // Half an hour only, on an island; and at midnight, so that the day begins at one.
        #expect(
            try moments("2026-10-04T02:15", "Australia/Lord_Howe")
                == .never(skippedAt: date("2026-10-03T15:30:00Z"), seconds: 1_800))
        #expect(
            try moments("2018-11-04T00:00", "America/Sao_Paulo")
                == .never(skippedAt: date("2018-11-04T03:00:00Z"), seconds: 3_600))
        // A day that was never lived, when Samoa crossed the date line.
        #expect(
            try moments("2011-12-30T12:00", "Pacific/Apia")
                == .never(skippedAt: date("2011-12-30T10:00:00Z"), seconds: 86_400))
    }

    /// Zones whose changes differ in size, hemisphere, hour and in what changes: summer time, or the zone itself.
    static let zones = [
        "Europe/Berlin", "America/New_York", "America/Sao_Paulo", "Australia/Lord_Howe", "Asia/Tehran",
        "Africa/Casablanca",
        "Pacific/Apia", "Asia/Kathmandu", "America/Caracas", "Asia/Pyongyang", "Europe/Dublin", "Antarctica/Troll",
    ]

    @Test(.rows("SF88", "SF89", "SF92"), arguments: zones)
    func `thirty years of changes agree with the system's time zone data`(name: String) throws {
        let zone = try #require(TimeZone(identifier: name))
        let start = Int(try date("2000-01-01T00:00:00Z").timeIntervalSince1970)
        let end = Int(try date("2030-01-01T00:00:00Z").timeIntervalSince1970)
        var changes = 0
        var last = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(start)))
        for second in stride(from: start, to: end, by: 6 * 3_600) {
            let next = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second + 6 * 3_600)))
            defer { last = next }
            guard next != last else { continue }
            changes += 1
            // Every quarter of an hour around the change: what the answer says has to show the time, and nothing else does.
            for quarter in -16...16 {
                let shown = Date(timeIntervalSince1970: Double(second + quarter * 900))
                let clock = WallClock(shown, in: .gmt)
                let found = ZonedClock(clock, in: zone).moments.dates
                let candidates = Set([last, next]).map { shown.addingTimeInterval(-Double($0)) }
                let expected = candidates.filter { zone.secondsFromGMT(for: $0) == Int(shown.timeIntervalSince($0)) }
                #expect(found == expected.sorted(), "\(name) \(clock)")
            }
        }
        #expect(changes > 0 || name == "Asia/Kathmandu")
    }
}

extension ZonedClock.Moments {
    var dates: [Date] {
        switch self {
        case .once(let date): [date]
        case .twice(let first, let second): [first, second]
        case .never: []
        }
    }
}
