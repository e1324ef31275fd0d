import Foundation
import Locking
import Timekeeping

/// How fast an import is, told every few seconds.
final class ImportPace: Sendable {
    private let time: any TimeSource
    private let size: UInt64
    private let before: Int
    private let began: Duration
    private let output: Output
    private let toldAt: Locked<Duration>

    /// Begins to measure.
    init(time: any TimeSource, size: UInt64, rows: Int, output: Output) {
        self.time = time
        self.size = size
        self.output = output
        before = rows
        began = time.uptime
        toldAt = Locked(began)
    }

    /// Seconds since the beginning.
    var seconds: Double { (time.uptime - began) / .seconds(1) }

    /// Records a second of this run.
    func rate(_ rows: Int) -> Int { Int(Double(rows - before) / max(seconds, 0.001)) }

    /// Tells how far it is, at most every two seconds.
    func tell(_ progress: ImportProgress) {
        let now = time.uptime
        let isDue = toldAt.withLock { last in
            guard now - last >= .seconds(2) else { return false }
            last = now
            return true
        }
        guard isDue else { return }
        let rows = progress.totals.rows
        output.note("\(rows) records, \(rate(rows))/s, \(progress.position * 100 / max(1, size)) %")
    }
}

/// What an import did, as it is printed at the end.
struct ImportOutcome: Encodable {
    let rows: Int
    let subscribersCreated: Int
    let subscribersUpdated: Int
    let devicesCreated: Int
    let devicesMoved: Int
    let devicesKnown: Int
    let refused: Int
    let skipped: [String: Int]
    let seconds: Double
    let rowsPerSecond: Int
    let dryRun: Bool
    let refusedFile: String?

    /// Gathers the numbers.
    init(_ totals: ImportProgress.Totals, pace: ImportPace, isDryRun: Bool, refusedFile: String) {
        rows = totals.rows
        subscribersCreated = totals.subscribersCreated
        subscribersUpdated = totals.subscribersUpdated
        devicesCreated = totals.devicesCreated
        devicesMoved = totals.devicesMoved
        devicesKnown = totals.devicesKnown
        refused = totals.refused
        skipped = totals.skipped
        seconds = (pace.seconds * 1000).rounded() / 1000
        rowsPerSecond = pace.rate(totals.rows)
        dryRun = isDryRun
        self.refusedFile = totals.refused > 0 ? refusedFile : nil
    }

    /// The same for people.
    var text: String {
        var lines = [
            "\(rows) records in \(seconds) s\(dryRun ? " (dry run: nothing was changed)" : ""), \(rowsPerSecond)/s",
            "subscribers  \(subscribersCreated) new, \(subscribersUpdated) changed",
            "devices      \(devicesCreated) new, \(devicesMoved) moved, \(devicesKnown) known",
        ]
        for (reason, count) in skipped.sorted(by: { $0.key < $1.key }) {
            lines.append("left out     \(count) \(reason)")
        }
        lines.append("refused      \(refused)" + (refusedFile.map { ", see \($0)" } ?? ""))
        return lines.joined(separator: "\n")
    }
}
