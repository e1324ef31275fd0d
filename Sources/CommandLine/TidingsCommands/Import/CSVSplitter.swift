/// Cuts CSV as RFC 4180 describes it: fields between quotes may hold commas, line ends and doubled quotes.
struct CSVSplitter: RecordSplitter {
    /// What stands between fields.
    var separator = UInt8(ascii: ",")

    private static let quote = UInt8(ascii: "\"")
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    mutating func next(_ bytes: ArraySlice<UInt8>, isLast: Bool) -> (taken: Int, content: FileRecord.Content?)? {
        var fields: [[UInt8]] = []
        var field: [UInt8] = []
        var isQuoted = false
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            index += 1
            if isQuoted {
                guard byte == Self.quote else {
                    field.append(byte)
                    continue
                }
                guard index < bytes.endIndex else {
                    if isLast { isQuoted = false }
                    break
                }
                if bytes[index] == Self.quote {
                    field.append(byte)
                    index += 1
                } else {
                    isQuoted = false
                }
            } else if byte == Self.quote, field.isEmpty {
                isQuoted = true
            } else if byte == separator {
                fields.append(field)
                field = []
            } else if byte == Self.lineFeed {
                return (index - bytes.startIndex, Self.content(fields, field))
            } else if byte == Self.carriageReturn, index < bytes.endIndex, bytes[index] == Self.lineFeed {
                continue
            } else if byte == Self.carriageReturn, index == bytes.endIndex {
                if isLast { break }
                return nil
            } else {
                field.append(byte)
            }
        }
        guard isLast, !isQuoted else { return nil }
        return (bytes.count, Self.content(fields, field))
    }

    private static func content(_ fields: [[UInt8]], _ last: [UInt8]) -> FileRecord.Content? {
        if fields.isEmpty, last.isEmpty { return nil }
        var texts: [String] = []
        for field in fields + [last] {
            guard let text = String(validating: field, as: UTF8.self) else {
                return .broken("Field \(texts.count + 1) is not UTF-8.")
            }
            texts.append(text)
        }
        return .fields(texts)
    }
}
