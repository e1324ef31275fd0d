import PushModel

extension LintRule {
    static let missingAPS = LintRule(
        "missing_aps", .error, "The payload has no aps dictionary.",
        why: "Everything that iOS acts upon stands in aps; without it nothing is shown and nobody is woken.",
        source: RuleSource.payload, failing: #"{"data":{"id":7}}"#, passing: #"{"aps":{"alert":"Hi"},"data":{"id":7}}"#)
    static let emptyAPS = LintRule(
        "empty_aps", .warning, "Nothing in aps makes the device do anything.",
        why: "APNs takes the push, and the device does nothing with it.",
        source: RuleSource.payload, failing: #"{"aps":{"thread-id":"t"}}"#,
        passing: #"{"aps":{"alert":"Hi","thread-id":"t"}}"#)
    static let camelCaseKey = LintRule(
        "camel_case_key", .error, "A key is not written with hyphens, as Apple writes it.",
        why: "iOS takes no notice of keys that it does not know, and nobody tells.",
        source: RuleSource.payload, failing: #"{"aps":{"alert":"Hi","mutableContent":1}}"#,
        passing: #"{"aps":{"alert":"Hi","mutable-content":1}}"#)
    static let adminKey = LintRule(
        "admin_sdk_key", .warning, "A key is one that only the Firebase Admin SDK knows.",
        why: "That SDK renames it; sent by FCM's HTTP API or straight to APNs, iOS takes no notice of it.",
        source: RuleSource.firebaseAdmin,
        failing: #"{"token":"t","apns":{"payload":{"aps":{"alert":"Hi","threadId":"a"}}}}"#,
        passing: #"{"token":"t","apns":{"payload":{"aps":{"alert":"Hi","thread-id":"a"}}}}"#)
    static let misspeltKey = LintRule(
        "misspelt_key", .error, "A key is nearly one of Apple's.",
        why: "iOS takes no notice of keys that it does not know, and nobody tells.",
        source: RuleSource.payload, failing: #"{"aps":{"alert":"Hi","catgory":"MAIL"}}"#,
        passing: #"{"aps":{"alert":"Hi","category":"MAIL"}}"#)
    static let unknownKey = LintRule(
        "unknown_key", .warning, "A key in aps is not one of Apple's.",
        why: "iOS takes no notice of it. What is yours goes beside aps, where no later iOS can give it a meaning.",
        source: RuleSource.payload, failing: #"{"aps":{"alert":"Hi","orderNumber":7}}"#,
        passing: #"{"aps":{"alert":"Hi"},"orderNumber":7}"#)
    static let misplacedKey = LintRule(
        "misplaced_key", .error, "A key stands in the wrong dictionary.",
        why: "iOS looks for it in one place only.",
        source: RuleSource.payload, failing: #"{"aps":{"title":"Hi","body":"There"}}"#,
        passing: #"{"aps":{"alert":{"title":"Hi","body":"There"}}}"#)
    static let legacyKey = LintRule(
        "legacy_key", .note, "A key has no effect on current systems.",
        why: "Apple has taken it out of use.",
        source: RuleSource.payload, failing: #"{"aps":{"alert":{"body":"Hi","summary-arg":"Ada"}}}"#,
        passing: #"{"aps":{"alert":{"body":"Hi"}}}"#)

    static let keyRules = [
        missingAPS, emptyAPS, camelCaseKey, adminKey, misspeltKey, unknownKey, misplacedKey, legacyKey,
    ]
}

extension LintRun {
    /// Push types whose payload need not have `aps`, or may have an empty one.
    private static let withoutAPS: Set<PushType> = [
        .voip, .pushToTalk, .complication, .fileProvider, .mdm, .location, .widgets, .controls,
    ]

    mutating func checkKeys() {
        checkRoot()
        guard let aps, aps.isObject else { return }
        check(aps, "aps", PayloadKey.aps)
        if let alert, alert.isObject {
            check(alert, "aps.alert", PayloadKey.alert)
            if let sound = alert["sound"], sound.isObject { check(sound, "aps.alert.sound", PayloadKey.sound) }
        }
        if let sound = aps["sound"], sound.isObject { check(sound, "aps.sound", PayloadKey.sound) }
        for key in ["summary-arg", "summary-arg-count", "action-loc-key", "action"] {
            for (node, path) in [(aps, "aps"), (alert ?? .emptyObject, "aps.alert")] {
                guard key != "action" || path == "aps.alert", let member = node.member(key) else { continue }
                report(
                    .legacyKey, "\(key) has no effect on current systems.", at: spot(member, "\(path).\(key)"),
                    fix: "Leave it out.", edits: removing(member))
            }
        }
    }

    private mutating func checkRoot() {
        let isNeeded = !Self.withoutAPS.contains(pushType)
        guard aps != nil else {
            checkMisplaced()
            // A message of ours at fault has no payload, and says so by itself.
            guard isNeeded, document.remarks.allSatisfy({ !$0.isAboutMessage }) else { return }
            let near = payload.members?.first { $0.value.isObject && (editDistance($0.key.lowercased(), "aps") <= 1) }
            report(
                .missingAPS, near.map { "There is no aps; \($0.key.shown) is near." } ?? "There is no aps.",
                at: near.map { spot($0, $0.key) } ?? spot(payload, ""),
                fix: near == nil ? "Put what iOS is to do into aps." : "Call it aps.",
                edits: near.map { renaming($0, to: "aps") } ?? [],
                // A message of another service may be meant for other phones.
                as: document.format.isRaw ? nil : .warning)
            return
        }
        checkMisplaced()
        let members = aps?.members ?? []
        let acts = members.contains { ["alert", "badge", "sound", "content-available", "event"].contains($0.key) }
        let saidElsewhere =
            findings.contains { $0.rule == .misplacedKey }
            || members.prefix(100).contains { member in
                PayloadKey.aps[member.key] == nil && PayloadKey.nearest(to: member.key, in: PayloadKey.aps) != nil
                    || PayloadKey.alert[member.key] != nil
            }
        if isNeeded, aps?.isObject == true, !acts, !saidElsewhere {
            report(
                .emptyAPS, "aps has neither alert, sound, badge nor content-available.", at: spot(aps, "aps"),
                fix: "Add what the device should do, such as alert.")
        }
    }

    /// Keys of `aps` that stand beside it.
    private mutating func checkMisplaced() {
        guard document.format != .oneSignal, document.format != .expo else { return }
        for member in payload.members ?? [] where member.key != "aps" {
            let key = PayloadKey.spelling(of: member.key)
            if let key, PayloadKey.unmistakable.contains(key) {
                report(
                    .misplacedKey, "\(member.key) stands beside aps, where iOS does not look.",
                    at: spot(member, member.key), fix: "Move it into aps, as \(key).")
            } else if let key, aps?[key] == nil, Self.looks(member.value, like: key), document.format.isRaw {
                report(
                    .misplacedKey, "\(member.key) stands beside aps; for iOS it is data of the app.",
                    at: spot(member, member.key), fix: "Move it into aps if iOS should act upon it.",
                    as: aps == nil ? .error : .warning)
            }
        }
    }

    private static func looks(_ value: PayloadNode, like key: String) -> Bool {
        switch key {
        case "alert": value.isObject && value["body"] != nil || value.string != nil
        case "badge": value.scalar?.int != nil
        case "sound": value.string != nil || value["name"] != nil
        default: false
        }
    }

    /// Compares the keys of a dictionary of Apple's with those that it may have.
    private mutating func check(_ node: PayloadNode, _ path: String, _ keys: [String: PayloadKey.Kind]) {
        for member in node.members ?? [] where keys[member.key] == nil && !isFull {
            let place = spot(member, PayloadNode.path(path, member.key))
            // The remark of the message's format has said it.
            guard !document.remarks.contains(where: { $0.keyRange != nil && $0.keyRange == member.keyRange }) else {
                continue
            }
            if let near = PayloadKey.nearest(to: member.key, in: keys) {
                let isThere = node[near.key] != nil
                report(
                    near.isSpelling ? .camelCaseKey : .misspeltKey,
                    near.isSpelling
                        ? "iOS knows \(near.key), not \(member.key.shown)."
                        : "iOS does not know \(member.key.shown); \(near.key) is near.",
                    at: place,
                    fix: isThere ? "\(near.key) is there as well; leave this one out." : "Write \(near.key).",
                    edits: isThere ? removing(member) : renaming(member, to: near.key))
            } else if let home = Self.home(of: member.key, besides: path) {
                report(
                    .misplacedKey, "\(member.key) stands in \(path); iOS looks for it in \(home).", at: place,
                    fix: "Move it into \(home).")
            } else if member.key == NotifyKitOptions.key || member.key == NotifyKitOptions.dataKey {
                report(
                    .misplacedKey, "\(member.key) stands in \(path); its reader looks for it beside aps.", at: place,
                    fix: "Move it beside aps.")
            } else {
                report(
                    .unknownKey, "iOS does not know \(member.key.shown) in \(path).", at: place,
                    fix: "Move it beside aps if your app reads it, else leave it out.")
            }
        }
        if path == "aps.alert", pushType != .liveActivity, let sound = node.member("sound") {
            report(
                .misplacedKey, "sound stands in alert, where only Live Activities have it.",
                at: spot(sound, "aps.alert.sound"), fix: "Move it into aps.")
        }
        if path == "aps", pushType == .liveActivity, let sound = node.member("sound") {
            report(
                .misplacedKey, "sound stands in aps; a Live Activity looks for it in alert.",
                at: spot(sound, "aps.sound"), fix: "Move it into aps.alert.")
        }
    }

    /// The dictionary that a key of Apple's belongs to, if it is another.
    private static func home(of key: String, besides path: String) -> String? {
        let homes = [("aps", PayloadKey.aps), ("aps.alert", PayloadKey.alert), ("aps.sound", PayloadKey.sound)]
        return homes.first { $0.0 != path && $0.1[key] != nil }?.0
    }
}

extension PayloadRemark {
    /// Whether it is about a field of a message of ours.
    var isAboutMessage: Bool { if case .messageField = kind { true } else { false } }
}
