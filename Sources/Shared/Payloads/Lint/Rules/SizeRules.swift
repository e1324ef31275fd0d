import PushModel

extension LintRule {
    private static func push(_ count: Int) -> Example {
        .init(#"{"aps":{"alert":"Hi"},"text":""# + String(repeating: "x", count: count) + "\"}")
    }

    static let tooLarge = LintRule(
        "payload_too_large", .error, "The payload has more bytes than its push type may have.",
        why: "APNs answers 413 PayloadTooLarge: 4096 bytes are the limit, 5120 for voip and for broadcasts.",
        source: RuleSource.payload, failing: push(4100), passing: push(1000))
    static let nearLimit = LintRule(
        "payload_near_limit", .warning, "The payload is near the limit.",
        why:
            "What a service adds on the way, or a longer name, makes it too large. FCM takes 4096 bytes with its own keys.",
        source: RuleSource.payload, failing: push(3600), passing: push(1000))
    static let spaceTooLarge = LintRule(
        "white_space_too_large", .warning, "The payload fits the limit only without its white space.",
        why: "APNs counts every byte that is sent.", source: RuleSource.payload,
        failing: .init("{\"aps\":{\"alert\":\"Hi\"}," + String(repeating: "\n", count: 4100) + "\"a\":1}"),
        passing: .init(#"{"aps":{"alert":"Hi"},"a":1}"#))
    static let wastefulEscapes = LintRule(
        "wasteful_escapes", .note, "Characters are escaped that need not be.",
        why: "An emoji takes 12 bytes escaped and 4 as it is; a slash 2 and 1. APNs counts bytes.",
        source: RuleSource.json,
        failing: .init(
            #"{"aps":{"alert":"\ud83d\udc4b\ud83d\udc4b\ud83d\udc4b\ud83d\udc4b\ud83d\udc4b\ud83d\udc4b\ud83d\udc4b\ud83d\udc4b"}}"#
        ),
        passing: .init(#"{"aps":{"alert":"👋👋👋👋👋👋👋👋"}}"#))

    static let sizeRules = [tooLarge, nearLimit, spaceTooLarge, wastefulEscapes]
}

extension LintRun {
    /// From here on the payload counts as near the limit of 4,096, as senders for FCM have it.
    static let cautiousByteCount = 3500
    private static let worthwhileByteCount = 50

    mutating func checkSize() {
        guard document.remarks.allSatisfy({ !$0.isAboutMessage }) else { return }
        let size = PayloadSize(of: document)
        let place = spot(payload, "")
        if size.isTooLarge {
            report(
                .tooLarge,
                "The payload has \(size.byteCount) bytes; push type \(pushType.rawValue) may have \(size.byteLimit). "
                    + "The largest parts: \(size.largest).",
                at: place,
                fix: "Shorten it by \(size.byteCount - size.byteLimit) bytes, or let the app fetch the rest.",
                // Where escapes make the difference, the other finding mends it.
                edits: [])
        } else if size.byteCount > size.byteLimit - (PushType.usualPayloadByteLimit - Self.cautiousByteCount) {
            report(
                .nearLimit,
                "The payload has \(size.byteCount) of \(size.byteLimit) bytes. The largest parts: \(size.largest).",
                at: place, fix: "Shorten it, or measure what is added on the way.")
        }
        if !size.isTooLarge, size.byteCount + size.spaceByteCount > size.byteLimit {
            report(
                .spaceTooLarge, "With its white space the payload has \(size.byteCount + size.spaceByteCount) bytes.",
                at: place, fix: "Send it without white space.")
        }
        if size.escapeByteCount >= Self.worthwhileByteCount {
            report(
                .wastefulEscapes, "\(size.escapeByteCount) bytes are escapes that need not be there.", at: place,
                fix: "Write the characters as they are, in UTF-8.", edits: unescaping(payload))
        }
    }

    /// Writes the strings of a part of the file without escapes.
    private func unescaping(_ node: PayloadNode) -> [LintEdit] {
        if let text = node.string, let range = node.origin?.range { return unescaping(text, range) }
        return (node.members ?? []).flatMap { member in
            (member.keyRange.map { unescaping(member.key, $0) } ?? []) + unescaping(member.value)
        } + (node.elements ?? []).flatMap(unescaping)
    }

    private func unescaping(_ text: String, _ range: Range<Int>) -> [LintEdit] {
        // Only where the file has the text: a service may have taken it from elsewhere.
        guard document.bytes[range].contains(UInt8(ascii: "\\")), JSONText.byteCount(of: text) < range.count else {
            return []
        }
        return [LintEdit(range, JSONValue.string(text).description)]
    }
}
