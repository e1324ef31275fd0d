package import Foundation
package import Timekeeping

/// The device's time as one process has it: a frozen process does not notice that a sleep is over.
package struct ProcessTime: TimeSource {
    private let device: any TimeSource
    private let whenRunning: @Sendable () async -> Bool

    init(device: any TimeSource, whenRunning: @escaping @Sendable () async -> Bool) {
        self.device = device
        self.whenRunning = whenRunning
    }

    package var now: Date { device.now }
    package var uptime: Duration { device.uptime }

    package func sleep(until deadline: Duration) async throws {
        try await device.sleep(until: deadline)
        guard await whenRunning() else { throw CancellationError() }
    }

    package func hold(_ owner: String) -> BusyHold { device.hold(owner) }
}
