import Foundation
import Testing
import Timekeeping

@Suite(.timeLimit(.minutes(1)))
struct SystemTimeTests {
    private let time = SystemTime()

    @Test func `the uptime goes forward and is the same for every instance`() async throws {
        let first = time.uptime
        let second = SystemTime().uptime
        #expect(second >= first)
        #expect(second - first < .seconds(5))
    }

    @Test func `the wall clock is the machine's`() {
        #expect(abs(time.now.timeIntervalSinceNow) < 5)
    }

    @Test func `sleeping reaches the deadline`() async throws {
        let deadline = time.uptime + .milliseconds(2)
        try await time.sleep(until: deadline)
        #expect(time.uptime >= deadline)
    }

    @Test func `a sleeper can be cancelled`() async {
        let task = Task { try await time.sleep(for: .seconds(3600)) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `holds have no effect`() {
        let hold = time.hold("anybody")
        hold.release()
        hold.release()
    }
}
