import Foundation
import PushModel
import Timekeeping

/// An import under way: reads a batch while the server works on the one before.
struct ImportRun {
    /// How many rows a request carries at most, as the server allows.
    static let rowLimit = 1_000

    /// A record that was not taken.
    struct Refusal: Sendable {
        let line: Int
        let code: String
        let param: String
        let reason: String
    }

    /// Rows of one request, and what the records between them were.
    private struct Batch: Sendable {
        var rows: [JSONObject] = []
        var lines: [Int] = []
        var bytes = 0
        var read = 0
        var refused: [Refusal] = []
        var skipped: [String: Int] = [:]
        var position: UInt64 = 0
        var line = 1
    }

    let client: APIClient
    let mapping: ImportMapping
    let isDryRun: Bool
    let time: any TimeSource
    /// Keeps what was refused and how far it is.
    let keep: (inout ImportProgress, [Refusal]) throws -> Void
    /// Hears of progress.
    let report: (ImportProgress) -> Void

    /// Reads the rest of the source and sends it.
    func run(_ source: inout ImportSource, _ progress: inout ImportProgress) async throws {
        let sender = ImportSender(client: client, isDryRun: isDryRun, time: time)
        var next = try read(&source, byteLimit: sender.byteLimit)
        while let batch = next {
            async let answer = sender.send(batch.rows[...])
            next = try read(&source, byteLimit: sender.byteLimit)
            try record(batch, try await answer, &progress)
        }
    }

    /// The next batch, or nil at the end of the file.
    private func read(_ source: inout ImportSource, byteLimit: Int) throws -> Batch? {
        var batch = Batch()
        while batch.rows.count < Self.rowLimit, batch.bytes < byteLimit, batch.read < 10 * Self.rowLimit,
            let record = try source.reader.next()
        {
            batch.read += 1
            switch result(record) {
            case .row(let row, let without):
                if let without { batch.skipped[without, default: 0] += 1 }
                batch.rows.append(row)
                batch.lines.append(record.line)
                batch.bytes += row.encoded().count + 1
            case .skipped(let reason): batch.skipped[reason, default: 0] += 1
            case .refused(let param, let reason):
                batch.refused.append(Refusal(line: record.line, code: "unreadable", param: param, reason: reason))
            }
        }
        (batch.position, batch.line) = (source.reader.position, source.reader.line)
        return batch.read == 0 ? nil : batch
    }

    private func result(_ record: FileRecord) -> ImportMapping.Result {
        switch record.content {
        case .fields(let fields): return mapping.row(fields)
        case .broken(let reason): return .refused(param: "", reason: reason)
        case .object(let bytes):
            do {
                guard let object = try JSONValue(parsing: bytes).object else {
                    return .refused(param: "", reason: "Expected an object in JSON.")
                }
                return mapping.row(object)
            } catch {
                return .refused(param: "", reason: error.message)
            }
        }
    }

    private func record(_ batch: Batch, _ answer: ImportAnswer, _ progress: inout ImportProgress) throws {
        var refused = batch.refused
        for entry in answer.refused where batch.lines.indices.contains(entry.index) {
            refused.append(
                Refusal(line: batch.lines[entry.index], code: entry.code, param: entry.param, reason: entry.reason))
        }
        progress.totals.rows += batch.read
        progress.totals.subscribersCreated += answer.counts.subscribersCreated
        progress.totals.subscribersUpdated += answer.counts.subscribersUpdated
        progress.totals.devicesCreated += answer.counts.devicesCreated
        progress.totals.devicesMoved += answer.counts.devicesMoved
        progress.totals.devicesKnown += answer.counts.devicesKnown
        progress.totals.refused += refused.count
        progress.totals.skipped.merge(batch.skipped, uniquingKeysWith: +)
        (progress.position, progress.line) = (batch.position, batch.line)
        try keep(&progress, refused.sorted { $0.line < $1.line })
        report(progress)
    }
}
