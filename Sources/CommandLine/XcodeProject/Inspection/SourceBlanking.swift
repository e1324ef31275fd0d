/// Puts spaces in the place of comments and of texts, line breaks aside.
enum SourceBlanking {
    static func blanked(_ bytes: [UInt8], isSwift: Bool) -> [UInt8] {
        var scanner = Scanner(bytes: bytes, isSwift: isSwift)
        scanner.run()
        return scanner.result
    }

    private struct Scanner {
        let bytes: [UInt8]
        let isSwift: Bool
        var result: [UInt8]
        var place = 0
        /// How many texts are open inside of each other.
        var nesting = 0

        /// More than anybody writes; deeper ones end early instead of ending the stack.
        private static let nestingLimit = 16

        init(bytes: [UInt8], isSwift: Bool) {
            self.bytes = bytes
            self.isSwift = isSwift
            result = bytes
        }

        mutating func run() {
            while place < bytes.count {
                if starts("//") {
                    while place < bytes.count, bytes[place] != UInt8(ascii: "\n") { blank() }
                } else if starts("/*") {
                    comment()
                } else if bytes[place] == UInt8(ascii: "\"")
                    || isSwift && bytes[place] == UInt8(ascii: "#") && isRawText
                {
                    text()
                } else if !isSwift, bytes[place] == UInt8(ascii: "'") {
                    character()
                } else {
                    place += 1
                }
            }
        }

        private func starts(_ mark: StaticString, at offset: Int? = nil) -> Bool {
            let start = offset ?? place
            guard start + mark.utf8CodeUnitCount <= bytes.count else { return false }
            return mark.withUTF8Buffer { bytes[start..<start + $0.count].elementsEqual($0) }
        }

        private mutating func blank() {
            if bytes[place] != UInt8(ascii: "\n") { result[place] = UInt8(ascii: " ") }
            place += 1
        }

        /// Comments of Swift may hold comments.
        private mutating func comment() {
            var depth = 0
            while place < bytes.count {
                if starts("/*"), isSwift || depth == 0 {
                    depth += 1
                    blank()
                } else if starts("*/") {
                    depth -= 1
                    blank()
                    if place < bytes.count { blank() }
                    if depth == 0 { return }
                    continue
                }
                if place < bytes.count { blank() }
            }
        }

        private mutating func character() {
            place += 1
            while place < bytes.count, bytes[place] != UInt8(ascii: "'"), bytes[place] != UInt8(ascii: "\n") {
                if bytes[place] == UInt8(ascii: "\\") { blank() }
                if place < bytes.count { blank() }
            }
            if place < bytes.count { place += 1 }
        }

        private var isRawText: Bool {
            var next = place
            while next < bytes.count, bytes[next] == UInt8(ascii: "#") { next += 1 }
            return next < bytes.count && bytes[next] == UInt8(ascii: "\"")
        }

        /// A text with its quotes kept and what is between them blanked, what is interpolated too.
        private mutating func text() {
            nesting += 1
            defer { nesting -= 1 }
            var hashes = 0
            while bytes[place] == UInt8(ascii: "#") {
                hashes += 1
                place += 1
            }
            let isLong = isSwift && starts("\"\"\"")
            let quotes = isLong ? 3 : 1
            place += quotes
            while place < bytes.count {
                let byte = bytes[place]
                if byte == UInt8(ascii: "\\"), follows(hashes, at: place + 1) {
                    let after = place + 1 + hashes
                    let isInterpolation = isSwift && after < bytes.count && bytes[after] == UInt8(ascii: "(")
                    while place <= after, place < bytes.count { blank() }
                    if isInterpolation, nesting < Self.nestingLimit { interpolation() }
                } else if isEnd(isLong: isLong, hashes: hashes) {
                    place += quotes + hashes
                    return
                } else if byte == UInt8(ascii: "\n"), !isLong {
                    return
                } else {
                    blank()
                }
            }
        }

        private func follows(_ hashes: Int, at start: Int) -> Bool {
            start + hashes <= bytes.count && bytes[start..<start + hashes].allSatisfy { $0 == UInt8(ascii: "#") }
        }

        private func isEnd(isLong: Bool, hashes: Int) -> Bool {
            isLong ? starts("\"\"\"") && follows(hashes, at: place + 3) : starts("\"") && follows(hashes, at: place + 1)
        }

        private mutating func interpolation() {
            var depth = 1
            while place < bytes.count, depth > 0 {
                switch bytes[place] {
                case UInt8(ascii: "("): depth += 1
                case UInt8(ascii: ")"): depth -= 1
                case UInt8(ascii: "\""):
                    let start = place
                    text()
                    for index in start..<min(place, bytes.count) where bytes[index] != UInt8(ascii: "\n") {
                        result[index] = UInt8(ascii: " ")
                    }
                    continue
                case UInt8(ascii: "\n") where depth > 0 && !isSwift: return
                default: break
                }
                blank()
            }
        }
    }
}
