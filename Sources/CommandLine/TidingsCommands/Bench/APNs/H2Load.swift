import Foundation
import PushCrypto

/// h2load, sending the requests that the sender sends: method, path, body and headers, apart from `apns-id`.
struct H2Load {
    /// The team in the provider token.
    static let teamID = "BENCHTEAM1"
    /// The key in the provider token.
    static let keyID = "BENCHKEY01"
    /// The payload: an alert with the envelope of a message, 232 bytes.
    static let body =
        #"{"aps":{"alert":{"title":"Order 4711","body":"Your parcel is on its way and arrives tomorrow between "#
        + #"9 and 11."},"sound":"default"},"tidings":{"v":1,"id":"msg_01hzy7k3m4n5p6q7r8s9tavbwc","#
        + #""delivery":"dlv_01hzy7k3m4n5p6q7r8s9tavbwd"}}"#

    private let server: APNsBenchServer
    private let arguments: [String]

    /// Writes the files that h2load reads.
    init(server: APNsBenchServer, key: ES256.PrivateKey, folder: URL) throws {
        self.server = server
        let (bodyFile, targets) = (
            folder.appendingPathComponent("body.json"), folder.appendingPathComponent("targets-\(server.kind.rawValue)")
        )
        try Self.body.write(to: bodyFile, atomically: true, encoding: .utf8)
        try server.tokens.map { "https://localhost:\(server.port)/3/device/\($0)\n" }.joined()
            .write(to: targets, atomically: true, encoding: .utf8)
        let token = try ProviderToken.issue(
            keyID: Self.keyID, teamID: Self.teamID, issuedAt: Int(Date().timeIntervalSince1970), key: key)
        arguments = [
            "-c1", "-m\(server.streams)", "-d", bodyFile.path, "-H", "authorization: bearer \(token)", "-H",
            "apns-topic: \(APNsBenchServer.bundleID)", "-H", "apns-push-type: alert", "-H", "apns-priority: 10", "-i",
            targets.path,
        ]
    }

    /// Sends `count` requests and waits for their answers.
    ///
    /// It opens as many streams as it likes before it knows how many the server allows; those that APNs refuses then
    /// do not count as a fault.
    ///
    /// - Throws: `CommandError` when answers are not 2xx.
    func run(count: Int) async throws -> (processorSeconds: Double, rate: Double) {
        let before = ProcessorTime.childSeconds
        let process = try BenchProcess("h2load", ["-n\(count)"] + arguments, package: "nghttp2-client")
        let (text, hasSucceeded) = await process.wholeOutput()
        let seconds = ProcessorTime.childSeconds - before
        let succeeded = Self.number(before: "succeeded", in: text) ?? 0
        guard hasSucceeded, succeeded >= count - server.streams, let rate = Self.rate(in: text) else {
            let summary = text.split(separator: "\n").first { $0.hasPrefix("requests:") } ?? "no summary"
            throw CommandError(
                .failed, "h2load against \(server.kind.rawValue) did not succeed: \(summary).", exitCode: .failure)
        }
        return (seconds, rate)
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
