import EventLoop
import Foundation
import Locking
import TestSupport
import Testing

/// An actor whose code runs on the thread of a loop, as one that owns C objects does.
private actor Counter {
    let loop: EventLoop
    private(set) var value = 0
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    init(loop: EventLoop) { self.loop = loop }

    func add() -> Bool {
        value += 1
        return loop.isCurrent
    }
}

@Suite(.timeLimit(.minutes(1)))
struct EventLoopTests {
    @Test func `an actor pinned to a loop runs on its thread`() async throws {
        let loop = try EventLoop(name: "pinned")
        defer { loop.shutdown() }
        let counter = Counter(loop: loop)
        let onLoop = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<1000 { group.addTask { await counter.add() } }
            return await group.reduce(true) { $0 && $1 }
        }
        #expect(onLoop)
        #expect(await counter.value == 1000)
        #expect(!loop.isCurrent)
    }

    @Test func `a callback on the loop may assume the isolation of a pinned actor`() async throws {
        let loop = try EventLoop(name: "assume")
        defer { loop.shutdown() }
        let counter = Counter(loop: loop)
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
            loop.schedule(after: .zero) {
                counter.assumeIsolated { _ = $0.add() }
                done.resume()
            }
        }
        #expect(await counter.value == 1)
    }

    @Test func `a foreign thread that claims to be on the loop is stopped`() async {
        await #expect(processExitsWith: .failure) {
            let loop = try EventLoop(name: "checked")
            loop.checkIsolated()
        }
    }

    @Test func `bodies run in the order they were queued`() async throws {
        let loop = try EventLoop(name: "order")
        defer { loop.shutdown() }
        let seen = Locked<[Int]>([])
        for number in 0..<10_000 { loop.execute { seen.withLock { $0.append(number) } } }
        await withCheckedContinuation { done in loop.execute { done.resume() } }
        #expect(seen.withLock { $0 } == Array(0..<10_000))
    }

    @Test func `a body queued by a body runs`() async throws {
        let loop = try EventLoop(name: "nested")
        defer { loop.shutdown() }
        await withCheckedContinuation { done in
            loop.execute { loop.execute { loop.execute { done.resume() } } }
        }
    }

    @Test func `a cancelled timer does not fire and a shorter one fires first`() async throws {
        let loop = try EventLoop(name: "timers")
        defer { loop.shutdown() }
        let seen = Locked<[String]>([])
        let cancelled = loop.schedule(after: .milliseconds(5)) { seen.withLock { $0.append("cancelled") } }
        await withCheckedContinuation { done in
            loop.schedule(after: .milliseconds(30)) {
                seen.withLock { $0.append("long") }
                done.resume()
            }
            loop.schedule(after: .milliseconds(10)) { seen.withLock { $0.append("short") } }
            cancelled.cancel()
        }
        #expect(seen.withLock { $0 } == ["short", "long"])
    }

    @Test func `shutdown runs what was queued and drops timers`() throws {
        weak var gone: EventLoop?
        let seen = Locked(0)
        do {
            let loop = try EventLoop(name: "shutdown")
            gone = loop
            loop.schedule(after: .seconds(3600)) { seen.withLock { $0 += 1000 } }
            for _ in 0..<100 { loop.execute { seen.withLock { $0 += 1 } } }
            loop.shutdown()
            loop.shutdown()
        }
        #expect(seen.withLock { $0 } == 100)
        #expect(gone == nil)
    }

    @Test func `an actor outlives the thread of its loop`() async throws {
        let loop = try EventLoop(name: "late")
        let counter = Counter(loop: loop)
        loop.shutdown()
        #expect(await counter.add())
        let timer = loop.schedule(after: .zero) { Issue.record("a timer fired after shutdown") }
        #expect(await counter.add())
        timer.cancel()
    }

    @Test func `a loop can shut itself down`() async throws {
        let loop = try EventLoop(name: "itself")
        await withCheckedContinuation { done in
            loop.execute {
                loop.shutdown()
                loop.execute { done.resume() }
            }
        }
    }

    @Test func `the readiness of a pipe is reported until it is stopped`() async throws {
        let loop = try EventLoop(name: "pipe")
        defer { loop.shutdown() }
        let pipe = Pipe()
        let reader = pipe.fileHandleForReading
        let text: String = await withCheckedContinuation { done in
            loop.execute {
                var watch: FileWatch?
                do {
                    watch = try FileWatch(loop: loop, fileDescriptor: reader.fileDescriptor) { readiness in
                        #expect(readiness == .read)
                        watch?.stop()
                        watch = nil
                        done.resume(returning: String(decoding: reader.availableData, as: UTF8.self))
                    }
                    try watch?.watch(.read)
                } catch {
                    done.resume(returning: "\(error)")
                }
            }
            pipe.fileHandleForWriting.write(Data("ready".utf8))
        }
        #expect(text == "ready")
    }

    @Test func `a regular file cannot be watched and the error says so`() async throws {
        let loop = try EventLoop(name: "file")
        defer { loop.shutdown() }
        let file = try #require(FileHandle(forReadingAtPath: "/etc/hostname"))
        let error: EventLoopError? = await withCheckedContinuation { done in
            loop.execute {
                do {
                    try FileWatch(loop: loop, fileDescriptor: file.fileDescriptor) { _ in }.watch(.read)
                    done.resume(returning: nil)
                } catch {
                    done.resume(returning: error as? EventLoopError)
                }
            }
        }
        #expect(error?.code == .notWatchable)
        #expect(error?.description.contains("Pass an open socket or pipe") == true)
    }
}
