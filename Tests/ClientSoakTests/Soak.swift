import Foundation
import Locking
import SimulatedDevice
import TestSupport
import Testing

/// One run of a sequence, and what was wrong with it.
protocol SoakRun: Sendable {
    associatedtype Step: Sendable

    var seed: UInt64 { get }
    var moves: [Step] { get }
    var faults: [String] { get }
    var timeline: [TimelineEntry] { get }
    /// What is needed to understand a failure, and the command that shows it again.
    var report: String { get }

    /// The same sequence with other moves.
    func again(with moves: [Step]) async -> Self
}

extension SoakRun {
    /// The same with as few moves as it takes to fail in the same way, found by leaving out one after the other.
    func shrunk(tries: Int = 120) async -> Self {
        var best = self
        var left = tries
        var isSmaller = true
        while isSmaller {
            isSmaller = false
            for index in best.moves.indices.reversed() where left > 0 && index < best.moves.count {
                left -= 1
                var moves = best.moves
                moves.remove(at: index)
                let run = await best.again(with: moves)
                guard run.kind == kind else { continue }
                best = run
                isSmaller = true
            }
        }
        return best
    }

    /// The first fault without names and numbers.
    private var kind: String? { faults.first.map { String($0.filter { !$0.isNumber }) } }

    /// Writes the timeline to where `TIDINGS_SOAK_TIMELINES` says.
    func keepTimeline() {
        guard let folder = ProcessInfo.processInfo.environment["TIDINGS_SOAK_TIMELINES"] else { return }
        let text = timeline.map(\.description).joined(separator: "\n")
        try? Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(seed).txt"))
    }
}

/// Plays sequences side by side, one per seed, and has the test fail by the smallest of those that fail.
struct Soak {
    /// How much is to be played, in the measure of the test.
    let count: Int
    private let firstSeed = setting("SEED") ?? 1
    /// How many worlds there are at a time.
    private let width = setting("WIDTH") ?? 12
    /// After how many failures the rest is left.
    private static let failureLimit = 6

    init(count: Int) { self.count = count }

    /// A number that `make soak` sets.
    static func setting(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment["TIDINGS_SOAK_\(name)"].flatMap { Int($0) }
    }

    /// Plays until enough was played.
    ///
    /// - Parameters:
    ///   - size: How much the sequence of a seed counts; 1 by default.
    ///   - play: Plays the sequence of a seed.
    func run<Run: SoakRun>(
        size: @escaping @Sendable (UInt64) -> Int = { _ in 1 }, _ play: @escaping @Sendable (UInt64) async -> Run
    ) async {
        let next = Locked((index: 0, size: 0))
        let failures = Locked<[Run]>([])
        let (count, firstSeed) = (count, firstSeed)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<min(width, count) {
                group.addTask {
                    while failures.withLock({ $0.count }) < Self.failureLimit {
                        let seed = next.withLock { next -> UInt64? in
                            guard next.size < count else { return nil }
                            let seed = UInt64(firstSeed + next.index)
                            next.index += 1
                            next.size += size(seed)
                            return seed
                        }
                        guard let seed else { return }
                        let run = await play(seed)
                        guard !run.faults.isEmpty else { continue }
                        print(run.report)
                        failures.withLock { $0.append(run) }
                    }
                }
            }
        }
        let found = failures.withLock { $0 }
        await withTaskGroup(of: Run.self) { group in
            for failure in found { group.addTask { await failure.shrunk() } }
            for await smallest in group {
                Issue.record("\(smallest.report)")
                smallest.keepTimeline()
            }
        }
    }
}
