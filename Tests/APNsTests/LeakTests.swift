import Foundation
import HTTP2
import Locking
import TestSupport
import Testing

@testable import APNs

/// What is left of clients that have ended.
@Suite(.timeLimit(.minutes(1)))
struct LeakTests {
    /// Open descriptors and threads of this process.
    private static func usage() throws -> (descriptors: Int, threads: Int) {
        let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
        return (descriptors, threads)
    }

    /// Kilobytes of memory that the process uses itself.
    private static func residentKilobytes() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
        return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    }

    /// Sanitizers keep what is freed, and books about it; they look for leaks themselves.
    private static var isSanitized: Bool {
        ["__asan_init", "__tsan_init"].contains { (name: String) in dlsym(dlopen(nil, RTLD_NOW), name) != nil }
    }

    /// A client in each of the ways that connections end, many times over; returns when all is closed.
    private static func live(rounds: Int) async throws {
        let apns = try await FakeAPNs { request, responder in
            switch request.path.suffix(2) {
            case "00": responder.connection.closeAbruptly()
            case "01": responder.connection.goAway(lastStreamID: 0, debugData: [])
            case "02": responder.connection.closeWithoutGoAway()
            default: responder.accept()
            }
        }
        let silent = try Relay(to: apns.port, isOpen: false)
        let seen = Locked(0)
        for round in 0..<rounds {
            let client = try apns.client { $0.connectionCount = 3 }
            for ending in ["00", "01", "02", "03"] { _ = await client.send([.sample(token: "aa\(ending)")]) }
            // An attempt that never comes to an end of its own, and is given up by closing.
            let stuck = try apns.client { $0.port = silent.port }
            async let waiting = stuck.send([.sample()])
            while silent.connectionCount <= round { await Task.yield() }
            await stuck.close()
            let results = await waiting
            seen.withLock { $0 += results.count }
            if round % 2 == 0 { await client.close() } else { await client.drain() }
        }
        #expect(seen.withLock { $0 } == rounds)
        await apns.stop()
        silent.stop()
    }

    @Test(.rows("SF65"))
    func `a client that was closed leaves no thread, no descriptor and no memory`() async {
        // In a process of its own, where nobody else opens and closes things.
        await #expect(processExitsWith: .success) {
            // What is made once and kept, such as the threads of the system's queues, is not a leak.
            try await Self.live(rounds: 5)
            let before = try Self.usage()
            let memory = try Self.residentKilobytes()
            try await Self.live(rounds: 40)
            var after = try Self.usage()
            // Threads of the system's pool come and go; those of a client are joined when it closes.
            for _ in 0..<10_000 where after.threads > before.threads + 4 || after.descriptors > before.descriptors + 2 {
                await Task.yield()
                after = try Self.usage()
            }
            #expect(after.descriptors <= before.descriptors + 2, "\(before) became \(after)")
            #expect(after.threads <= before.threads + 4, "\(before) became \(after)")
            // A client that stayed would cost 128 KB for the buffers of each connection alone, 200 in all.
            let growth = try Self.residentKilobytes() - memory
            #expect(growth < 8_000 || Self.isSanitized, "\(growth) KB")
        }
    }
}
