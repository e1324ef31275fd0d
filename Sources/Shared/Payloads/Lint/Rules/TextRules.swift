import PushModel

extension LintRule {
    static let byteOrderMark = LintRule(
        "byte_order_mark", .error, "The file begins with a byte order mark.",
        why: "JSON may not have one; APNs and FCM refuse the text.", source: RuleSource.json,
        failing: .init("\u{FEFF}{\"aps\":{\"alert\":\"Hi\"}}"), passing: .init(#"{"aps":{"alert":"Hi"}}"#))
    static let duplicateKey = LintRule(
        "duplicate_key", .error, "A key is given twice in the same object.",
        why: "Readers disagree on which of the two counts.", source: RuleSource.json,
        failing: #"{"aps":{"alert":"Hi","badge":1,"badge":2}}"#, passing: #"{"aps":{"alert":"Hi","badge":2}}"#)
    static let hugeNumber = LintRule(
        "huge_number", .error, "A number is larger than any reader can hold.",
        why: "Apple's reader of JSON refuses the whole text for one.", source: RuleSource.json,
        failing: #"{"aps":{"alert":"Hi"},"amount":1e999}"#, passing: #"{"aps":{"alert":"Hi"},"amount":1e99}"#)
    static let invalidField = LintRule(
        "invalid_field", .error, "A field has a value that the service does not take.",
        why: "The service refuses the request, or takes no notice of the field.", source: RuleSource.firebase,
        failing: #"{"message":{"token":"t","notification":{"title":"Hi","sound":"a.caf"}}}"#,
        passing: #"{"message":{"token":"t","notification":{"title":"Hi"}}}"#)
    static let invalidMessage = LintRule(
        "invalid_message", .error, "A field of a Tidings message is at fault.",
        why: "POST /v1/messages answers 400, with this code for the field.", source: RuleSource.tidings,
        failing: #"{"to":"user-1","title":"Hi","badge":-1}"#, passing: #"{"to":"user-1","title":"Hi","badge":1}"#)
    static let invalidEnvelope = LintRule(
        "invalid_envelope", .error, "The member tidings is no envelope.",
        why: "Without a version and an id nobody takes the push for one of Tidings.", source: RuleSource.tidings,
        failing: #"{"aps":{"alert":"Hi","mutable-content":1},"tidings":{"id":"msg_1"}}"#,
        passing: #"{"aps":{"alert":"Hi","mutable-content":1},"tidings":{"v":1,"id":"msg_1"}}"#)

    static let textRules = [byteOrderMark, duplicateKey, hugeNumber, invalidField, invalidMessage, invalidEnvelope]
}

extension LintRun {
    mutating func checkText() {
        if document.hasByteOrderMark {
            report(
                .byteOrderMark, "The first three bytes are a byte order mark.", at: Spot(path: "", range: 0..<3),
                fix: "Take it away.", edits: [LintEdit(0..<3, "")])
        }
        checkTree(document.root)
        if document.format == .tidingsPush, let own = payload["tidings"] {
            if (own.value.object.flatMap { Envelope($0) }) == nil {
                report(
                    .invalidEnvelope, "v has to be a number from 1, and id a text.", at: spot(own, "tidings"),
                    fix: "Send the push through Tidings, or give both.")
            }
        }
    }

    private mutating func checkTree(_ node: PayloadNode) {
        if case .number(let number)? = node.scalar, number.double == nil {
            report(.hugeNumber, "The number is beyond a double.", at: spot(node, ""), fix: "Send it as a text.")
        }
        var seen: Set<String> = []
        for member in node.members ?? [] {
            if !seen.insert(member.key).inserted {
                report(
                    .duplicateKey, "\(member.key.shown) has been given before.", at: spot(member, member.key),
                    fix: "Keep one of the two.")
            }
            checkTree(member.value)
        }
        for element in node.elements ?? [] { checkTree(element) }
    }

    mutating func checkRemarks() {
        for remark in document.remarks {
            let place = Spot(path: remark.origin.path, range: remark.keyRange ?? remark.origin.range)
            switch remark.kind {
            case .adminKey(let key, let isTranslated):
                let isFCM = document.format == .fcm
                report(
                    isTranslated ? .adminKey : .camelCaseKey,
                    isTranslated
                        ? "Only the Firebase Admin SDK makes \(key) of it."
                        : isFCM
                            ? "FCM's HTTP API hands it on as it is, and iOS knows \(key)."
                            : "Only the Firebase Admin SDK makes \(key) of it; by another way iOS takes no notice of it.",
                    at: place, fix: "Write \(key), which is right everywhere.",
                    edits: rename(remark, to: key))
            case .badField(let message):
                report(.invalidField, message, at: place, fix: "Correct or remove the field.")
            case .messageField(let code, let message):
                report(.invalidMessage, "\(message) (\(code))", at: place, fix: "Correct or remove the field.")
            case .route(let found, let isRequired):
                report(
                    .route, found == 0 ? "The message has no route." : "The message has \(found) routes.", at: place,
                    fix: "Give exactly one of token, topic and condition.", as: isRequired ? nil : .note)
            }
        }
    }

    private func rename(_ remark: PayloadRemark, to key: String) -> [LintEdit] {
        guard let range = remark.keyRange else { return [] }
        let member = PayloadNode.Member(key, .emptyObject, keyRange: range)
        let aps = document.root["apns"]?["payload"]?["aps"] ?? document.root["message"]?["apns"]?["payload"]?["aps"]
        let isThere = [aps, aps?["alert"]].contains { node in
            (node?.members ?? []).contains { $0.keyRange == range } && node?[key] != nil
        }
        return isThere ? removing(member) : renaming(member, to: key)
    }
}
