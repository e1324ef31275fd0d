import Foundation
import Locking
import PushModel
import Timekeeping

/// Brings rows to the server in requests of a size that it takes.
struct ImportSender: Sendable {
    /// How many bytes of rows a request carries at first; the server takes a megabyte unless it is told otherwise.
    private static let usualByteLimit = 700_000
    /// A body up to this size is read to its end by every server, and then answered.
    private static let safeByteLimit = 65_536
    /// How often a request is sent again while the server cannot take it.
    private static let tryLimit = 10

    private let client: APIClient
    private let isDryRun: Bool
    private let time: any TimeSource
    private let known = Locked(usualByteLimit)

    /// Sends to a server.
    init(client: APIClient, isDryRun: Bool, time: any TimeSource) {
        self.client = client
        self.isDryRun = isDryRun
        self.time = time
    }

    /// How many bytes of rows a request carries at most, as far as the server has said.
    var byteLimit: Int { known.withLock { $0 } }

    private enum Outcome {
        case taken(JSONValue)
        /// The server takes no body of this size; its own sentence, if it said one.
        case tooLarge(String?)
    }

    /// Sends rows until the server has taken them, in halves of halves where it takes no larger body; the same rows twice
    /// change nothing.
    ///
    /// - Returns: What became of them; places are those of the slice.
    func send(_ rows: ArraySlice<JSONObject>) async throws -> ImportAnswer {
        guard let first = rows.first else { return ImportAnswer() }
        var object: JSONObject = ["rows": .array(rows.map { .object($0) })]
        if isDryRun { object["dryRun"] = true }
        let body = object.encoded()
        guard rows.count == 1 || body.count <= byteLimit else { return try await sendHalves(rows) }
        switch try await send(body, isOne: rows.count == 1) {
        case .taken(let data): return ImportAnswer(data, from: rows.startIndex)
        case .tooLarge(let sentence):
            guard rows.count > 1 else {
                return ImportAnswer(
                    refusing: rows.startIndex, code: "body_too_large",
                    reason: sentence ?? "The record has \(first.encoded().count) bytes, more than the server takes.")
            }
            return try await sendHalves(rows)
        }
    }

    private func sendHalves(_ rows: ArraySlice<JSONObject>) async throws -> ImportAnswer {
        let middle = rows.startIndex + rows.count / 2
        var answer = try await send(rows[..<middle])
        answer.add(try await send(rows[middle...]))
        return answer
    }

    private func send(_ body: [UInt8], isOne: Bool) async throws -> Outcome {
        let request = APIClient.Request(method: "POST", path: "/v1/imports", body: Data(body))
        for attempt in 1... {
            var answer: APIClient.Answer?
            do {
                answer = try await client.answer(request)
            } catch let error as CommandError where attempt < Self.tryLimit {
                guard error.code == .unreachable else { throw error }
                // A server that sees a body coming which is far too large may hang up amid it.
                if attempt > 1, !isOne, body.count > Self.safeByteLimit { return .tooLarge(nil) }
            }
            let status = answer?.status ?? 503
            if let answer, (200..<300).contains(status) {
                guard let data = try? JSONValue(parsing: Array(answer.body))["data"] else {
                    throw client.noTidings(status)
                }
                return .taken(data)
            }
            if let answer, status == 413 {
                known.withLock { $0 = max(1, min($0, body.count / 2)) }
                return .tooLarge((try? JSONValue(parsing: Array(answer.body)))?["error"]?["message"]?.string)
            }
            if let answer, attempt >= Self.tryLimit || ![429, 503].contains(status) {
                throw client.refusal(status: status, body: answer.body)
            }
            let asked = answer?.headers["retry-after"].flatMap { Int($0) } ?? 0
            try await time.sleep(for: .seconds(max(asked, min(30, 1 << min(attempt - 1, 5)))))
        }
        return .tooLarge(nil)
    }
}

/// What became of rows.
struct ImportAnswer: Sendable {
    /// What became of the subscribers and devices.
    private(set) var counts = Counts()
    /// The rows that were not taken.
    private(set) var refused: [Refusal] = []

    /// Numbers of subscribers and devices.
    struct Counts: Sendable {
        var subscribersCreated = 0
        var subscribersUpdated = 0
        var devicesCreated = 0
        var devicesMoved = 0
        var devicesKnown = 0
    }

    /// A row that was not taken.
    struct Refusal: Sendable {
        let index: Int
        let code: String
        let param: String
        let reason: String
    }

    /// Nothing became of no rows.
    init() {}

    /// Refuses one row.
    init(refusing index: Int, code: String, reason: String) {
        refused = [Refusal(index: index, code: code, param: "", reason: reason)]
    }

    /// Reads what the server says of rows that begin at a place.
    init(_ answer: JSONValue, from start: Int) {
        func count(_ kind: String, _ name: String) -> Int { answer[kind]?[name]?.int ?? 0 }
        counts = Counts(
            subscribersCreated: count("subscribers", "created"), subscribersUpdated: count("subscribers", "updated"),
            devicesCreated: count("devices", "created"), devicesMoved: count("devices", "moved"),
            devicesKnown: count("devices", "known"))
        for entry in answer["refused"]?.array ?? [] {
            guard let index = entry["index"]?.int else { continue }
            refused.append(
                Refusal(
                    index: start + index, code: entry["code"]?.string ?? "", param: entry["param"]?.string ?? "",
                    reason: entry["message"]?.string ?? ""))
        }
    }

    /// Adds what became of other rows.
    mutating func add(_ other: ImportAnswer) {
        counts.subscribersCreated += other.counts.subscribersCreated
        counts.subscribersUpdated += other.counts.subscribersUpdated
        counts.devicesCreated += other.counts.devicesCreated
        counts.devicesMoved += other.counts.devicesMoved
        counts.devicesKnown += other.counts.devicesKnown
        refused += other.refused
    }
}
