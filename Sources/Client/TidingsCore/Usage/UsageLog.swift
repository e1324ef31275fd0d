import Foundation
import PushModel
import Timekeeping

/// Reports the sessions of a person in the app, also those whose end the app did not live to see.
package actor UsageLog {
    private let install: Install
    private let environment: ClientEnvironment
    private let isOn: Bool
    private var loaded: UsageClock?

    /// Creates a log; switched off it reports nothing.
    package init(install: Install, environment: ClientEnvironment, isOn: Bool) {
        self.install = install
        self.environment = environment
        self.isOn = isOn
    }

    /// The app is on the screen.
    package func appeared() async { await change { $0.appeared(now: $1) } }

    /// The app has left the screen.
    package func disappeared() async {
        await change { clock, now in
            clock.disappeared(now: now)
            return nil
        }
    }

    /// The app runs, or time has passed.
    package func passed() async { await change { $0.passed(now: $1) } }

    /// Another person takes the phone; called before anything else knows of it.
    package func changedHands() async { await change { $0.changedHands(now: $1) } }

    private func change(_ body: (inout UsageClock, Date) -> UsageClock.Ended?) async {
        guard isOn else { return }
        var clock = loaded ?? stored
        let before = clock
        let ended = body(&clock, environment.time.now)
        loaded = clock
        // First the event: a death in between repeats it, and the server counts it once.
        if let ended {
            await install.recordOnce(
                "$session.ended", data: ["durationSec": .int(ended.seconds)], at: ended.end,
                key: [String(ended.start.timeIntervalSince1970)])
        }
        guard clock != before || ended != nil else { return }
        do {
            try AtomicFile.replace(environment.container.usage, with: JSONEncoder().encode(clock))
        } catch {
            environment.log(.warning, "The session could not be stored", ("error", "\(error)"))
        }
    }

    private var stored: UsageClock {
        guard let content = try? Data(contentsOf: environment.container.usage) else { return UsageClock() }
        return (try? JSONDecoder().decode(UsageClock.self, from: content)) ?? UsageClock()
    }
}
