/// The scripted faults in order; the first that matches a request decides.
///
/// A value without a clock.
struct FaultScript: Sendable {
    private struct Scripted {
        var id: Int
        var fault: APNsSimulator.Fault
        var seen = 0
        var hits = 0
        /// When it was scripted.
        var start: Duration
        /// The second that is being counted, and how many came in it.
        var window: (second: Int64, count: Int) = (-1, 0)

        /// Whether it applies at a time: inside its span and beyond what passes in each second.
        mutating func applies(at time: Duration) -> Bool {
            let age = time - start
            guard age >= fault.after, fault.until.map({ age < $0 }) ?? true else { return false }
            guard let perSecond = fault.perSecond else { return true }
            if window.second != age.components.seconds { window = (age.components.seconds, 0) }
            window.count += 1
            return window.count > perSecond
        }
    }

    private var faults: [Scripted] = []
    private var lastID = 0
    private var generator: SplitMix64

    init(seed: UInt64) { generator = SplitMix64(seed: seed) }

    /// Whether every request goes its ordinary way.
    var isEmpty: Bool { faults.isEmpty }

    /// The faults that are not over, with how often each was hit.
    var active: [(id: Int, fault: APNsSimulator.Fault, hits: Int)] { faults.map { ($0.id, $0.fault, $0.hits) } }

    /// Adds a fault after those that are there and answers its id.
    mutating func add(_ fault: APNsSimulator.Fault, at time: Duration = .zero) -> Int {
        lastID += 1
        faults.append(Scripted(id: lastID, fault: fault, start: time))
        return lastID
    }

    /// Takes a fault back; false when it is unknown or over.
    mutating func remove(_ id: Int) -> Bool {
        let count = faults.count
        faults.removeAll { $0.id == id }
        return faults.count < count
    }

    /// Starts the generator over.
    mutating func reseed(_ seed: UInt64) { generator = SplitMix64(seed: seed) }

    /// Takes all faults back.
    mutating func removeAll() { faults = [] }

    /// The fault that hits a request to this token, if any; counts it.
    mutating func fault(
        for token: String, _ environment: APNsSimulator.Environment,
        _ service: APNsSimulator.Fault.Service = .devices, at time: Duration = .zero
    ) -> APNsSimulator.Fault? {
        faults.removeAll { scripted in scripted.fault.until.map { time - scripted.start >= $0 } ?? false }
        let token = token.lowercased()
        for index in faults.indices {
            let fault = faults[index].fault
            guard fault.service == service, token.hasPrefix(fault.tokenPrefix),
                fault.environment ?? environment == environment
            else { continue }
            guard faults[index].applies(at: time) else { continue }
            faults[index].seen += 1
            guard faults[index].seen > fault.skips else { continue }
            if fault.probability < 1, Double.random(in: 0..<1, using: &generator) >= fault.probability { continue }
            faults[index].hits += 1
            if let times = fault.times, faults[index].hits >= times { faults.remove(at: index) }
            return fault
        }
        return nil
    }
}

/// Random numbers by which the same seed gives the same faults on every run.
struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
