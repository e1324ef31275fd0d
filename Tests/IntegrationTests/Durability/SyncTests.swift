import Foundation
import StorageTestSupport
import TestSupport
import Testing

/// A 202 means that the message is on the disk: what the operating system is asked for proves it.
@Suite(.serialized, .on(.sqlite), .timeLimit(.minutes(2))) struct SyncTests {
    private func traced(_ body: @Sendable @escaping (TracedServer) async throws -> Void) async throws -> SyncTrace {
        try await ScratchFolder.with { folder in
            let server = try await TracedServer(folder: folder.url)
            try await body(server)
            return try await server.stop()
        }
    }

    @Test func `messages sent one after the other are flushed one after the other, each before its answer`()
        async throws
    {
        let count = 50
        let trace = try await traced { server in #expect(server.send(count) == count) }
        #expect(trace.accepted.count == count)
        #expect(trace.flushes.count >= count)
        #expect(trace.acceptedTooEarly == 0)
    }

    @Test func `messages of 64 connections share flushes, and none is answered before one that holds it`() async throws
    {
        let (connections, each) = (64, 8)
        let trace = try await traced { server in
            let accepted = await withTaskGroup(of: Int.self) { group in
                for _ in 0..<connections {
                    group.addTask {
                        await withCheckedContinuation { done in
                            Thread.detachNewThread { done.resume(returning: server.send(each)) }
                        }
                    }
                }
                return await group.reduce(0, +)
            }
            #expect(accepted == connections * each)
        }
        #expect(trace.accepted.count == connections * each)
        #expect(trace.acceptedTooEarly == 0)
        #expect(trace.flushes.count < connections * each)
        print("202 is durable: \(trace.accepted.count) messages of 64 connections, \(trace.flushes.count) flushes")
    }

    @Test func `an answer before the flush would be noticed`() {
        let early = SyncTrace(
            """
            7 readv(9, [{iov_base="POST /v1/messages"..., iov_len=4096}], 1) = 100
            8 fdatasync(5 <unfinished ...>
            7 writev(9, [{iov_base="HTTP/1.1 202 Accepted"..., iov_len=20}], 1) = 20
            8 <... fdatasync resumed>) = 0
            """)
        #expect(early.accepted.count == 1 && early.flushes.count == 1 && early.acceptedTooEarly == 1)
        let other = SyncTrace(
            """
            8 fdatasync(5) = 0
            7 readv(9, [{iov_base="POST /v1/messages"..., iov_len=4096}], 1) = 100
            7 writev(9, [{iov_base="HTTP/1.1 202 Accepted"..., iov_len=20}], 1) = 20
            7 readv(9, [{iov_base="POST /v1/messages"..., iov_len=4096}], 1) = 100
            8 fdatasync(5) = 0
            7 writev(9, [{iov_base="HTTP/1.1 202 Accepted"..., iov_len=20}], 1) = 20
            """)
        #expect(other.accepted.count == 2 && other.acceptedTooEarly == 1)
    }
}
