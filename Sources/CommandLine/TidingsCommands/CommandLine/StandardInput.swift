import Foundation

/// The lines of standard input, read on a thread of its own because reading blocks.
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
}
