/// Streams of one loop that are done, with their memory, for the next requests.
final class StreamPool: @unchecked Sendable {
    // Unchecked: used on its loop only.

    private var idle: [ServerStream] = []
    /// How many idle streams are kept, and how much memory each may hold: 4 MiB in all.
    private static let (countLimit, byteLimit) = (1024, 4096)

    init() {}

    /// A stream for a new request.
    func take(_ id: Int32) -> ServerStream {
        let stream = idle.popLast() ?? ServerStream()
        stream.begin(id)
        return stream
    }

    /// Takes back a stream that is gone.
    func give(_ stream: ServerStream) {
        guard idle.count < Self.countLimit, stream.byteCapacity <= Self.byteLimit else { return }
        idle.append(stream)
    }
}
