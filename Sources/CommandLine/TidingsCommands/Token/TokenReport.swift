import Foundation
import ProjectDoctor
import PushCrypto

/// What can be told of a token.
struct TokenReport: Encodable {
    /// A sentence, and whether it is about a fault.
    struct Remark: Encodable {
        let code: String
        let text: String
        let isFault: Bool
    }

    /// `device` or `provider`.
    let kind: String
    /// What it says, by name, in the order of reading.
    var facts: [Fact] = []
    var remarks: [Remark] = []

    /// A named value.
    struct Fact: Encodable {
        let name: String
        let value: String
    }

    /// Whether APNs would take it, as far as can be told.
    var ok: Bool { !remarks.contains(where: \.isFault) }

    private enum CodingKeys: CodingKey { case kind, ok, facts, remarks }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(kind, forKey: .kind)
        try values.encode(ok, forKey: .ok)
        try values.encode(Dictionary(facts.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 }), forKey: .facts)
        try values.encode(remarks, forKey: .remarks)
    }

    /// The report for people.
    func text(_ output: Output) -> String {
        let width = facts.map(\.name.count).max() ?? 0
        let lines = facts.map { "\($0.name)\(String(repeating: " ", count: width - $0.name.count))  \($0.value)" }
        let marks = remarks.map {
            output.coloured("\($0.isFault ? "✘" : "·")", $0.isFault ? .red : .faint) + " \($0.text)"
        }
        return (["\(kind) token"] + lines + marks).joined(separator: "\n")
    }

    private mutating func fact(_ name: String, _ value: String) { facts.append(Fact(name: name, value: value)) }

    private mutating func remark(_ code: String, _ text: String, isFault: Bool = false) {
        remarks.append(Remark(code: code, text: text, isFault: isFault))
    }
}

extension TokenReport {
    /// Judges a device token.
    init(device text: String) {
        kind = "device"
        let token = DeviceTokenText(text)
        fact("form", token.form.rawValue)
        if let hex = token.hex, let count = token.byteCount {
            fact("bytes", String(count))
            fact("shown", hex.utf8.count >= 24 ? "\(hex.prefix(4))…\(hex.suffix(4))" : "…")
        }
        switch token.form {
        case .hexadecimal: remark("form_ok", "It has the form that APNs takes: two digits for each byte.")
        default: remark("token_form", "\(token.form.seen) \(token.form.advice)", isFault: true)
        }
        switch token.byteCount {
        case nil: break
        case DeviceTokenText.usualByteCount:
            remark("length_usual", "32 bytes, as tokens of phones have had so far.")
        case let count? where count < DeviceTokenText.usualByteCount:
            remark(
                "token_length", "\(count) bytes are fewer than any phone's token: it was most likely cut.",
                isFault: true)
        case let count?:
            remark(
                "length_long",
                "\(count) bytes are more than a device's 32: tokens of Live Activities are longer. Apple promises no length."
            )
        }
        guard token.hex != nil else { return }
        remark(
            "not_in_token",
            "Neither app, environment nor age can be told from a token. Send one push with tidings send --apns-key: 200 says "
                + "that the environment is right, 400 BadDeviceToken that it is the other one (or the token nobody's), 410 "
                + "since when it is no longer valid.")
    }

    /// How far a clock may be ahead before APNs takes a token for one from the future.
    private static let tolerance = 60

    /// Judges a provider token.
    init(provider text: String, key: ES256.PublicKey?, now: Date) {
        kind = "provider"
        let token: ProviderToken
        do throws(CryptoError) {
            token = try ProviderToken(parsing: text)
        } catch {
            remark("malformed", error.message, isFault: true)
            return
        }
        let age = Int(now.timeIntervalSince1970) - token.issuedAt
        fact("algorithm", "ES256")
        fact("key id", Self.shown(token.keyID))
        fact("team id", Self.shown(token.teamID))
        fact("issued", Date(timeIntervalSince1970: Double(token.issuedAt)).formatted(.iso8601))
        fact("age", Self.span(age))
        for (name, value) in [("key id", token.keyID), ("team id", token.teamID)] where !KeyEvidence.isID(value) {
            remark(
                "id_form", "The \(name) is not ten capital letters and digits: APNs answers 403 InvalidProviderToken.",
                isFault: true)
        }
        judge(age: age)
        guard let key else {
            remark("signature_unchecked", "The signature was not checked: --key FILE does it.")
            return
        }
        if token.isSigned(by: key) {
            remark("signature_ok", "The signature is that of the key. Whether Apple knows the key, only APNs can say.")
        } else {
            remark(
                "signature_wrong", "Another key signed it: APNs answers 403 InvalidProviderToken.", isFault: true)
        }
    }

    private mutating func judge(age: Int) {
        if age >= 3600 {
            remark(
                "expired", "It is older than an hour: APNs answers 403 ExpiredProviderToken. Sign a new one.",
                isFault: true)
        } else if age < -Self.tolerance {
            remark(
                "from_future",
                "It is from \(Self.span(-age)) in the future: a clock is wrong, and APNs answers 403 "
                    + "InvalidProviderToken.", isFault: true)
        } else if age < 1200 {
            remark(
                "fresh",
                "Keep it for \(Self.span(1200 - max(0, age))) at least: a new one more often than every 20 minutes is "
                    + "answered with 429 TooManyProviderTokenUpdates.")
        } else {
            remark(
                "renewable",
                "Between 20 minutes and an hour: it may be renewed, and has to be in \(Self.span(3600 - age)).")
        }
    }

    private static func shown(_ text: String) -> String { text.count <= 20 ? text : "\(text.prefix(20))…" }

    private static func span(_ seconds: Int) -> String {
        let magnitude = seconds.magnitude
        let text =
            magnitude < 120
            ? "\(magnitude) s"
            : magnitude < 7200
                ? "\(magnitude / 60) min"
                : magnitude < 172_800 ? "\(magnitude / 3600) h" : "\(magnitude / 86_400) days"
        return seconds < 0 ? "-\(text)" : text
    }
}
