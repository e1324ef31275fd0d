import Foundation
import PushModel
import TestSupport
import Testing

@testable import Scheduling

@Suite
struct ScheduleTests {
    private func date(_ text: String) throws -> Date { try Date.ISO8601FormatStyle().parse(text) }
    private func read(_ text: String, now: String = "2026-01-01T00:00:00Z") throws -> Schedule {
        try Schedule(try #require(JSONValue(parsing: text).object), at: "schedule", now: date(now))
    }

    @Test(.rows("B17")) func `one zone means one moment, and UTC where none is named`() throws {
        let berlin = try read(#"{"at":"2026-07-01T09:00","timezone":"Europe/Berlin"}"#)
        #expect(try berlin.window == date("2026-07-01T07:00:00Z")...date("2026-07-01T07:00:00Z"))
        #expect(
            try read(#"{"at":"2026-07-01T09:00:30"}"#).moment(for: "Asia/Tokyo").date == date("2026-07-01T09:00:30Z"))
    }

    @Test(.rows("B17")) func `the subscriber's zone means a moment for each, within twenty-six hours`() throws {
        let schedule = try read(#"{"at":"2026-07-01T09:00","timezone":"subscriber","defaultTimezone":"Asia/Tokyo"}"#)
        #expect(try schedule.moment(for: "Pacific/Kiritimati").date == date("2026-06-30T19:00:00Z"))
        #expect(try schedule.moment(for: "Etc/GMT+12").date == date("2026-07-01T21:00:00Z"))
        #expect(try schedule.moment(for: nil).date == date("2026-07-01T00:00:00Z"))
        #expect(try schedule.moment(for: "No/Such").date == date("2026-07-01T00:00:00Z"))
        #expect(try schedule.window == date("2026-06-30T19:00:00Z")...date("2026-07-01T21:00:00Z"))
        for name in TimeZone.knownTimeZoneIdentifiers {
            let moment = try #require(schedule.moment(for: name).date)
            #expect(schedule.window?.contains(moment) == true, "\(name)")
        }
    }

    private static let policies: [(Schedule.Gap, Schedule.Fold, String, String?)] = [
        (.shift, .first, "2026-03-29T02:30", "2026-03-29T01:30:00Z"),
        (.next, .first, "2026-03-29T02:30", "2026-03-29T01:00:00Z"),
        (.skip, .first, "2026-03-29T02:30", nil),
        (.shift, .first, "2026-10-25T02:30", "2026-10-25T00:30:00Z"),
        (.shift, .second, "2026-10-25T02:30", "2026-10-25T01:30:00Z"),
    ]

    @Test(.rows("SF88", "SF90"), arguments: policies)
    func `a policy decides about times that do not exist or exist twice`(
        gap: Schedule.Gap, fold: Schedule.Fold, clock: String, expected: String?
    ) throws {
        let schedule = Schedule(
            at: try #require(WallClock(clock)), place: .zone("Europe/Berlin"), gap: gap, fold: fold)
        let moment = schedule.moment(for: nil)
        #expect(try moment.date == expected.map(date))
        #expect(moment.note == (clock.hasPrefix("2026-03") ? .gap : .fold))
    }

    private static let faults: [(String, String, ScheduleError.Code)] = [
        (#"{}"#, "schedule.at", .invalid),
        (#"{"at":"2026-02-30T10:00"}"#, "schedule.at", .invalid),
        (#"{"at":"2026-02-20T24:00"}"#, "schedule.at", .invalid),
        (#"{"at":"2026-02-20T10:00Z"}"#, "schedule.at", .invalid),
        (#"{"at":"2026-02-20T10:00+01:00"}"#, "schedule.at", .invalid),
        (#"{"at":20260220}"#, "schedule.at", .invalid),
        (#"{"at":"2026-02-20T10:00","timezone":"Mars/Olympus"}"#, "schedule.timezone", .invalid),
        (#"{"at":"2026-02-20T10:00","timezone":5}"#, "schedule.timezone", .invalid),
        (#"{"at":"2026-02-20T10:00","defaultTimezone":"UTC"}"#, "schedule.defaultTimezone", .invalid),
        (
            #"{"at":"2026-02-20T10:00","timezone":"subscriber","defaultTimezone":"X"}"#, "schedule.defaultTimezone",
            .invalid
        ),
        (#"{"at":"2026-02-20T10:00","gap":"jump"}"#, "schedule.gap", .invalid),
        (#"{"at":"2026-02-20T10:00","fold":"both"}"#, "schedule.fold", .invalid),
        (#"{"at":"2026-02-20T10:00","every":"day"}"#, "schedule.every", .invalid),
        (#"{"at":"2026-03-29T02:30","timezone":"Europe/Berlin","gap":"skip"}"#, "schedule.at", .invalid),
        (#"{"at":"2028-02-20T10:00"}"#, "schedule.at", .invalid),
        (#"{"at":"2025-12-31T23:59"}"#, "schedule.at", .inPast),
        (#"{"at":"2025-12-31T11:59","timezone":"subscriber"}"#, "schedule.at", .inPast),
    ]

    @Test(.rows("B18"), arguments: faults)
    func `a schedule that cannot be kept is refused with its field`(
        text: String, param: String, code: ScheduleError.Code
    ) {
        let error = #expect(throws: ScheduleError.self) { try read(text) }
        #expect(error?.param == param)
        #expect(error?.code == code)
    }

    @Test(.rows("B17")) func `a time that has passed in some zones only is still good for the others`() throws {
        let schedule = try read(#"{"at":"2025-12-31T20:00","timezone":"subscriber"}"#)
        #expect(try schedule.moment(for: "Europe/Berlin").date == date("2025-12-31T19:00:00Z"))
        #expect(try schedule.moment(for: "America/Los_Angeles").date == date("2026-01-01T04:00:00Z"))
    }
}
