import PushModel

extension LintRule {
    static let emptyAlert = LintRule(
        "empty_alert", .warning, "The alert says nothing.",
        why: "iOS shows nothing for an alert without a text, and does not start the service extension.",
        source: RuleSource.payload, failing: #"{"aps":{"alert":{"title":"","body":""}}}"#,
        passing: #"{"aps":{"alert":{"title":"","body":"Hi"}}}"#)
    static let argumentsWithoutKey = LintRule(
        "arguments_without_key", .error, "There are arguments for a text that is not named.",
        why: "iOS puts arguments into a text of the app's strings, which the key names.",
        source: RuleSource.payload, failing: #"{"aps":{"alert":{"body":"Hi","title-loc-args":["Ada"]}}}"#,
        passing: #"{"aps":{"alert":{"body":"Hi","title-loc-key":"FROM","title-loc-args":["Ada"]}}}"#)
    static let backgroundWithAlert = LintRule(
        "background_with_alert", .error, "A background push has something to show or to play.",
        why: "Apple allows only content-available in aps there: such a push is refused, delayed or dropped.",
        source: RuleSource.background,
        failing: .init(
            #"{"aps":{"content-available":1,"alert":"Hi"}}"#,
            headers: ["apns-push-type: background", "apns-priority: 5", "apns-topic: com.example.app"]),
        passing: .init(
            #"{"aps":{"content-available":1}}"#,
            headers: ["apns-push-type: background", "apns-priority: 5", "apns-topic: com.example.app"]))
    static let backgroundWithDisplayKey = LintRule(
        "background_with_display_key", .warning, "A background push has keys that only matter on a screen.",
        why: "Nothing is shown, so they do nothing.",
        source: RuleSource.background, failing: #"{"aps":{"content-available":1,"category":"MAIL"}}"#,
        passing: #"{"aps":{"content-available":1}}"#)
    static let backgroundWithoutFlag = LintRule(
        "background_without_content_available", .error, "A background push does not ask for the app.",
        why: "Without content-available: 1 iOS does not wake the app.",
        source: RuleSource.background,
        failing: .init(
            #"{"aps":{},"id":7}"#,
            headers: ["apns-push-type: background", "apns-priority: 5", "apns-topic: com.example.app"]),
        passing: .init(
            #"{"aps":{"content-available":1},"id":7}"#,
            headers: ["apns-push-type: background", "apns-priority: 5", "apns-topic: com.example.app"]))
    static let mutableWithoutAlert = LintRule(
        "mutable_content_without_alert", .error, "mutable-content stands in a push that shows no text.",
        why: "iOS starts the service extension only for a push with an alert.",
        source: RuleSource.serviceExtension, failing: #"{"aps":{"sound":"default","mutable-content":1}}"#,
        passing: #"{"aps":{"alert":"Hi","sound":"default","mutable-content":1}}"#)
    static let mutableMissing = LintRule(
        "mutable_content_missing", .error,
        "Something in the payload is for the service extension, which is not started.",
        why: "iOS starts the extension only with mutable-content: 1; the notification is shown as it came.",
        source: RuleSource.serviceExtension,
        failing: #"{"aps":{"alert":"Hi"},"notifee_options":{"ios":{"categoryId":"post"}}}"#,
        passing: #"{"aps":{"alert":"Hi","mutable-content":1},"notifee_options":{"ios":{"categoryId":"post"}}}"#)
    static let ignoredAlert = LintRule(
        "ignored_alert", .warning, "A push of this type shows nothing by itself.",
        why: "iOS hands it to the app or an extension, and takes no notice of the alert.",
        source: RuleSource.request,
        failing: .init(
            #"{"aps":{"alert":"Ada is calling"},"call":"7"}"#, headers: ["apns-topic: com.example.app.voip"]),
        passing: .init(#"{"call":"7"}"#, headers: ["apns-topic: com.example.app.voip", "apns-push-type: voip"]))

    static let alertRules = [
        emptyAlert, argumentsWithoutKey, backgroundWithAlert, backgroundWithDisplayKey, backgroundWithoutFlag,
        mutableWithoutAlert, mutableMissing, ignoredAlert,
    ]
}

extension LintRun {
    private static let shown = ["alert", "sound", "badge"]

    mutating func checkAlert() {
        guard let member = aps?.member("alert") else { return }
        let place = spot(member, "aps.alert")
        if [.voip, .pushToTalk, .complication, .fileProvider, .mdm, .location, .widgets, .controls].contains(pushType) {
            report(
                .ignoredAlert, "The push type is \(pushType.rawValue), and there is an alert.", at: place,
                fix: "Leave the alert out; or send it as alert to the bundle id.")
        } else if pushType == .alert, !hasAlert, member.value.string != nil || member.value.isObject {
            report(.emptyAlert, "The alert has no text.", at: place, fix: "Give it a body or a title, or leave it out.")
        }
        for line in ["title-", "subtitle-", ""] {
            guard let arguments = alert?.member("\(line)loc-args"), alert?["\(line)loc-key"] == nil else { continue }
            report(
                .argumentsWithoutKey, "\(line)loc-args has no \(line)loc-key.",
                at: spot(arguments, "aps.alert.\(line)loc-args"), fix: "Add \(line)loc-key, or leave the arguments out."
            )
        }
    }

    mutating func checkBackground() {
        guard pushType == .background, let aps, aps.isObject else { return }
        for key in Self.shown {
            guard let member = aps.member(key) else { continue }
            report(
                .backgroundWithAlert, "The push type is background, and there is \(key).",
                at: spot(member, "aps.\(key)"), fix: "Leave \(key) out, or send it as alert.")
        }
        let rest = [
            "category", "thread-id", "mutable-content", "interruption-level", "relevance-score", "target-content-id",
            "filter-criteria",
        ]
        for key in rest {
            guard let member = aps.member(key) else { continue }
            report(
                .backgroundWithDisplayKey, "\(key) does nothing in a background push.", at: spot(member, "aps.\(key)"),
                fix: "Leave it out.", edits: removing(member))
        }
        if aps["content-available"] == nil, !findings.contains(where: { Self.isAbout($0, "content-available") }) {
            report(
                .backgroundWithoutFlag, "The push type is background, and content-available is missing.",
                at: spot(aps, "aps"), fix: "Add content-available: 1.", edits: adding("content-available", 1, to: aps))
        }
    }

    /// Whether a finding says that a key was written in another way.
    static func isAbout(_ finding: LintFinding, _ key: String) -> Bool {
        [.camelCaseKey, .adminKey, .misspeltKey, .misplacedKey].contains(finding.rule) && finding.fix.contains(key)
    }

    mutating func checkExtension() {
        if pushType == .alert, let member = aps?.member("mutable-content"), member.value.scalar == 1, !hasAlert,
            aps?["alert"] == nil
        {
            report(
                .mutableWithoutAlert, "mutable-content has no alert beside it.",
                at: spot(member, "aps.mutable-content"),
                fix: "Add an alert, or leave mutable-content out.")
        }
        guard pushType == .alert, hasAlert || aps?["alert"] == nil, let need = extensionNeed,
            aps?["mutable-content"] == nil
        else { return }
        // Written in another way it will be there once that is mended.
        guard !findings.contains(where: { Self.isAbout($0, "mutable-content") && $0.rule.severity == .error }) else {
            return
        }
        guard hasAlert || aps != nil || document.format.isRaw else { return }
        report(
            .mutableMissing, "\(need.what) is for the service extension, and mutable-content is missing.",
            at: need.spot, fix: "Add mutable-content: 1 to aps.",
            edits: aps.map { adding("mutable-content", 1, to: $0) } ?? [])
    }

    /// What only the service extension can do with this push, if there is something.
    private var extensionNeed: (what: String, spot: Spot)? {
        if let options = payload.member(NotifyKitOptions.key) {
            return (NotifyKitOptions.key, spot(options, options.key))
        }
        if let own = payload["tidings"], document.format == .tidingsPush || document.format == .tidings {
            if let sealed = own.member("enc") { return ("The sealed content", spot(sealed, "tidings.enc")) }
            return own.members.map { _ in ("What Tidings sends", spot(own, "tidings")) }
        }
        if let media = media.first(where: { !$0.isOwn }) { return ("The attachment", media.spot) }
        return nil
    }
}
