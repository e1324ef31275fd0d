import Foundation
import PushModel
import TestSupport
import Testing

@testable import Scheduling

@Suite
struct QuietHoursTests {
    private static let moments: [(String, String, String, String?)] = [
        // Over night.
        ("22:00", "07:00", "2026-07-01T19:59:59Z", nil),
        ("22:00", "07:00", "2026-07-01T20:00:00Z", "2026-07-02T05:00:00Z"),
        ("22:00", "07:00", "2026-07-02T04:59:59Z", "2026-07-02T05:00:00Z"),
        ("22:00", "07:00", "2026-07-02T05:00:00Z", nil),
        // Within a day.
        ("12:00", "13:30", "2026-07-01T10:30:00Z", "2026-07-01T11:30:00Z"),
        ("12:00", "13:30", "2026-07-01T09:59:00Z", nil),
        // None, when they end as they begin.
        ("00:00", "00:00", "2026-07-01T10:30:00Z", nil),
        ("22:00", "22:00", "2026-07-01T20:00:00Z", nil),
        // The night in which an hour is missing, and the one that has an hour twice.
        ("22:00", "02:30", "2026-03-28T23:00:00Z", "2026-03-29T01:00:00Z"),
        ("22:00", "02:30", "2026-10-24T22:00:00Z", "2026-10-25T00:30:00Z"),
        ("22:00", "07:00", "2026-03-28T23:00:00Z", "2026-03-29T05:00:00Z"),
        ("22:00", "07:00", "2026-10-24T22:00:00Z", "2026-10-25T06:00:00Z"),
    ]

    @Test(.rows("SF93", "SF94", "SF96"), arguments: moments)
    func `quiet hours end by the clocks on the wall, over midnight and over changes`(
        from: String, until: String, moment: String, end: String?
    ) throws {
        let parse = { (text: String) in try Date.ISO8601FormatStyle().parse(text) }
        let hours = QuietHours(
            .init(from: from, until: until), in: try #require(TimeZone(identifier: "Europe/Berlin")))
        #expect(try hours.end(at: parse(moment)) == end.map(parse))
    }

    @Test(.rows("SF96")) func `whatever the zone and the moment, quiet hours end within two days`() throws {
        for name in ZonedClockTests.zones {
            let zone = try #require(TimeZone(identifier: name))
            for hour in stride(from: 0, to: 8_760 * 2, by: 7) {
                let moment = Date(timeIntervalSince1970: 1_760_000_000 + Double(hour) * 3_600)
                let hours = QuietHours(.init(from: "21:15", until: "08:45"), in: zone)
                guard let end = hours.end(at: moment) else { continue }
                #expect(end > moment && end.timeIntervalSince(moment) < 48 * 3_600)
                #expect(hours.end(at: end) == nil, "\(name) \(moment)")
            }
        }
    }
}
