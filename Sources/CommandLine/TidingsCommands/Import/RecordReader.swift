import Foundation

/// One record of a file: where it begins and what it says.
struct FileRecord: Sendable, Equatable {
    /// What a record holds.
    enum Content: Sendable, Equatable {
        /// The fields of a line of CSV.
        case fields([String])
        /// A JSON object as text.
        case object([UInt8])
        /// Nothing that can be read; why.
        case broken(String)
    }

    /// The line on which it begins, counted from 1.
    var line: Int
    /// Where the next record begins, in bytes from the start of the file.
    var end: UInt64
    var content: Content
}

/// Cuts the bytes of a file into records; what cannot be read is a record, too, and the next one follows.
protocol RecordSplitter {
    /// Takes the next record off the bytes.
    ///
    /// - Parameters:
    ///   - bytes: What has been read and not been taken.
    ///   - isLast: Whether nothing follows.
    /// - Returns: How many bytes were taken and how many line ends are among them, with what they hold, nil for nothing
    ///   (an empty line); nil if more bytes are needed.
    mutating func next(_ bytes: ArraySlice<UInt8>, isLast: Bool) -> (taken: Int, content: FileRecord.Content?)?
}

/// Reads the records of a file one after the other, with a bounded part of it in memory.
struct RecordReader {
    /// The longest record; a longer one is skipped and refused.
    static let recordByteLimit = 1_048_576
    private static let chunk = 262_144

    private let file: FileHandle
    private var splitter: any RecordSplitter
    private var buffer: [UInt8] = []
    private var start = 0
    private var isAtEnd = false
    /// Where the next record begins.
    private(set) var position: UInt64
    /// The line on which the next record begins.
    private(set) var line: Int

    /// Reads from a place where a record begins.
    init(_ file: FileHandle, _ splitter: any RecordSplitter, position: UInt64 = 0, line: Int = 1) throws {
        self.file = file
        self.splitter = splitter
        self.position = position
        self.line = line
        try file.seek(toOffset: position)
        if position == 0 {
            try fill()
            if buffer.starts(with: [0xEF, 0xBB, 0xBF]) { take(3) }
        }
    }

    /// The next record, or nil at the end of the file.
    mutating func next() throws -> FileRecord? {
        while true {
            if start < buffer.count, let (taken, content) = splitter.next(buffer[start...], isLast: isAtEnd) {
                let begin = line
                take(taken)
                if let content { return FileRecord(line: begin, end: position, content: content) }
            } else if buffer.count - start > Self.recordByteLimit {
                return try skipTooLong()
            } else if isAtEnd {
                guard start < buffer.count else { return nil }
                let begin = line
                take(buffer.count - start)
                return FileRecord(line: begin, end: position, content: .broken("The file ends amid the record."))
            } else {
                try fill()
            }
        }
    }

    /// Skips to the end of the line: whatever the record meant, nobody can tell where it ends.
    private mutating func skipTooLong() throws -> FileRecord {
        let begin = line
        while true {
            if let end = buffer[start...].firstIndex(of: UInt8(ascii: "\n")) {
                take(end + 1 - start)
                break
            }
            take(buffer.count - start)
            if isAtEnd { break }
            try fill()
        }
        return FileRecord(
            line: begin, end: position,
            content: .broken("The record is longer than \(Self.recordByteLimit) bytes, or a quote is not closed."))
    }

    private mutating func take(_ count: Int) {
        line += buffer[start..<start + count].count { $0 == UInt8(ascii: "\n") }
        start += count
        position += UInt64(count)
    }

    private mutating func fill() throws {
        if start > 0 {
            buffer.removeFirst(start)
            start = 0
        }
        let read = try file.read(upToCount: Self.chunk) ?? Data()
        if read.isEmpty { isAtEnd = true } else { buffer += read }
    }
}
