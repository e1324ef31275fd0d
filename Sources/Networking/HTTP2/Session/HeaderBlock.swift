import CNghttp2

/// The header fields of one message, gathered without a string per field and used again for the next.
///
/// Values are copied into one buffer; names have to be constants of the program.
package struct HeaderBlock: ~Copyable {
    private var bytes: UnsafeMutablePointer<UInt8>
    private var capacity = 4096
    private var used = 0
    private var fields: [nghttp2_nv] = []
    /// The size of the list as a peer counts it: names, values and 32 for each field (RFC 9113, 6.5.2).
    package private(set) var listByteCount = 0

    /// Makes an empty block.
    package init() { bytes = .allocate(capacity: capacity) }

    deinit { bytes.deallocate() }

    /// Forgets all fields and keeps the memory.
    package mutating func removeAll() {
        used = 0
        listByteCount = 0
        fields.removeAll(keepingCapacity: true)
    }

    /// A state to come back to.
    package struct Mark {
        fileprivate let used: Int
        fileprivate let fieldCount: Int
        fileprivate let listByteCount: Int
    }

    /// What there is now.
    package var mark: Mark { Mark(used: used, fieldCount: fields.count, listByteCount: listByteCount) }

    /// Forgets the fields and values that came after the mark.
    package mutating func truncate(to mark: Mark) {
        used = mark.used
        listByteCount = mark.listByteCount
        fields.removeLast(fields.count - mark.fieldCount)
    }

    /// Gives the field at a place, which has had an empty value, a value with a constant beginning.
    package mutating func setValue(at index: Int, prefix: StaticString, _ value: String) {
        var value = value
        let start = used
        append(UnsafeRawBufferPointer(start: prefix.utf8Start, count: prefix.utf8CodeUnitCount))
        value.withUTF8 { append(UnsafeRawBufferPointer($0)) }
        listByteCount += used - start
        fields[index].value = bytes + start
        fields[index].valuelen = used - start
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
        finishField(name, start: start, isIndexed: isIndexed)
    }

    /// Adds a field whose value has a constant beginning.
    package mutating func add(_ name: StaticString, prefix: StaticString, _ value: String, isIndexed: Bool = true) {
        var value = value
        let start = used
        append(UnsafeRawBufferPointer(start: prefix.utf8Start, count: prefix.utf8CodeUnitCount))
        value.withUTF8 { append(UnsafeRawBufferPointer($0)) }
        finishField(name, start: start, isIndexed: isIndexed)
    }

    /// Adds a field whose value is given in bytes.
    package mutating func add(_ name: StaticString, bytes value: [UInt8], isIndexed: Bool = true) {
        let start = used
        value.withUnsafeBytes { append($0) }
        finishField(name, start: start, isIndexed: isIndexed)
    }

    /// Adds a field whose value the closure writes, at most `capacity` bytes; it returns how many.
    package mutating func add(
        _ name: StaticString, capacity: Int, isIndexed: Bool = true,
        write: (UnsafeMutableRawBufferPointer) -> Int
    ) {
        reserve(capacity)
        let count = write(UnsafeMutableRawBufferPointer(start: bytes + used, count: capacity))
        precondition(count <= capacity, "a header value was written past its capacity")
        let start = used
        used += count
        finishField(name, start: start, isIndexed: isIndexed)
    }

    /// Gives the fields to nghttp2, which copies the values that it keeps.
    func withNative<Result>(_ body: (UnsafePointer<nghttp2_nv>?, Int) -> Result) -> Result {
        fields.withUnsafeBufferPointer { body($0.baseAddress, $0.count) }
    }

    private mutating func finishField(_ name: StaticString, start: Int, isIndexed: Bool) {
        var flags = UInt8(NGHTTP2_NV_FLAG_NO_COPY_NAME.rawValue)
        if !isIndexed { flags |= UInt8(NGHTTP2_NV_FLAG_NO_INDEX.rawValue) }
        listByteCount += name.utf8CodeUnitCount + used - start + 32
        fields.append(
            nghttp2_nv(
                name: UnsafeMutablePointer(mutating: name.utf8Start), value: bytes + start,
                namelen: name.utf8CodeUnitCount, valuelen: used - start, flags: flags))
    }

    private mutating func append(_ value: UnsafeRawBufferPointer) {
        reserve(value.count)
        UnsafeMutableRawBufferPointer(start: bytes + used, count: value.count).copyMemory(from: value)
        used += value.count
    }

    private mutating func reserve(_ count: Int) {
        guard used + count > capacity else { return }
        let largerCapacity = max(capacity * 2, used + count)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: largerCapacity)
        larger.update(from: bytes, count: used)
        for index in fields.indices { fields[index].value = larger + (bytes.distance(to: fields[index].value)) }
        bytes.deallocate()
        bytes = larger
        capacity = largerCapacity
    }
}
