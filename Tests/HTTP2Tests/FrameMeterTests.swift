import TestSupport
import Testing

@testable import HTTP2

struct FrameMeterTests {
    private typealias Frame = RawPeer.Frame

    private func excess(_ frames: [RawPeer.Frame], _ limits: HTTP2Limits = HTTP2Limits(), chunk: Int = .max) -> String?
    {
        var meter = FrameMeter(limits)
        var rest = (RawPeer.preface + frames.flatMap(\.bytes))[...]
        while !rest.isEmpty {
            let part = Array(rest.prefix(chunk))
            rest = rest.dropFirst(part.count)
            if let excess = part.withUnsafeBytes({ meter.receive($0, at: .zero) }) { return excess }
        }
        return nil
    }

    @Test(arguments: [1, 3, 7, 1_000_000])
    func `CONTINUATION frames are counted per header block, however the bytes are cut`(chunk: Int) {
        let head = Frame.headers(1, endsHeaders: false)
        let part = Frame.continuation(1, [0x83, 0x84, 0x87])
        let last = Frame(type: 9, flags: 4, streamID: 1, payload: [])
        let block = [head] + Array(repeating: part, count: 7) + [last]
        #expect(excess(block + block + block, chunk: chunk) == nil)
        #expect(excess([head] + Array(repeating: part, count: 8), chunk: chunk) == nil)
        let flood = [head] + Array(repeating: part, count: 9)
        #expect(excess(flood, chunk: chunk)?.contains("CONTINUATION") == true)
    }

    @Test func `frames without use are counted against time`() {
        var limits = HTTP2Limits()
        limits.controlFrameBurst = 10
        limits.controlFramesPerSecond = 5
        for frame in [
            Frame.ping, .settings, .data(1, []), Frame(type: 2, flags: 0, streamID: 1, payload: [0, 0, 0, 0, 0]),
        ] {
            #expect(excess(Array(repeating: frame, count: 10), limits) == nil)
            #expect(excess(Array(repeating: frame, count: 11), limits) != nil)
        }
        var meter = FrameMeter(limits)
        _ = RawPeer.preface.withUnsafeBytes { meter.receive($0, at: .zero) }
        for second in 0..<100 {
            for _ in 0..<5 {
                let excess = Frame.ping.bytes.withUnsafeBytes { meter.receive($0, at: .seconds(second)) }
                #expect(excess == nil)
            }
        }
    }

    @Test func `useful frames and answers are not counted`() {
        var limits = HTTP2Limits()
        limits.controlFrameBurst = 1
        let answers = [
            Frame(type: 4, flags: 1, streamID: 0, payload: []), Frame(type: 6, flags: 1, streamID: 0, payload: []),
        ]
        let useful = [Frame.headers(1), .data(1, [1]), .data(1, [], endsStream: true), .windowUpdate(0, 1)]
        #expect(excess(Array(repeating: answers + useful, count: 100).flatMap { $0 }, limits) == nil)
    }

    @Test func `resets are counted on their own`() {
        var limits = HTTP2Limits()
        limits.resetBurst = 5
        #expect(excess((0..<5).map { .reset($0) }, limits) == nil)
        #expect(excess((0..<6).map { .reset($0) }, limits)?.contains("reset") == true)
    }
}
