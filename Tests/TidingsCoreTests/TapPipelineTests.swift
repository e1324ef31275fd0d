import ClientTestSupport
import Foundation
import PushModel
import TestSupport
import Testing
import TidingsCore

@Suite("The tap pipeline") struct TapPipelineTests {
    private let start = Date(timeIntervalSince1970: 1_800_000_000)

    private func tap(
        _ request: String, message: String = "msg_1", action: String? = nil, input: String? = nil,
        at seconds: Double = 0
    ) -> Tap {
        Tap(
            requestID: request, messageID: message, action: action, input: input, payload: [:],
            respondedAt: start.addingTimeInterval(seconds))
    }

    @Test("A response that is reported by several callbacks is one tap", .rows("P12", "CS-H2", "CS-H3"))
    func onePerResponse() {
        var pipeline = TapPipeline()
        #expect(pipeline.receive(tap("r1")) == true)
        #expect(pipeline.receive(tap("r1", at: 0.2)) == false)
        #expect(pipeline.receive(tap("R1", at: 30)) == false)
        #expect(pipeline.waiting.count == 1)
    }

    @Test("Two actions on one notification, and one id with a new message, are different taps", .rows("P12"))
    func differentResponses() {
        var pipeline = TapPipeline()
        #expect(pipeline.receive(tap("r1")) == true)
        #expect(pipeline.receive(tap("r1", action: "yes")) == true)
        #expect(pipeline.receive(tap("r1", message: "msg_2")) == true)
        #expect(pipeline.waiting.count == 3)
    }

    @Test("Taps come out in order, each once, and a consumed one does not come back", .rows("U7", "CS-H4"))
    func order() throws {
        var pipeline = TapPipeline()
        let taps = [tap("r1"), tap("r2"), tap("r3")]
        for tap in taps { #expect(pipeline.receive(tap) == true) }
        var seen: [String] = []
        while let next = pipeline.next {
            #expect(pipeline.consume(next.id) == true)
            #expect(pipeline.consume(next.id) == false)
            seen.append(next.requestID)
        }
        #expect(seen == ["r1", "r2", "r3"])
        #expect(pipeline.receive(taps[0]) == false)
        #expect(pipeline.next == nil)
    }

    @Test("A tap is replayed within sixty seconds and dropped after that", .rows("K22"))
    func ageLimit() {
        var pipeline = TapPipeline()
        _ = pipeline.receive(tap("old"))
        _ = pipeline.receive(tap("young", at: 5))
        #expect(pipeline.removeExpired(now: start.addingTimeInterval(60)).isEmpty)
        #expect(pipeline.removeExpired(now: start.addingTimeInterval(60.5)).map(\.requestID) == ["old"])
        #expect(pipeline.waiting.map(\.requestID) == ["young"])
    }

    @Test("A tap outlives the process, and what was consumed stays consumed", .rows("CS-L7", "P5"))
    func persistence() throws {
        let folder = try TestFolder()
        let store = TapStore.file(try folder.container().taps)
        var pipeline = store.load()
        _ = pipeline.receive(tap("r1"))
        _ = pipeline.receive(tap("r2"))
        #expect(pipeline.consume(try #require(pipeline.next).id) == true)
        try store.save(pipeline)
        var later = store.load()
        #expect(later.waiting.map(\.requestID) == ["r2"])
        #expect(later.receive(tap("r1")) == false)
    }

    @Test("A tap whose consumer went away waits again in its place")
    func putBack() throws {
        var pipeline = TapPipeline()
        _ = pipeline.receive(tap("r1"))
        _ = pipeline.receive(tap("r2"))
        let first = try #require(pipeline.next)
        _ = pipeline.consume(first.id)
        pipeline.putBack(first)
        pipeline.putBack(first)
        #expect(pipeline.waiting.map(\.requestID) == ["r1", "r2"])
    }
}
