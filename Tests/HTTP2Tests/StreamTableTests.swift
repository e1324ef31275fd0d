import Testing

@testable import HTTP2

@Suite struct StreamTableTests {
    private func stream(_ id: Int32) -> ServerStream {
        let stream = ServerStream()
        stream.begin(id)
        return stream
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `it finds what a dictionary finds, whatever opens and closes`(seed: UInt64) {
        var generator = Numbers(state: seed)
        var table = StreamTable()
        var model: Set<Int32> = []
        // Few homes for many numbers, so that streams are pushed from their homes, and growth on the way.
        let numbers = (0..<600).map { (number: Int) -> Int32 in
            let (home, round) = (number % 40, number / 40)
            return Int32(2 * home + 1 + 2048 * round)
        }
        for _ in 0..<20_000 {
            let id = numbers.randomElement(using: &generator) ?? 1
            #expect((table[id] != nil) == model.contains(id))
            if Int.random(in: 0..<3, using: &generator) == 0 {
                #expect((table.remove(id) != nil) == (model.remove(id) != nil))
            } else if model.insert(id).inserted {
                table.insert(stream(id))
            }
            #expect(table.count == model.count)
        }
        for id in numbers { #expect(table[id]?.id == (model.contains(id) ? id : nil)) }
        table.removeAll(after: 4097)
        for id in numbers { #expect((table[id] != nil) == (model.contains(id) && id <= 4097)) }
        table.removeAll()
        #expect(table.isEmpty)
    }

    @Test func `a stream that serves again shows nothing of the request before, which stays as it was`() throws {
        let stream = stream(1)
        func add(_ name: String, _ value: String) {
            Array(name.utf8).withUnsafeBufferPointer { name in
                Array(value.utf8).withUnsafeBufferPointer { stream.add(name: name, value: $0, byteLimit: 1000) }
            }
        }
        add(":method", "POST")
        add(":path", "/first")
        add(":authority", "one")
        add("x-secret", "first")
        _ = Array("body".utf8).withUnsafeBufferPointer { stream.append($0, byteLimit: 100) }
        stream.isComplete = true
        let first = try #require(stream.takeRequest(connectionID: 1))
        stream.begin(3)
        add(":method", "GET")
        let second = try #require(stream.takeRequest(connectionID: 1))
        #expect(first.method == "POST" && first.path == "/first" && first.authority == "one")
        #expect(first.headers == [HTTP2Header("x-secret", "first")] && first.body == Array("body".utf8))
        #expect(!first.isBodyCut && first.streamID == 1)
        #expect(second.method == "GET" && second.path.isEmpty && second.authority.isEmpty && second.headers.isEmpty)
        #expect(second.body.isEmpty && second.isBodyCut && second.streamID == 3)
    }
}

/// Numbers that a seed repeats.
private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ state >> 31
    }
}
