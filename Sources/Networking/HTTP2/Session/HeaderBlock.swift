import CNghttp2

/// The header fields of one message, gathered without a string per field and used again for the next.
///
/// Values are copied into one buffer; names have to be constants of the program.
package struct HeaderBlock: ~Copyable {
    private struct Field {
        var name: StaticString
        var valueStart: Int
        var valueCount: Int
        var isIndexed: Bool
    }

    private var bytes: UnsafeMutableRawBufferPointer
    private var used = 0
    private var fields: [Field] = []
    private var native: [nghttp2_nv] = []

    /// Makes an empty block.
    package init() { bytes = .allocate(byteCount: 4096, alignment: 1) }

    deinit { bytes.deallocate() }

    /// Forgets all fields and keeps the memory.
    package mutating func removeAll() {
        used = 0
        fields.removeAll(keepingCapacity: true)
    }

    /// Adds a field.
    ///
    /// - Parameters:
    ///   - name: The name in lower case.
    ///   - value: The value.
    ///   - isIndexed: False keeps the field out of the compression table: right for values that never come again.
    package mutating func add(_ name: StaticString, _ value: String, isIndexed: Bool = true) {
        var value = value
        let start = used
        value.withUTF8 { append(UnsafeRawBufferPointer($0)) }
        fields.append(Field(name: name, valueStart: start, valueCount: used - start, isIndexed: isIndexed))
    }

    /// Adds a field whose value has a constant beginning.
    package mutating func add(_ name: StaticString, prefix: StaticString, _ value: String, isIndexed: Bool = true) {
        var value = value
        let start = used
        append(UnsafeRawBufferPointer(start: prefix.utf8Start, count: prefix.utf8CodeUnitCount))
        value.withUTF8 { append(UnsafeRawBufferPointer($0)) }
        fields.append(Field(name: name, valueStart: start, valueCount: used - start, isIndexed: isIndexed))
    }

    /// Adds a field whose value is given in bytes.
    package mutating func add(_ name: StaticString, bytes value: [UInt8], isIndexed: Bool = true) {
        let start = used
        value.withUnsafeBytes { append($0) }
        fields.append(Field(name: name, valueStart: start, valueCount: used - start, isIndexed: isIndexed))
    }

    /// Adds a field whose value the closure writes, at most `capacity` bytes; it returns how many.
    package mutating func add(
        _ name: StaticString, capacity: Int, isIndexed: Bool = true,
        write: (UnsafeMutableRawBufferPointer) -> Int
    ) {
        reserve(capacity)
        let count = write(UnsafeMutableRawBufferPointer(rebasing: bytes[used..<used + capacity]))
        precondition(count <= capacity, "a header value was written past its capacity")
        fields.append(Field(name: name, valueStart: used, valueCount: count, isIndexed: isIndexed))
        used += count
    }

    /// Gives the fields to nghttp2, which copies what it keeps.
    mutating func withNative<Result>(_ body: (UnsafePointer<nghttp2_nv>?, Int) -> Result) -> Result {
        native.removeAll(keepingCapacity: true)
        for field in fields {
            var flags = UInt8(NGHTTP2_NV_FLAG_NO_COPY_NAME.rawValue)
            if !field.isIndexed { flags |= UInt8(NGHTTP2_NV_FLAG_NO_INDEX.rawValue) }
            native.append(
                nghttp2_nv(
                    name: UnsafeMutablePointer(mutating: field.name.utf8Start),
                    value: (bytes.baseAddress ?? UnsafeMutableRawPointer(bitPattern: 1))?
                        .advanced(by: field.valueStart).assumingMemoryBound(to: UInt8.self),
                    namelen: field.name.utf8CodeUnitCount, valuelen: field.valueCount, flags: flags))
        }
        return native.withUnsafeBufferPointer { body($0.baseAddress, $0.count) }
    }

    private mutating func append(_ value: UnsafeRawBufferPointer) {
        reserve(value.count)
        UnsafeMutableRawBufferPointer(rebasing: bytes[used..<used + value.count]).copyMemory(from: value)
        used += value.count
    }

    private mutating func reserve(_ count: Int) {
        guard used + count > bytes.count else { return }
        let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: max(bytes.count * 2, used + count), alignment: 1)
        larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<used]))
        bytes.deallocate()
        bytes = larger
    }
}
