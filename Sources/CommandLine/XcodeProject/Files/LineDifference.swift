import Foundation

/// What differs between two texts, by lines.
package struct LineDifference: Sendable {
    /// Lines that take the place of others.
    package struct Hunk: Sendable, Equatable {
        /// The lines of the old text that go.
        package let old: Range<Int>
        /// The lines of the new text that come.
        package let new: Range<Int>
    }

    /// The lines of both, each with its line break.
    package let old: [ArraySlice<UInt8>], new: [ArraySlice<UInt8>]
    /// Where they differ, from the top.
    package let hunks: [Hunk]

    /// Compares two texts.
    package init(_ old: [UInt8], _ new: [UInt8]) {
        self.old = Self.lines(old)
        self.new = Self.lines(new)
        // Numbers are compared faster than lines, and made faster of a hash than of each byte.
        var numbers: [Key: Int] = [:]
        func numbered(_ lines: [ArraySlice<UInt8>]) -> [Int] {
            lines.map { line in
                let key = Key(line)
                if let number = numbers[key] { return number }
                numbers[key] = numbers.count
                return numbers.count - 1
            }
        }
        let from = numbered(self.old)
        let to = numbered(self.new)
        var gone = Set<Int>()
        var come = Set<Int>()
        for change in to.difference(from: from) {
            switch change {
            case .remove(let offset, _, _): gone.insert(offset)
            case .insert(let offset, _, _): come.insert(offset)
            }
        }
        var hunks: [Hunk] = []
        var (left, right) = (0, 0)
        while left < from.count || right < to.count {
            guard gone.contains(left) || come.contains(right) else {
                left += 1
                right += 1
                continue
            }
            let start = (left, right)
            while gone.contains(left) { left += 1 }
            while come.contains(right) { right += 1 }
            hunks.append(Hunk(old: start.0..<left, new: start.1..<right))
        }
        self.hunks = hunks
    }

    /// What a line is known by.
    private struct Key: Hashable {
        let hash: UInt64
        let count: Int

        init(_ line: ArraySlice<UInt8>) {
            hash = line.withUnsafeBufferPointer { ObjectIDs.hash($0) }
            count = line.count
        }
    }

    static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = 0
        while start < bytes.count {
            let end = bytes.withUnsafeBytes { all -> Int in
                guard let base = all.baseAddress, let found = memchr(base + start, 10, bytes.count - start) else {
                    return bytes.count
                }
                return UnsafeRawPointer(found) - base + 1
            }
            lines.append(bytes[start..<end])
            start = end
        }
        return lines
    }

    /// The difference as `diff -u` and `git` write it, with three lines around each change.
    package func unified(oldName: String, newName: String) -> String {
        let around = 3
        var text = "--- \(oldName)\n+++ \(newName)\n"
        var index = 0
        while index < hunks.count {
            var end = index
            while end + 1 < hunks.count, hunks[end + 1].old.lowerBound - hunks[end].old.upperBound <= 2 * around {
                end += 1
            }
            let first = hunks[index]
            let last = hunks[end]
            let before = min(around, first.old.lowerBound)
            let after = min(around, old.count - last.old.upperBound)
            let oldRange = first.old.lowerBound - before..<last.old.upperBound + after
            let newRange = first.new.lowerBound - before..<last.new.upperBound + after
            text += "@@ -\(Self.place(oldRange)) +\(Self.place(newRange)) @@\n"
            var line = oldRange.lowerBound
            for hunk in hunks[index...end] {
                for same in line..<hunk.old.lowerBound { text += Self.shown(" ", old[same]) }
                for gone in hunk.old { text += Self.shown("-", old[gone]) }
                for come in hunk.new { text += Self.shown("+", new[come]) }
                line = hunk.old.upperBound
            }
            for same in line..<oldRange.upperBound { text += Self.shown(" ", old[same]) }
            index = end + 1
        }
        return text
    }

    private static func place(_ range: Range<Int>) -> String {
        let start = range.isEmpty ? range.lowerBound : range.lowerBound + 1
        return range.count == 1 ? "\(start)" : "\(start),\(range.count)"
    }

    private static func shown(_ sign: String, _ line: ArraySlice<UInt8>) -> String {
        let text = sign + String(decoding: line, as: UTF8.self)
        return line.last == 10 ? text : text + "\n\\ No newline at end of file\n"
    }
}
