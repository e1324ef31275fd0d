public import Foundation

/// A date and time as clocks on the wall show it, with or without the offset that makes it a moment.
public struct WallClock: Sendable, Hashable, Comparable {
    /// The year, 1970 to 9999.
    public var year: Int
    /// The month, 1 to 12.
    public var month: Int
    /// The day of the month.
    public var day: Int
    /// The hour, 0 to 23.
    public var hour: Int
    /// The minute.
    public var minute: Int
    /// The second.
    public var second: Int
    /// Seconds east of Greenwich; nil for whatever clock is looked at.
    public var offset: Int?

    /// Reads `2026-03-01T09:00`, with or without seconds and with or without `Z` or `+01:00`; nil for anything else.
    ///
    /// A day that the calendar does not have is no date.
    public init?(_ text: String) {
        guard let match = text.wholeMatch(of: Self.form) else { return nil }
        let numbers = [match.1, match.2, match.3, match.4, match.5].compactMap { Int($0) }
        guard numbers.count == 5 else { return nil }
        (year, month, day, hour, minute) = (numbers[0], numbers[1], numbers[2], numbers[3], numbers[4])
        second = match.6.flatMap { Int($0) } ?? 0
        offset = nil
        if let zone = match.7 {
            guard let seconds = Self.offset(zone) else { return nil }
            offset = seconds
        }
        guard (1970...9999).contains(year), (1...12).contains(month), hour < 24, minute < 60, second < 60,
            (1...Self.days(in: month, of: year)).contains(day)
        else { return nil }
    }

    // Made anew for each use: a regular expression is no Sendable value.
    private static var form:
        Regex<(Substring, Substring, Substring, Substring, Substring, Substring, Substring?, Substring?)>
    {
        /(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2}))?(Z|[+-]\d{2}:\d{2})?/
    }

    private static func offset(_ text: Substring) -> Int? {
        if text == "Z" { return 0 }
        let parts = text.dropFirst().split(separator: ":").compactMap { Int($0) }
        guard parts.count == 2, parts[0] <= 14, parts[1] < 60 else { return nil }
        return (parts[0] * 3_600 + parts[1] * 60) * (text.first == "-" ? -1 : 1)
    }

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The next day at the same time.
    var tomorrow: WallClock {
        var next = self
        next.day += 1
        if next.day > Self.days(in: month, of: year) { (next.day, next.month) = (1, month + 1) }
        if next.month > 12 { (next.month, next.year) = (1, year + 1) }
        return next
    }

    /// The minute of the day.
    var minuteOfDay: Int { hour * 60 + minute }

    /// Put off until the quiet hours are over; unchanged outside of them, and for hours that are none.
    public func after(_ quiet: LocalPlan.QuietHours) -> WallClock {
        guard let from = Self.minuteOfDay(quiet.from), let until = Self.minuteOfDay(quiet.until), from != until else {
            return self
        }
        let isOverNight = from > until
        let isQuiet =
            isOverNight ? minuteOfDay >= from || minuteOfDay < until : minuteOfDay >= from && minuteOfDay < until
        guard isQuiet else { return self }
        var end = isOverNight && minuteOfDay >= from ? tomorrow : self
        (end.hour, end.minute, end.second) = (until / 60, until % 60, 0)
        return end
    }

    /// The minute of the day that `07:30` is; nil if it is no time.
    static func minuteOfDay(_ text: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.count == 2 && $0.utf8.allSatisfy { (48...57).contains($0) } }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
        else { return nil }
        return hour * 60 + minute
    }

    /// The date as `Foundation` takes it apart; without a time zone.
    public var components: DateComponents {
        DateComponents(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    }

    /// What a clock in a time zone shows at a moment.
    public init(_ moment: Date, in zone: TimeZone) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: moment)
        (year, month, day) = (parts.year ?? 1970, parts.month ?? 1, parts.day ?? 1)
        (hour, minute, second) = (parts.hour ?? 0, parts.minute ?? 0, parts.second ?? 0)
        offset = nil
    }

    /// The moment at which the clock shows this; the time zone counts only where there is no offset.
    public func moment(in zone: TimeZone) -> Date? {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = offset.flatMap(TimeZone.init(secondsFromGMT:)) ?? zone
        return calendar.date(from: components)
    }

    /// Orders what clocks show, whatever the offset.
    public static func < (left: WallClock, right: WallClock) -> Bool {
        let parts = { (clock: WallClock) in
            [clock.year, clock.month, clock.day, clock.hour, clock.minute, clock.second]
        }
        return parts(left).lexicographicallyPrecedes(parts(right))
    }
}
