package import Foundation
package import PushModel

/// Why a schedule cannot be used.
package struct ScheduleError: Error, Sendable, Hashable {
    /// The kinds of faults.
    package enum Code: String, Sendable, Hashable {
        /// A part of it is not what it has to be.
        case invalid = "invalid_schedule"
        /// The time has passed everywhere.
        case inPast = "schedule_in_past"
    }

    /// The kind of fault.
    package let code: Code
    /// The field, such as `schedule.at`.
    package let param: String
    /// A sentence that says what to do.
    package let message: String
}

extension Schedule {
    /// How far ahead a message can be scheduled, in days.
    package static let dayLimit = 366

    /// Reads `{at, timezone, defaultTimezone, gap, fold}` and checks that it is still to come.
    ///
    /// - Parameters:
    ///   - object: The JSON.
    ///   - path: Where it stands in the request, such as `schedule`.
    ///   - now: The wall clock.
    /// - Throws: The first fault, with its field.
    package init(_ object: JSONObject, at path: String, now: Date) throws(ScheduleError) {
        let known = ["at", "timezone", "defaultTimezone", "gap", "fold"]
        if let other = object.keys.first(where: { !known.contains($0) }) {
            throw .invalid("\(path).\(other.prefix(64))", "“\(other.prefix(64))” does not belong here.")
        }
        guard let clock = object["at"]?.string.flatMap({ WallClock($0) }), clock.offset == nil else {
            throw .invalid("\(path).at", "Write a date of the calendar and a time without an offset: 2026-12-24T18:00.")
        }
        at = clock
        let zone = try Self.text(object, "timezone", at: path) ?? "UTC"
        let fallback = try Self.text(object, "defaultTimezone", at: path)
        if zone == "subscriber" {
            place = .subscriber(default: try Self.zoneName(fallback ?? "UTC", at: "\(path).defaultTimezone"))
        } else {
            guard fallback == nil else {
                throw .invalid("\(path).defaultTimezone", "It belongs to “timezone”: “subscriber” only.")
            }
            place = .zone(try Self.zoneName(zone, at: "\(path).timezone"))
        }
        if let text = try Self.text(object, "gap", at: path) {
            guard let gap = Gap(rawValue: text) else {
                throw .invalid("\(path).gap", "Choose shift, next or skip.")
            }
            self.gap = gap
        }
        if let text = try Self.text(object, "fold", at: path) {
            guard let fold = Fold(rawValue: text) else { throw .invalid("\(path).fold", "Choose first or second.") }
            self.fold = fold
        }
        try check(path, now)
    }

    private func check(_ path: String, _ now: Date) throws(ScheduleError) {
        guard let window else {
            throw .invalid(
                "\(path).at", "The clocks there skip this time on that day, and “gap” says to skip it. Choose another.")
        }
        guard window.upperBound >= now else {
            throw ScheduleError(code: .inPast, param: "\(path).at", message: "The time has passed everywhere.")
        }
        guard window.lowerBound <= now.addingTimeInterval(Double(Self.dayLimit) * 86_400) else {
            throw .invalid("\(path).at", "A message can be scheduled at most \(Self.dayLimit) days ahead.")
        }
    }

    private static func text(_ object: JSONObject, _ key: String, at path: String) throws(ScheduleError) -> String? {
        guard let value = object[key], !value.isNull else { return nil }
        guard let text = value.string else {
            throw .invalid("\(path).\(key)", "Expected a text, found \(value.kindName).")
        }
        return text
    }

    private static func zoneName(_ name: String, at param: String) throws(ScheduleError) -> String {
        guard TimeZone(identifier: name) != nil else {
            throw .invalid(param, "The time zone is no name of the IANA database, such as Europe/Berlin.")
        }
        return name
    }
}

extension ScheduleError {
    fileprivate static func invalid(_ param: String, _ message: String) -> ScheduleError {
        ScheduleError(code: .invalid, param: param, message: message)
    }
}
