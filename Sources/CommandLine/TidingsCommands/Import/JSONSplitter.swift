/// Cuts JSON objects: one on each line, or those of an array, which may be the member of an object.
///
/// It finds where objects begin and end; whether they are JSON is for the parser to tell.
struct JSONSplitter: RecordSplitter {
    /// Whether objects stand in an array instead of on lines.
    private let isInArray: Bool
    private var hasEntered = false
    private var isOver = false

    private init(isInArray: Bool) { self.isInArray = isInArray }

    /// One object on each line.
    static let lines = JSONSplitter(isInArray: false)
    /// The objects of the first array of the file.
    static let array = JSONSplitter(isInArray: true)

    /// The same amid the file, where the array has been entered.
    var resumed: JSONSplitter {
        var splitter = self
        splitter.hasEntered = true
        return splitter
    }

    mutating func next(_ bytes: ArraySlice<UInt8>, isLast: Bool) -> (taken: Int, content: FileRecord.Content?)? {
        isInArray ? nextElement(bytes, isLast) : Self.nextLine(bytes, isLast)
    }

    private static func nextLine(
        _ bytes: ArraySlice<UInt8>, _ isLast: Bool
    ) -> (taken: Int, content: FileRecord.Content?)? {
        let end = bytes.firstIndex(of: UInt8(ascii: "\n"))
        guard end != nil || isLast else { return nil }
        let line = bytes[..<(end ?? bytes.endIndex)]
        let taken = (end.map { $0 + 1 } ?? bytes.endIndex) - bytes.startIndex
        return (taken, line.allSatisfy(isSpace) ? nil : .object(Array(line)))
    }

    private mutating func nextElement(
        _ bytes: ArraySlice<UInt8>, _ isLast: Bool
    ) -> (taken: Int, content: FileRecord.Content?)? {
        if !hasEntered {
            guard let open = bytes.firstIndex(of: UInt8(ascii: "[")) else {
                return isLast ? (bytes.count, .broken("There is no list of objects in the file.")) : nil
            }
            hasEntered = true
            return (open + 1 - bytes.startIndex, nil)
        }
        if isOver { return (bytes.count, nil) }
        guard let begin = bytes.firstIndex(where: { !Self.isSpace($0) && $0 != UInt8(ascii: ",") }) else {
            return (bytes.count, nil)
        }
        // Space before the record is a step of its own, so that the record's line is where it begins.
        if begin > bytes.startIndex { return (begin - bytes.startIndex, nil) }
        guard bytes[begin] == UInt8(ascii: "{") else {
            // The end of the list, or something in it that is no object: what follows cannot be told apart.
            isOver = true
            return (bytes.count, bytes[begin] == UInt8(ascii: "]") ? nil : .broken("Expected an object."))
        }
        return Self.end(of: bytes).map { ($0 - bytes.startIndex, .object(Array(bytes[..<$0]))) }
    }

    /// Where the object that the bytes begin with ends.
    private static func end(of bytes: ArraySlice<UInt8>) -> Int? {
        var depth = 0
        var isInText = false
        var isEscaped = false
        for index in bytes.indices {
            let byte = bytes[index]
            if isInText {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInText = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInText = true
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth == 0 { return index + 1 }
            default: break
            }
        }
        return nil
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
}
