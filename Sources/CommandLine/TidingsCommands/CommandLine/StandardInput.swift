import Foundation

/// Standard input; its lines are read on a thread of their own because reading blocks.
enum StandardInput {
    /// Starts reading; the stream ends with the input.
    static func lines() -> AsyncStream<String> {
        let (stream, continuation) = AsyncStream<String>.makeStream()
        Thread.detachNewThread {
            while let line = readLine(strippingNewline: true) {
                if case .terminated = continuation.yield(line) { return }
            }
            continuation.finish()
        }
        return stream
    }

    /// Reads all of it, but no more than a count of bytes.
    static func bytes(upTo count: Int) -> [UInt8] {
        ((try? FileHandle.standardInput.read(upToCount: count)) ?? nil).map { Array($0) } ?? []
    }
}
