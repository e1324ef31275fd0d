import Foundation
import PushModel
import Timekeeping

/// An import under way: reads a batch while the server works on the one before.
struct ImportRun {
    /// How many rows a request carries at most, as the server allows.
    static let rowLimit = 1_000
    /// How many bytes of rows a request carries at most; the server takes a megabyte unless it is told otherwise.
    static let byteLimit = 700_000
    /// How often a request is sent again while the server cannot take it.
    private static let tryLimit = 10

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
        let (client, isDryRun, time) = (client, isDryRun, time)
        var next = try read(&source)
        while let batch = next {
            async let answer = Self.send(batch, to: client, isDryRun: isDryRun, time: time)
            next = try read(&source)
            try record(batch, try await answer, &progress)
        }
    }

    /// The next batch, or nil at the end of the file.
    private func read(_ source: inout ImportSource) throws -> Batch? {
        var batch = Batch()
        while batch.rows.count < Self.rowLimit, batch.bytes < Self.byteLimit, batch.read < 10 * Self.rowLimit,
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

    /// Sends a batch until the server has taken it; the same rows twice change nothing.
    private static func send(
        _ batch: Batch, to client: APIClient, isDryRun: Bool, time: any TimeSource
    ) async throws -> JSONValue {
        guard !batch.rows.isEmpty else { return [:] }
        var body: JSONObject = ["rows": .array(batch.rows.map { .object($0) })]
        if isDryRun { body["dryRun"] = true }
        let request = APIClient.Request(method: "POST", path: "/v1/imports", body: Data(body.encoded()))
        for attempt in 1... {
            var answer: APIClient.Answer?
            do {
                answer = try await client.answer(request)
            } catch let error as CommandError where attempt < tryLimit {
                guard error.code == .unreachable else { throw error }
            }
            let status = answer?.status ?? 503
            if let answer, (200..<300).contains(status) {
                guard let data = try? JSONValue(parsing: Array(answer.body))["data"] else {
                    throw client.noTidings(status)
                }
                return data
            }
            if let answer, attempt >= tryLimit || ![429, 503].contains(status) {
                throw client.refusal(status: status, body: answer.body)
            }
            let asked = answer?.headers["retry-after"].flatMap { Int($0) } ?? 0
            try await time.sleep(for: .seconds(max(asked, min(30, 1 << min(attempt - 1, 5)))))
        }
        return [:]
    }

    private func record(_ batch: Batch, _ answer: JSONValue, _ progress: inout ImportProgress) throws {
        var refused = batch.refused
        for entry in answer["refused"]?.array ?? [] {
            guard let index = entry["index"]?.int, batch.lines.indices.contains(index) else { continue }
            refused.append(
                Refusal(
                    line: batch.lines[index], code: entry["code"]?.string ?? "", param: entry["param"]?.string ?? "",
                    reason: entry["message"]?.string ?? ""))
        }
        progress.totals.rows += batch.read
        progress.totals.subscribersCreated += answer["subscribers"]?["created"]?.int ?? 0
        progress.totals.subscribersUpdated += answer["subscribers"]?["updated"]?.int ?? 0
        progress.totals.devicesCreated += answer["devices"]?["created"]?.int ?? 0
        progress.totals.devicesMoved += answer["devices"]?["moved"]?.int ?? 0
        progress.totals.devicesKnown += answer["devices"]?["known"]?.int ?? 0
        progress.totals.refused += refused.count
        progress.totals.skipped.merge(batch.skipped, uniquingKeysWith: +)
        (progress.position, progress.line) = (batch.position, batch.line)
        try keep(&progress, refused.sorted { $0.line < $1.line })
        report(progress)
    }
}
