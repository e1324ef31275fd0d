/// A place in a text as editors count: lines and columns from 1, columns in Unicode scalars.
public struct TextPlace: Sendable, Hashable {
    /// The line.
    public let line: Int
    /// The column.
    public let column: Int

    /// Makes a place.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}

/// Where the lines of a text begin.
struct LineTable: Sendable {
    private let bytes: [UInt8]
    private let starts: [Int]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var starts = [0]
        for (index, byte) in bytes.enumerated() where byte == 0x0A { starts.append(index + 1) }
        self.starts = starts
    }

    func place(of offset: Int) -> TextPlace {
        let offset = min(max(0, offset), bytes.count)
        var (low, high) = (0, starts.count - 1)
        while low < high {
            let middle = (low + high + 1) / 2
            if starts[middle] <= offset { low = middle } else { high = middle - 1 }
        }
        // Bytes that go on with a character begin none.
        let column = bytes[starts[low]..<offset].count { $0 & 0xC0 != 0x80 }
        return TextPlace(line: low + 1, column: column + 1)
    }
}
