import TestSupport
import Testing

@testable import SimulatedDevice

/// An app that ends while the phone is amid something with it.
@Suite(.timeLimit(.minutes(1)))
struct EndedAppTests {
    /// The phone opens an app in several steps; one that has died between two of them would stand there as active, without
    /// a process, and could never be launched again.
    @Test(.rows("F1")) func `an app that has ended is not brought to the front, and can be launched anew`() async throws
    {
        let test = try await makePhone()
        try await test.phone.launch()
        test.device.endApp(bundleID, reason: "crash")
        test.device.enter(.active, bundleID)
        #expect(test.device.phase(of: bundleID) == .notRunning)
        try await test.phone.launch()
        #expect(test.device.phase(of: bundleID) == .active)
        await test.phone.stop()
    }
}
