/// Changes to bytes, each a range and what takes its place, made all at once.
struct Splices: Sendable {
    private var all: [(range: Range<Int>, text: [UInt8])] = []

    /// Replaces a range; what is added at the same place twice keeps its order.
    mutating func replace(_ range: Range<Int>, with text: String) {
        all.append((range, Array(text.utf8)))
    }

    /// Whether nothing changes.
    var isEmpty: Bool { all.isEmpty }

    /// The bytes with all changes.
    ///
    /// A range that lies in one that was replaced already is left out: what contained it is gone.
    func applied(to bytes: [UInt8]) -> [UInt8] {
        let ordered = all.enumerated().sorted {
            ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
        }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + all.reduce(0) { $0 + $1.text.count })
        var place = 0
        for (_, splice) in ordered where splice.range.lowerBound >= place {
            result += bytes[place..<splice.range.lowerBound]
            result += splice.text
            place = splice.range.upperBound
        }
        return result + bytes[place...]
    }
}

/// Finding lines and spaces in bytes.
struct ByteText {
    let bytes: [UInt8]

    /// The line break that the text uses.
    var newline: String {
        guard let end = bytes.firstIndex(of: 10), end > 0, bytes[end - 1] == 13 else { return "\n" }
        return "\r\n"
    }

    /// Where the line of a byte begins.
    func lineStart(_ place: Int) -> Int {
        var start = place
        while start > 0, bytes[start - 1] != 10 { start -= 1 }
        return start
    }

    /// Where the line after that of a byte begins; the end if there is none.
    func nextLine(_ place: Int) -> Int {
        var end = place
        while end < bytes.count, bytes[end] != 10 { end += 1 }
        return min(end + 1, bytes.count)
    }

    /// The white space at the beginning of the line of a byte.
    func indent(at place: Int) -> String {
        let start = lineStart(place)
        let end = bytes[start...].firstIndex { $0 != 32 && $0 != 9 } ?? bytes.count
        return String(decoding: bytes[start..<min(end, max(place, start))], as: UTF8.self)
    }

    /// Whether nothing but white space stands between the beginning of the line and the byte.
    func isFirstOnLine(_ place: Int) -> Bool {
        bytes[lineStart(place)..<place].allSatisfy { $0 == 32 || $0 == 9 }
    }

    /// Whether a range has a line break.
    func hasBreak(_ range: Range<Int>) -> Bool { bytes[range].contains(10) }

    /// The whole lines that a range is on, if nothing else stands there; else nil.
    func wholeLines(_ range: Range<Int>) -> Range<Int>? {
        let end = nextLine(range.upperBound)
        guard isFirstOnLine(range.lowerBound),
            bytes[range.upperBound..<end].allSatisfy({ $0 == 32 || $0 == 9 || $0 == 13 || $0 == 10 })
        else { return nil }
        return lineStart(range.lowerBound)..<end
    }

    /// Passes over white space and comments of a property list.
    func skipSpace(_ place: Int) -> Int {
        var place = place
        while place < bytes.count {
            if bytes[place] == 32 || (bytes[place] >= 9 && bytes[place] <= 13) {
                place += 1
            } else if bytes[place...].starts(with: [47, 42]) {
                place += 2
                while place + 1 < bytes.count, !(bytes[place] == 42 && bytes[place + 1] == 47) { place += 1 }
                place = min(place + 2, bytes.count)
            } else if bytes[place...].starts(with: [47, 47]) {
                while place < bytes.count, bytes[place] != 10 { place += 1 }
            } else {
                return place
            }
        }
        return place
    }
}
