import Foundation
import PushCrypto

/// h2load, sending the requests that the sender sends: method, path, body and headers, apart from `apns-id`.
struct H2Load {
    /// The team in the provider token.
    static let teamID = "BENCHTEAM1"
    /// The key in the provider token.
    static let keyID = "BENCHKEY01"

    private let server: APNsBenchServer
    private let arguments: [String]
    /// What it takes to start and to read the list of paths, which belongs to no request.
    private var startSeconds = 0.0

    /// Writes the files that h2load reads, and measures what it takes to start.
    ///
    /// - Parameters:
    ///   - server: Where the requests go.
    ///   - key: Signs the provider token.
    ///   - tokenCount: How many device tokens the paths name in turn; the body is the same for all.
    ///   - folder: Where the files go.
    /// - Throws: `CommandError` when h2load is missing or gets no answer.
    init(server: APNsBenchServer, key: ES256.PrivateKey, tokenCount: Int, folder: URL) async throws {
        self.server = server
        let (bodyFile, targets) = (
            folder.appendingPathComponent("body.json"),
            folder.appendingPathComponent("targets-\(server.kind.rawValue)-\(tokenCount)")
        )
        try Data(BenchPushes.payload).write(to: bodyFile)
        let list = (0..<tokenCount).map { "https://localhost:\(server.port)/3/device/\(BenchPushes.token($0))\n" }
        try Data(list.joined().utf8).write(to: targets)
        let token = try ProviderToken.issue(
            keyID: Self.keyID, teamID: Self.teamID, issuedAt: Int(Date().timeIntervalSince1970), key: key)
        arguments = [
            "-c1", "-m\(APNsBenchServer.streamCount)", "-d", bodyFile.path, "-H", "authorization: bearer \(token)",
            "-H",
            "apns-topic: \(BenchPushes.bundleID)", "-H", "apns-push-type: alert", "-H", "apns-priority: 10", "-i",
            targets.path,
        ]
        var starts: [Double] = []
        for _ in 0..<3 { starts.append(try await run(count: 1).processorSeconds) }
        startSeconds = starts.min() ?? 0
    }

    /// Sends `count` requests and waits for their answers.
    ///
    /// It opens as many streams as it likes before it knows how many the server allows; those that APNs refuses then
    /// do not count as a fault.
    ///
    /// - Throws: `CommandError` when answers are not 2xx.
    func run(count: Int) async throws -> BenchRun {
        let (before, serverBefore) = (ProcessorTime.childSeconds, server.processorSeconds)
        let process = try BenchProcess("h2load", ["-n\(count)"] + arguments, package: "nghttp2-client")
        let (text, hasSucceeded) = await process.wholeOutput()
        let seconds = ProcessorTime.childSeconds - before - startSeconds
        let succeeded = Self.number(before: "succeeded", in: text) ?? 0
        guard hasSucceeded, succeeded >= count - APNsBenchServer.streamCount, let rate = Self.rate(in: text) else {
            let summary = text.split(separator: "\n").first { $0.hasPrefix("requests:") } ?? "no summary"
            throw CommandError(
                .failed, "h2load against \(server.kind.rawValue) did not succeed: \(summary).", exitCode: .failure)
        }
        return BenchRun(
            processorSeconds: seconds, rate: rate, serverProcessorSeconds: server.processorSeconds - serverBefore)
    }

    private static func number(before word: Substring, in text: String) -> Int? {
        let words = text.split { " ,\n".contains($0) }
        return words.firstIndex(of: word).flatMap { $0 > 0 ? Int(words[$0 - 1]) : nil }
    }

    /// The number before `req/s` in the line that begins with `finished in`.
    private static func rate(in text: String) -> Double? {
        guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("finished in") }) else { return nil }
        let words = line.split(separator: " ")
        guard let unit = words.firstIndex(where: { $0.hasPrefix("req/s") }), unit > 0 else { return nil }
        return Double(words[unit - 1])
    }
}
