/// The subscribers that a message is for, as it is stored: their rows, 8 bytes each.
struct Audience: Sendable {
    let bytes: [UInt8]

    init(bytes: [UInt8]) { self.bytes = bytes }

    init(rows: [Int64]) {
        bytes = rows.flatMap { row in (0..<8).map { UInt8(truncatingIfNeeded: row >> Int64(56 - 8 * $0)) } }
    }

    var count: Int { bytes.count / 8 }

    subscript(index: Int) -> Int64 {
        bytes[index * 8..<index * 8 + 8].reduce(0) { $0 << 8 | Int64($1) }
    }
}
