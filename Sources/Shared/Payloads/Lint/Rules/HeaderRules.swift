import PushModel

extension LintRule {
    private static func example(_ headers: String...) -> Example {
        .init(#"{"aps":{"alert":"Hi"}}"#, headers: ["apns-topic: com.example.app"] + headers)
    }

    static let unknownHeader = LintRule(
        "unknown_header", .warning, "A header begins with apns- and is none of Apple's.",
        why: "APNs takes no notice of it.", source: RuleSource.request,
        failing: example("apns-push-type: alert", "apns-collapse: a"),
        passing: example("apns-push-type: alert", "apns-collapse-id: a"))
    static let duplicateHeader = LintRule(
        "duplicate_header", .error, "A header is given twice.", why: "APNs answers 400 DuplicateHeaders.",
        source: RuleSource.request, failing: example("apns-push-type: alert", "apns-priority: 5", "apns-priority: 10"),
        passing: example("apns-push-type: alert", "apns-priority: 5"))
    static let pushTypeMissing = LintRule(
        "push_type_missing", .warning, "apns-push-type is missing.",
        why: "watchOS 6 and later need it, and without it other systems may delay or drop the push.",
        source: RuleSource.request, failing: example(), passing: example("apns-push-type: alert"))
    static let pushTypeUnknown = LintRule(
        "push_type_unknown", .error, "apns-push-type is no type that APNs knows.",
        why: "APNs answers 400 InvalidPushType.",
        source: RuleSource.request, failing: example("apns-push-type: silent"),
        passing: example("apns-push-type: alert"))
    static let pushTypeMismatch = LintRule(
        "push_type_mismatch", .error, "apns-push-type does not go with the payload.",
        why: "A mismatch leads to an error, to a delay or to a push that is dropped.",
        source: RuleSource.request,
        failing: .init(
            #"{"aps":{"content-available":1}}"#, headers: ["apns-topic: com.example.app", "apns-push-type: alert"]),
        passing: .init(
            #"{"aps":{"content-available":1}}"#,
            headers: ["apns-topic: com.example.app", "apns-push-type: background", "apns-priority: 5"]))
    static let priorityInvalid = LintRule(
        "priority_invalid", .error, "apns-priority is none of 10, 5 and 1.", why: "APNs answers 400 BadPriority.",
        source: RuleSource.request, failing: example("apns-push-type: alert", "apns-priority: high"),
        passing: example("apns-push-type: alert", "apns-priority: 10"))
    static let backgroundPriority = LintRule(
        "background_priority", .error, "A background push has priority 10, or none, which means 10.",
        why: "APNs refuses a background push with another priority than 5.", source: RuleSource.background,
        failing: .init(
            #"{"headers":{"apns-topic":"com.example.app","apns-push-type":"background","apns-priority":"10"},"payload":{"aps":{"content-available":1}}}"#
        ),
        passing: .init(
            #"{"headers":{"apns-topic":"com.example.app","apns-push-type":"background","apns-priority":"5"},"payload":{"aps":{"content-available":1}}}"#
        ))
    static let expirationInvalid = LintRule(
        "expiration_invalid", .error, "apns-expiration is no time in seconds since 1970.",
        why: "APNs answers 400 BadExpirationDate, or takes a time that is long past as one attempt.",
        source: RuleSource.request, failing: example("apns-push-type: alert", "apns-expiration: 3600"),
        passing: example("apns-push-type: alert", "apns-expiration: 1767312000"))
    static let expirationHorizon = LintRule(
        "expiration_horizon", .note, "apns-expiration is past, or lies more than 30 days ahead.",
        why: "APNs tries a push that has expired once and does not keep it; it keeps none for more than 30 days.",
        source: RuleSource.request, failing: example("apns-push-type: alert", "apns-expiration: 1999999999"),
        passing: example("apns-push-type: alert", "apns-expiration: 1767312000"))
    static let collapseID = LintRule(
        "collapse_id_invalid", .error, "apns-collapse-id is empty or longer than 64 bytes.",
        why: "APNs answers 400 BadCollapseId.", source: RuleSource.request,
        failing: example(
            "apns-push-type: alert", "apns-collapse-id: " + String(repeating: "score-of-the-match-", count: 4)),
        passing: example("apns-push-type: alert", "apns-collapse-id: score"))
    static let apnsID = LintRule(
        "apns_id_invalid", .error, "apns-id is no UUID in its canonical form.", why: "APNs answers 400 BadMessageId.",
        source: RuleSource.request, failing: example("apns-push-type: alert", "apns-id: 42"),
        passing: example("apns-push-type: alert", "apns-id: 123e4567-e89b-12d3-a456-42665544000a"))
    static let authorization = LintRule(
        "authorization_invalid", .error, "authorization does not have the form that APNs takes for this push.",
        why: "A provider token goes as bearer and the token; pushes of type mdm take a certificate only.",
        source: RuleSource.token, failing: example("apns-push-type: alert", "authorization: token abc"),
        passing: example("apns-push-type: alert", "authorization: bearer eyJhbGciOiJFUzI1NiJ9.e30.AAAA"))
    static let channelHeader = LintRule(
        "channel_header", .error, "apns-channel-id does not go with the push.",
        why: "Only Live Activities have channels; a broadcast needs its push type, and its id is base64.",
        source: RuleSource.broadcast,
        failing: .init(
            #"{"aps":{"alert":"Hi"}}"#, headers: ["apns-push-type: alert", "apns-channel-id: dHN0LXNyY2gtY2hubA=="]),
        passing: .init(
            #"{"aps":{"timestamp":1705560370,"event":"update","content-state":{}}}"#,
            headers: ["apns-push-type: liveactivity", "apns-channel-id: dHN0LXNyY2gtY2hubA==", "apns-expiration: 0"]))
    static let atOnce = LintRule(
        "deliver_at_once", .note, "A push that only matters now may be kept, or may wait.",
        why: "A call or a transmission of yesterday is none: expiration 0 is one attempt, priority 10 is at once.",
        source: RuleSource.request,
        failing: .init(
            #"{"call":"7"}"#,
            headers: ["apns-topic: com.example.app.voip", "apns-push-type: voip", "apns-expiration: 1767312000"]),
        passing: .init(
            #"{"call":"7"}"#,
            headers: ["apns-topic: com.example.app.voip", "apns-push-type: voip", "apns-expiration: 0"]))

    static let headerRules = [
        unknownHeader, duplicateHeader, pushTypeMissing, pushTypeUnknown, pushTypeMismatch, priorityInvalid,
        backgroundPriority, expirationInvalid, expirationHorizon, collapseID, apnsID, authorization, channelHeader,
        atOnce,
    ]
}

extension LintRun {
    static let knownHeaders = [
        "apns-push-type", "apns-topic", "apns-id", "apns-expiration", "apns-priority", "apns-collapse-id",
        "apns-channel-id", "apns-request-id", "apns-unique-id",
    ]

    mutating func checkHeaders() {
        var seen: Set<String> = []
        for header in document.headers where !isFull {
            if !seen.insert(header.name).inserted {
                report(.duplicateHeader, "\(header.name) is given twice.", at: spot(header), fix: "Give it once.")
            }
            if header.name.hasPrefix("apns-"), header.name.utf8.count <= 64, !Self.knownHeaders.contains(header.name) {
                let near = Self.knownHeaders.min { editDistance($0, header.name) < editDistance($1, header.name) }
                let isNear = near.map { editDistance($0, header.name) <= 3 } ?? false
                report(
                    .unknownHeader, "APNs does not know \(header.name.shown).", at: spot(header),
                    fix: isNear ? "Write \(near ?? "")." : "Leave it out.")
            }
        }
        checkPushType()
        checkPriority()
        checkExpiration()
        if let id = document.header("apns-collapse-id"), id.value.isEmpty || id.value.utf8.count > 64 {
            report(
                .collapseID, "The id has \(id.value.utf8.count) bytes.", at: spot(id),
                fix: "Give one of 1 to 64 bytes, such as a hash of a longer one.")
        }
        for name in ["apns-id", "apns-request-id"] {
            guard let id = document.header(name), !CanonicalUUID.accepts(id.value) else { continue }
            report(
                .apnsID, "\(name) is not 8-4-4-4-12 hexadecimal digits.", at: spot(id),
                fix: "Give a UUID, or leave it out: APNs makes one.")
        }
        checkAuthorization()
        checkChannel()
    }

    private mutating func checkPushType() {
        guard let header = document.header("apns-push-type") else {
            if document.hasHeaders, document.format.isRaw {
                report(
                    .pushTypeMissing, "There are headers, and apns-push-type is none of them.", at: .file,
                    fix: "Add apns-push-type: \(document.impliedPushType.rawValue).")
            }
            return
        }
        guard let type = PushType(rawValue: header.value) else {
            let near = PushType.allCases.first { $0.rawValue == header.value.lowercased() }
            report(
                .pushTypeUnknown, "The type is \(header.value.shown).", at: spot(header),
                fix: "Write \(near?.rawValue ?? PushType.allCases.map(\.rawValue).joined(separator: ", ")).",
                edits: near.flatMap { near in header.origin.map { [LintEdit($0.range, "\"\(near.rawValue)\"")] } } ?? []
            )
            return
        }
        let isSilent = aps?["content-available"] != nil && ["alert", "sound", "badge"].allSatisfy { aps?[$0] == nil }
        let meant: PushType? =
            switch type {
            case .alert where aps?["event"] != nil && aps?["content-state"] != nil: .liveActivity
            case .alert where isSilent: .background
            case .liveActivity where aps?["event"] == nil && hasAlert && aps?["content-state"] == nil: .alert
            default: nil
            }
        guard let meant else { return }
        report(
            .pushTypeMismatch, "The type is \(type.rawValue), and the payload is one of type \(meant.rawValue).",
            at: spot(header), fix: "Write \(meant.rawValue), with the topic and the priority that go with it.",
            edits: header.origin.map { [LintEdit($0.range, "\"\(meant.rawValue)\"")] } ?? [])
    }

    private mutating func checkPriority() {
        let header = document.header("apns-priority")
        if let header, !["10", "5", "1"].contains(header.value) {
            report(
                .priorityInvalid, "The priority is \(header.value.shown).", at: spot(header),
                fix: "Write 10 (at once), 5 (when it suits the battery) or 1 (never wakes the device).")
        } else if pushType == .background,
            header.map({ $0.value != "5" }) ?? (document.hasHeaders && document.format.isRaw)
        {
            report(
                .backgroundPriority,
                header.map { "The priority is \($0.value)." } ?? "There is no priority, which means 10.",
                at: header.map { spot($0) } ?? .file, fix: "Write apns-priority: 5.",
                edits: header?.origin.map { origin in
                    [
                        LintEdit(
                            origin.range, document.bytes[origin.range.lowerBound] == UInt8(ascii: "\"") ? "\"5\"" : "5")
                    ]
                } ?? [])
        } else if pushType == .pushToTalk || pushType == .voip, let header, header.value != "10" {
            report(
                .atOnce, "The priority is \(header.value), and the push type \(pushType.rawValue).", at: spot(header),
                fix: "Write 10.")
        }
    }

    private mutating func checkExpiration() {
        guard let header = document.header("apns-expiration") else { return }
        guard let seconds = Int(header.value), seconds >= 0, !header.value.hasPrefix("+") else {
            report(
                .expirationInvalid, "The expiration is no whole number.", at: spot(header),
                fix: "Give the seconds since 1970, or 0 for one attempt.")
            return
        }
        if seconds > 100_000_000_000 {
            report(
                .expirationInvalid, "The expiration is in milliseconds.", at: spot(header),
                fix: "Write \(seconds / 1000).",
                edits: header.origin.map { origin in
                    let isText = document.bytes[origin.range.lowerBound] == UInt8(ascii: "\"")
                    return [LintEdit(origin.range, isText ? "\"\(seconds / 1000)\"" : "\(seconds / 1000)")]
                } ?? [])
        } else if seconds > 1, seconds < 1_000_000_000 {
            report(
                .expirationInvalid, "The expiration is a moment before 2001; a duration may have been meant.",
                at: spot(header), fix: "Give the moment: the seconds since 1970 now, and \(seconds).")
        } else if seconds > 0, let now = settings.secondsSince1970, !(now...now + 30 * 86_400).contains(seconds) {
            report(
                .expirationHorizon,
                seconds < now ? "The expiration is past." : "The expiration lies more than 30 days ahead.",
                at: spot(header), fix: seconds < now ? "Give a moment ahead, or 0." : "Expect 30 days at most.")
        } else if seconds > 0, pushType == .voip || pushType == .pushToTalk {
            report(
                .atOnce, "APNs may keep the push, and the type is \(pushType.rawValue).", at: spot(header),
                fix: "Write 0, or a moment that is seconds ahead.")
        }
    }

    private mutating func checkAuthorization() {
        guard let header = document.header("authorization") else { return }
        if !pushType.allowsTokenAuthentication {
            report(
                .authorization, "Pushes of type \(pushType.rawValue) take a certificate.", at: spot(header),
                fix: "Leave the header out, and connect with the certificate.")
        } else {
            let parts = header.value.split(separator: " ")
            guard parts.count != 2 || parts[0].lowercased() != "bearer" || parts[1].split(separator: ".").count != 3
            else {
                return
            }
            report(
                .authorization, "The value is not bearer and a token of three parts.", at: spot(header),
                fix: "Write bearer, a space and the provider token; and keep tokens out of files.")
        }
    }

    private mutating func checkChannel() {
        guard let header = document.header("apns-channel-id") else { return }
        let isBase64 =
            !header.value.isEmpty
            && header.value.utf8.allSatisfy {
                ($0 | 0x20) &- 97 < 26 || $0 &- 48 < 10 || "+/=-_".utf8.contains($0)
            }
        if !isBase64 {
            report(.channelHeader, "The id is not base64.", at: spot(header), fix: "Take it as APNs gave it.")
        } else if pushType != .liveActivity {
            report(
                .channelHeader, "The push type is \(pushType.rawValue).", at: spot(header),
                fix: "Leave the header out; channels are for Live Activities.")
        } else if document.declaredPushType == nil {
            report(
                .channelHeader, "apns-push-type is missing, which a broadcast needs.", at: spot(header),
                fix: "Add apns-push-type: liveactivity.")
        }
    }
}
