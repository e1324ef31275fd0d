/// Counts the frames that cost a server work and give it none, so that a client cannot flood it.
///
/// It reads frame headers only and works on any cut of the byte stream. nghttp2 before 1.61 does not count CONTINUATION,
/// and no version counts PING, SETTINGS, PRIORITY and empty DATA against time.
struct FrameMeter {
    private let limits: HTTP2Limits
    private var toSkip = 24  // The connection preface comes before the first frame.
    private var head: (bytes: UInt64, count: Int) = (0, 0)
    private var continuations = 0
    private var control: Bucket
    private var resets: Bucket

    /// A leaky bucket: what comes faster than it leaks, past its size, is too much.
    private struct Bucket {
        let burst: Double
        let perSecond: Double
        var level = 0.0
        var lastUse = Duration.zero

        mutating func isOverfull(at time: Duration) -> Bool {
            let passed = max(.zero, time - lastUse)
            level = max(0, level - Double(passed.components.seconds) * perSecond - passed.fraction * perSecond)
            lastUse = time
            level += 1
            return level > burst
        }
    }

    /// Starts at the first byte of a connection.
    init(_ limits: HTTP2Limits) {
        self.limits = limits
        control = Bucket(burst: Double(limits.controlFrameBurst), perSecond: Double(limits.controlFramesPerSecond))
        resets = Bucket(burst: Double(limits.resetBurst), perSecond: Double(limits.resetsPerSecond))
    }

    /// Counts what came at `time`; returns what there was too much of.
    mutating func receive(_ bytes: UnsafeRawBufferPointer, at time: Duration) -> String? {
        var position = 0
        while position < bytes.count {
            if toSkip > 0 {
                let step = min(toSkip, bytes.count - position)
                toSkip -= step
                position += step
                continue
            }
            // Length, type and flags are the first five of nine bytes.
            if head.count < 5 { head.bytes = head.bytes << 8 | UInt64(bytes[position]) }
            head.count += 1
            position += 1
            guard head.count == 9 else { continue }
            let length = Int(head.bytes >> 16)
            let type = UInt8(truncatingIfNeeded: head.bytes >> 8)
            let flags = UInt8(truncatingIfNeeded: head.bytes)
            head = (0, 0)
            toSkip = length
            if let excess = count(type, flags: flags, length: length, at: time) { return excess }
        }
        return nil
    }

    private mutating func count(_ type: UInt8, flags: UInt8, length: Int, at time: Duration) -> String? {
        let endsHeaders = flags & 4 != 0
        let isAnswer = flags & 1 != 0
        switch type {
        case 9:
            continuations += 1
            if continuations > limits.continuationLimit { return "too many CONTINUATION frames" }
            if endsHeaders { continuations = 0 }
        case 1: continuations = 0
        case 3: if resets.isOverfull(at: time) { return "too many reset streams" }
        case 0: if length == 0, !isAnswer, control.isOverfull(at: time) { return "too many empty DATA frames" }
        case 4, 6: if !isAnswer, control.isOverfull(at: time) { return "too many PING and SETTINGS frames" }
        case 2: if control.isOverfull(at: time) { return "too many PRIORITY frames" }
        default: break
        }
        return nil
    }
}

extension Duration {
    /// The part below a second, in seconds.
    fileprivate var fraction: Double { Double(components.attoseconds) / 1e18 }
}
