package import Foundation

/// Times as the API writes and reads them: RFC 3339, in UTC with milliseconds when written.
package enum Timestamp {
    /// Writes a time such as `2026-01-31T12:00:00.000Z`.
    package static func format(_ date: Date) -> String {
        let total = Int64((date.timeIntervalSince1970 * 1000).rounded(.down))
        let (days, rest) = total.flooredDivision(by: 86_400_000)
        let (year, month, day) = civil(days)
        let numbers: [(Int64, Int)] = [
            (year, 4), (month, 2), (day, 2), (rest / 3_600_000, 2), (rest / 60_000 % 60, 2), (rest / 1000 % 60, 2),
            (rest % 1000, 3),
        ]
        let separators = Array("--T::.Z".utf8)
        return String(unsafeUninitializedCapacity: 24) { buffer in
            var position = 0
            for (index, (number, digits)) in numbers.enumerated() {
                var value = number
                for digit in stride(from: digits - 1, through: 0, by: -1) {
                    buffer[position + digit] = UInt8(48 + value % 10)
                    value /= 10
                }
                position += digits
                buffer[position] = separators[index]
                position += 1
            }
            return position
        }
    }

    /// Reads an RFC 3339 time with any offset; nil if it is none.
    package static func parse(_ text: String) -> Date? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes.count <= 40 else { return nil }
        func number(_ range: Range<Int>) -> Int64? {
            guard range.upperBound <= bytes.count else { return nil }
            return bytes[range].reduce(Int64?.some(0)) { sum, byte in
                guard let sum, (48...57).contains(byte) else { return nil }
                return sum * 10 + Int64(byte - 48)
            }
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
            let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
            bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"), bytes[10] | 0x20 == UInt8(ascii: "t"),
            bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"), (1...12).contains(month),
            (1...Self.length(of: month, year)).contains(day), hour < 24, minute < 60, second <= 60
        else { return nil }
        var position = 19
        var fraction = 0.0
        if bytes[position] == UInt8(ascii: ".") {
            let end = bytes[20...].firstIndex { !(48...57).contains($0) } ?? bytes.count
            guard end > 20, end <= 29, let digits = number(20..<end) else { return nil }
            fraction = Double(digits) / pow(10, Double(end - 20))
            position = end
        }
        guard position < bytes.count, let offset = offset(bytes[position...]) else { return nil }
        let seconds = days(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second - offset
        return Date(timeIntervalSince1970: Double(seconds) + fraction)
    }

    private static func offset(_ text: ArraySlice<UInt8>) -> Int64? {
        let text = Array(text)
        if text.count == 1, text[0] | 0x20 == UInt8(ascii: "z") { return 0 }
        guard text.count == 6, text[3] == UInt8(ascii: ":"),
            text[0] == UInt8(ascii: "+") || text[0] == UInt8(ascii: "-")
        else { return nil }
        let digits = [text[1], text[2], text[4], text[5]]
        guard digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
        let values = digits.map { Int64($0 - 48) }
        let (hours, minutes) = (values[0] * 10 + values[1], values[2] * 10 + values[3])
        guard hours < 24, minutes < 60 else { return nil }
        return (text[0] == UInt8(ascii: "-") ? -1 : 1) * (hours * 3_600 + minutes * 60)
    }

    private static func length(of month: Int64, _ year: Int64) -> Int64 {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][Int(month - 1)]
    }

    /// The day of the Gregorian calendar, counted from 1970-01-01.
    ///
    /// Years begin in March, so that a leap day is last.
    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = shifted.flooredDivision(by: 400)
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func civil(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let (era, dayOfEra) = (days + 719_468).flooredDivision(by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }
}

extension Int64 {
    fileprivate func flooredDivision(by divisor: Int64) -> (Int64, Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
