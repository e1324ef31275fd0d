import PushModel

extension LintRule {
    static let wrongType = LintRule(
        "wrong_type", .error, "A value has another type than iOS reads.",
        why: "iOS takes no notice of a value of another type.",
        source: RuleSource.payload, failing: #"{"aps":{"alert":"Hi","badge":"3"}}"#,
        passing: #"{"aps":{"alert":"Hi","badge":3}}"#)
    static let outOfRange = LintRule(
        "out_of_range", .error, "A number is outside its range.",
        why: "iOS takes no notice of it, or takes the nearest that is allowed.",
        source: RuleSource.payload, failing: #"{"aps":{"alert":"Hi","relevance-score":7}}"#,
        passing: #"{"aps":{"alert":"Hi","relevance-score":0.7}}"#)
    static let unknownValue = LintRule(
        "unknown_value", .error, "A word is none of those that the key takes.",
        why: "iOS takes no notice of it and does as if the key was not there.",
        source: RuleSource.payload, failing: #"{"aps":{"alert":"Hi","interruption-level":"timeSensitive"}}"#,
        passing: #"{"aps":{"alert":"Hi","interruption-level":"time-sensitive"}}"#)
    static let flagOff = LintRule(
        "flag_off", .warning, "A flag is 0, which is the same as leaving it out.",
        why: "Who reads it may take it for something that works.",
        source: RuleSource.payload, failing: #"{"aps":{"alert":"Hi","mutable-content":0}}"#,
        passing: #"{"aps":{"alert":"Hi"}}"#)
    static let entitlement = LintRule(
        "entitlement_needed", .note, "What the push asks for needs a capability of the app.",
        why: "Without it the notification arrives as an ordinary one.",
        source: RuleSource.payload, failing: #"{"aps":{"alert":"Hi","interruption-level":"time-sensitive"}}"#,
        passing: #"{"aps":{"alert":"Hi","interruption-level":"active"}}"#)
    static let volumeWithoutCritical = LintRule(
        "volume_without_critical", .warning, "A volume is given for a sound that is not critical.",
        why: "Only critical sounds have a volume of their own.",
        source: RuleSource.payload, failing: #"{"aps":{"alert":"Hi","sound":{"name":"a.caf","volume":0.5}}}"#,
        passing: #"{"aps":{"alert":"Hi","sound":"a.caf"}}"#)

    static let valueRules = [wrongType, outOfRange, unknownValue, flagOff, entitlement, volumeWithoutCritical]
}

extension LintRun {
    static let levels = ["passive", "active", "time-sensitive", "critical"]

    mutating func checkValues() {
        guard let aps else { return }
        guard aps.isObject else {
            reportType(aps, "aps", "an object")
            return
        }
        check(aps, "aps", PayloadKey.aps)
        if let alert, alert.isObject { check(alert, "aps.alert", PayloadKey.alert) }
        for (node, path) in [(aps["sound"], "aps.sound"), (alert?["sound"], "aps.alert.sound")] {
            guard let node, node.isObject else { continue }
            check(node, path, PayloadKey.sound)
            checkRange(node["volume"], "\(path).volume", 0...1)
            if node["volume"] != nil, node["critical"] == nil {
                report(
                    .volumeWithoutCritical, "The sound has a volume and is not critical.",
                    at: spot(node["volume"], "\(path).volume"), fix: "Leave volume out, or add critical: 1.")
            }
            if node["critical"]?.scalar == 1 {
                reportEntitlement("Critical alerts", node["critical"], "\(path).critical")
            }
        }
        if let badge = aps["badge"]?.scalar?.int, badge < 0 || badge > Int(Int32.max) {
            report(
                .outOfRange, "The badge is \(badge).", at: spot(aps["badge"], "aps.badge"),
                fix: "Give a number from 0, which takes the badge away.")
        }
        if pushType != .liveActivity { checkRange(aps["relevance-score"], "aps.relevance-score", 0...1) }
        checkLevel(aps["interruption-level"])
    }

    private mutating func checkRange(_ node: PayloadNode?, _ path: String, _ range: ClosedRange<Double>) {
        guard let node, let value = node.scalar?.double, !range.contains(value) else { return }
        report(
            .outOfRange, "The number is \(node.value.description.prefix(40)).", at: spot(node, path),
            fix: "Give a number from \(Int(range.lowerBound)) to \(Int(range.upperBound)).")
    }

    private mutating func checkLevel(_ node: PayloadNode?) {
        guard let node, let word = node.string else { return }
        let place = spot(node, "aps.interruption-level")
        if word == "time-sensitive" { reportEntitlement("Time-sensitive notifications", node, place.path) }
        if word == "critical" {
            reportEntitlement("Critical alerts", node, place.path)
            if aps?["sound"].map({ $0["critical"]?.scalar != 1 }) ?? false {
                report(
                    .entitlement, "The level is critical, and the sound is not: it respects the mute switch.",
                    at: place, fix: "Write sound as an object with critical: 1 and a name.", as: .warning)
            }
        }
        guard !Self.levels.contains(word) else { return }
        let plain: (String) -> String = { $0.lowercased().filter { $0 != "-" && $0 != "_" } }
        let near = Self.levels.first { plain($0) == plain(word) }
        report(
            .unknownValue, "iOS does not know the level \(word.shown).", at: place,
            fix: near.map { "Write \($0)." } ?? "Write one of \(Self.levels.joined(separator: ", ")).",
            edits: near.map { replacing(node, with: .string($0)) } ?? [])
    }

    private mutating func reportEntitlement(_ what: String, _ node: PayloadNode?, _ path: String) {
        report(
            .entitlement, "\(what) need a capability of the app.", at: spot(node, path),
            fix: "Add the capability in Xcode; Apple grants the one for critical alerts on request.")
    }

    // MARK: Types

    private mutating func check(_ node: PayloadNode, _ path: String, _ keys: [String: PayloadKey.Kind]) {
        for member in node.members ?? [] {
            guard let kind = keys[member.key] else { continue }
            check(member, "\(path).\(member.key)", kind)
        }
    }

    private mutating func check(_ member: PayloadNode.Member, _ path: String, _ kind: PayloadKey.Kind) {
        let node = member.value
        switch kind {
        case .text: if node.string == nil { reportType(node, path, kind.name, node.scalar?.asText) }
        case .alert, .sound:
            if node.string == nil, !node.isObject { reportType(node, path, kind.name, node.scalar?.asText) }
        case .alertText:
            if node.string == nil, pushType != .liveActivity || node["loc-key"]?.string == nil {
                reportType(node, path, pushType == .liveActivity ? kind.name : "a string", node.scalar?.asText)
            }
        case .flag: checkFlag(member, path)
        case .count, .seconds:
            if node.scalar?.int == nil { reportType(node, path, kind.name, node.scalar?.asCount) }
        case .number:
            if node.scalar?.double == nil { reportType(node, path, kind.name, node.scalar?.asNumber) }
        case .texts:
            if node.elements?.allSatisfy({ $0.string != nil }) != true {
                let texts = node.elements.map { $0.compactMap { $0.string ?? $0.scalar?.asText?.string } }
                let isWhole = texts?.count == node.elements?.count
                reportType(
                    node, path, kind.name,
                    isWhole ? texts.map { .array($0.map(JSONValue.string)) } : node.string.map { [.string($0)] })
            }
        case .object: if !node.isObject { reportType(node, path, kind.name) }
        case .truth:
            if node.scalar != true { reportType(node, path, kind.name, node.scalar == 1 ? true : nil) }
        }
    }

    private mutating func checkFlag(_ member: PayloadNode.Member, _ path: String) {
        let node = member.value
        switch node.scalar {
        case 1: break
        case 0, false:
            report(
                .flagOff, "\(member.key) is \(node.value), which is the same as leaving it out.",
                at: spot(member, path), fix: "Leave it out, or write 1.", edits: removing(member))
        case true, "1", "true": reportType(node, path, PayloadKey.Kind.flag.name, 1)
        case .some(let value) where value.double == 1: reportType(node, path, PayloadKey.Kind.flag.name, 1)
        case .some(let value) where value.double != nil:
            report(.outOfRange, "The flag is \(value.description.prefix(40)).", at: spot(node, path), fix: "Write 1.")
        default: reportType(node, path, PayloadKey.Kind.flag.name)
        }
    }

    mutating func reportType(_ node: PayloadNode, _ path: String, _ expected: String, _ better: JSONValue? = nil) {
        let found = node.value.kindName
        report(
            .wrongType, "\(path) is \(found); iOS reads \(expected).", at: spot(node, path),
            fix: better.map { "Write \(String($0.description.prefix(60)))." } ?? "Write \(expected).",
            edits: better.map { replacing(node, with: $0) } ?? [])
    }
}

extension JSONValue {
    /// The number as a text, for places where texts stand.
    fileprivate var asText: JSONValue? {
        if case .number(let number) = self { .string(number.description) } else { nil }
    }
    /// The whole number that a text or another number stands for.
    fileprivate var asCount: JSONValue? {
        if let text = string { return Int(text).map(JSONValue.int) }
        return nil
    }
    /// The number that a text stands for.
    fileprivate var asNumber: JSONValue? { string.flatMap { JSONNumber($0) }.map(JSONValue.number) }
}
