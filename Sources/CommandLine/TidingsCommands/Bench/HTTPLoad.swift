import Foundation

/// HTTP/1.1 requests from many connections, made by h2load.
struct HTTPLoad: Sendable {
    /// What was seen from the outside.
    struct Result: Sendable, Equatable {
        /// Requests per second over the whole run.
        let rate: Double
        /// The time within which half of the requests were answered, in milliseconds.
        let p50: Double
        /// The time within which 99 of 100 requests were answered, in milliseconds.
        let p99: Double
        /// Processor time that the server spent meanwhile; in seconds for 100,000 requests.
        var cpu = 0.0
    }

    let url: String
    let connections: Int
    let requests: Int
    /// A file that every request carries as its body; a request with one is a `POST`.
    var bodyFile: String?
    /// Header lines.
    var headers: [String] = []
    /// What the server has used of the processor, in seconds; by default it is this process.
    var processorSeconds: @Sendable () -> Double = { ProcessorTime.ownSeconds }

    /// Makes the requests.
    ///
    /// - Throws: `CommandError` if h2load is missing or a request was not answered with success.
    func run() async throws -> Result {
        let log = FileManager.default.temporaryDirectory.appendingPathComponent("tidings-load-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: log) }
        var arguments = ["--h1", "-c", "\(connections)", "-n", "\(requests)", "--log-file", log.path]
        if let bodyFile { arguments += ["-d", bodyFile] }
        for header in headers { arguments += ["-H", header] }
        let start = processorSeconds()
        let process = try BenchProcess("h2load", arguments + [url], package: "nghttp2-client")
        let (output, hasSucceeded) = await process.wholeOutput()
        guard hasSucceeded else { throw CommandError(.failed, "h2load failed:\n\(output)", exitCode: .failure) }
        let cpu = (processorSeconds() - start) / Double(requests) * 100_000
        var result = try Self.result(
            output: output, log: try String(contentsOf: log, encoding: .utf8), requests: requests)
        result.cpu = cpu
        return result
    }

    /// Reads what h2load printed, and its log: a line a request with start, status and microseconds.
    static func result(output: String, log: String, requests: Int) throws -> Result {
        guard let rate = output.firstMatch(of: /finished in [^,]+, ([0-9.]+) req\/s/).flatMap({ Double($0.1) }),
            output.contains("status codes: \(requests) 2xx")
        else {
            throw CommandError(.failed, "h2load did not get \(requests) successes:\n\(output)", exitCode: .failure)
        }
        let times = log.split(separator: "\n").compactMap { $0.split(separator: "\t").last.flatMap { Double($0) } }
            .sorted()
        guard !times.isEmpty else { throw CommandError(.failed, "h2load wrote no log.", exitCode: .failure) }
        func percentile(_ share: Double) -> Double {
            times[min(times.count - 1, Int(Double(times.count) * share))] / 1000
        }
        return Result(rate: rate, p50: percentile(0.5), p99: percentile(0.99))
    }
}
