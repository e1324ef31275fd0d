/// Bytes that are overwritten when the last reference to them goes away.
public final class SecretBytes: Sendable {
    // Written by `init` and `deinit` alone, when nobody else has a reference.
    private nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer

    /// Copies bytes; the caller's copy is the caller's to wipe.
    public init(copying source: some Collection<UInt8>) {
        bytes = .allocate(byteCount: source.count, alignment: 1)
        bytes.copyBytes(from: source)
    }

    /// Makes room and lets the closure fill it.
    init<Failure: Error>(
        count: Int, filling fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        bytes = .allocate(byteCount: count, alignment: 1)
        bytes.initializeMemory(as: UInt8.self, repeating: 0)
        do { try fill(bytes) } catch {
            bytes.deallocate()
            throw error
        }
    }

    deinit {
        Backend.wipe(bytes)
        bytes.deallocate()
    }

    /// How many bytes there are.
    public var count: Int { bytes.count }

    /// Lends the bytes.
    public func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(bytes))
    }

    /// A copy for storage, which is not wiped.
    public func copied() -> [UInt8] { Array(bytes) }
}
