/// A piece of a `MessageBytes`.
package struct ByteSpan: Sendable, Hashable {
    /// Where it begins.
    package let start: Int32
    /// How many bytes it has.
    package let count: Int32

    /// Marks a piece.
    package init(start: Int, count: Int) {
        self.start = Int32(start)
        self.count = Int32(count)
    }

    /// The piece without bytes.
    package static let empty = ByteSpan(start: 0, count: 0)
}

/// The bytes of one message, in one piece of memory that the next message can use again.
package final class MessageBytes: @unchecked Sendable {
    // Unchecked: written only while a single owner has it, who then shares it and writes no more. The same spares the
    // run-time checks for exclusive access, which cost more than the bytes.

    @exclusivity(unchecked) @usableFromInline var base: UnsafeMutablePointer<UInt8>
    /// How many bytes fit without growing.
    @exclusivity(unchecked) package private(set) var capacity: Int
    /// How many bytes were added.
    @exclusivity(unchecked) package private(set) var count = 0

    /// Makes an empty piece of memory.
    package init(capacity: Int = 1024) {
        self.capacity = capacity
        base = .allocate(capacity: capacity)
    }

    deinit { base.deallocate() }

    /// Makes a copy that can be written to.
    package convenience init(copying other: MessageBytes) {
        self.init(capacity: max(64, other.count))
        _ = append(UnsafeBufferPointer(start: other.base, count: other.count))
    }

    /// Forgets the bytes and keeps the memory.
    package func removeAll() { count = 0 }

    /// Adds bytes at the end and answers where they are.
    @discardableResult
    package func append(_ bytes: UnsafeBufferPointer<UInt8>) -> ByteSpan {
        if count + bytes.count > capacity { grow(to: count + bytes.count) }
        if let start = bytes.baseAddress { (base + count).update(from: start, count: bytes.count) }
        defer { count += bytes.count }
        return ByteSpan(start: count, count: bytes.count)
    }

    private func grow(to needed: Int) {
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: max(capacity * 2, needed))
        larger.update(from: base, count: count)
        base.deallocate()
        base = larger
        capacity = max(capacity * 2, needed)
    }

    /// Gives the bytes of a piece, which are valid during the call.
    @inlinable
    package func withBytes<Result, Failure: Error>(
        _ span: ByteSpan, _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeBufferPointer(start: base + Int(span.start), count: Int(span.count)))
    }

    /// A piece as text.
    package func text(_ span: ByteSpan) -> String { withBytes(span) { String(decoding: $0, as: UTF8.self) } }
}
