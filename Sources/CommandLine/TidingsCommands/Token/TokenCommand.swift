import Foundation
import ProjectDoctor
import PushCrypto
import Timekeeping

extension Command {
    /// `tidings token`.
    static let token = Command(
        "token", "Look at device tokens and provider tokens.",
        examples: [Example("tidings token inspect 00fc13ad…", "Says what can be told of a token.")],
        subcommands: [inspectToken])

    private static let inspectToken = Command(
        "inspect", "Say what a token is, what is wrong with it, and what cannot be told.",
        discussion: """
            Takes a device token as any system keeps it, or the JSON Web Token that a provider sends to APNs; - reads
            it from standard input, where no list of processes shows it. The token itself is never printed whole.

            Exits 1 when APNs would not take it.
            """,
        arguments: [Argument("TOKEN", "The token; - for standard input.")],
        options: [
            .value(
                "key", "FILE", "The .p8 key, or its public half in PEM, to check a provider token's signature with."),
            .json,
        ],
        examples: [
            Example("tidings token inspect '<00fc13ad 7a90…>'", "Reads a token in the form of old systems."),
            Example("tidings token inspect - --key AuthKey_ABC123DEFG.p8 < token.txt", "Checks a provider token."),
        ]
    ) { invocation in
        var text = invocation.argument(0) ?? ""
        if text == "-" {
            text = ""
            for await line in invocation.inputLines() where !line.allSatisfy(\.isWhitespace) {
                text = line
                break
            }
        }
        text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        if text.lowercased().hasPrefix("bearer ") { text = String(text.dropFirst(7)) }
        guard !text.isEmpty else {
            throw CommandError(.missingArgument, "There is no token. Give it, or - and its text.")
        }
        let report: TokenReport
        if text.count(where: { $0 == "." }) == 2, text.hasPrefix("ey") {
            report = TokenReport(provider: text, key: try key(invocation), now: SystemTime().now)
        } else {
            guard invocation.value("key") == nil else {
                throw CommandError(.invalidValue, "--key is for provider tokens: nobody signs a device token.")
            }
            report = TokenReport(device: text)
        }
        try invocation.output.result(report, text: report.text(invocation.output))
        return report.ok ? .done : .mistake
    }

    private static func key(_ invocation: Invocation) throws -> ES256.PublicKey? {
        guard let path = invocation.value("key") else { return nil }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw CommandError(.unusableSetting, "Cannot read \(quoted(path)). Check the path that --key names.")
        }
        let text = String(decoding: data, as: UTF8.self)
        do throws(CryptoError) {
            if text.contains("BEGIN PUBLIC KEY") { return try ES256.PublicKey(pem: text) }
            return try ES256.PrivateKey(pem: text).publicKey
        } catch {
            throw CommandError(.unusableSetting, "\(quoted(path)): \(error.message)")
        }
    }
}
