internal import Foundation
internal import PushModel
internal import Scheduling

/// Trying a schedule out.
struct ScheduleRoutes {
    /// How many zones one request may ask for.
    static let zoneLimit = 1_000

    static let endpoints: [Endpoint] = [
        .management("POST", "/v1/schedules/preview", scope: "messages:read") { context in
            try context.refuseQuery()
            var reader = try FieldReader(parsing: context.body)
            let object = reader.object("schedule", isRequired: true)
            let zones = try zones(&reader)
            try reader.finish()
            guard let object else { throw APIError.nothingHere }
            let schedule = try Schedule(object, at: "schedule", now: context.now)
            let window = schedule.window
            return Reply([
                "first": window.map { .string(Timestamp.format($0.lowerBound)) } ?? .null,
                "last": window.map { .string(Timestamp.format($0.upperBound)) } ?? .null,
                "moments": .array(zones.map { moment(of: schedule, in: $0, now: context.now) }),
            ])
        }
    ]

    private static func zones(_ reader: inout FieldReader) throws -> [String] {
        guard let values = reader.array("timezones", count: 1...zoneLimit) else {
            return TimeZone.knownTimeZoneIdentifiers.sorted()
        }
        var zones: [String] = []
        for (index, value) in values.enumerated() {
            if let name = value.string, TimeZone(identifier: name) != nil {
                zones.append(name)
            } else {
                reader.fail(
                    "timezones[\(index)]", value.string == nil ? .invalidType : .invalidFormat,
                    "Expected a name of the IANA database, such as Europe/Berlin.")
            }
        }
        return zones
    }

    private static func moment(of schedule: Schedule, in zone: String, now: Date) -> JSONValue {
        let moment = schedule.moment(for: zone)
        // A zone where the time has passed gets the message at once.
        return [
            "timezone": .string(zone),
            "at": moment.date.map { .string(Timestamp.format(max($0, now))) } ?? .null,
            "note": moment.note == .none ? .null : .string(moment.note.rawValue),
        ]
    }
}
