import PushModel

extension LintRule {
    private static func example(_ options: String) -> Example {
        .init(
            "{\"aps\":{\"alert\":\"Hi\",\"mutable-content\":1,\"content-available\":1},\"notifee_options\":\(options)}")
    }

    static let optionsUnreadable = LintRule(
        "notify_kit_unreadable", .error, "notifee_options is neither an object nor a text with the JSON of one.",
        why: "The extension shows the notification as it came.", source: RuleSource.notifyKit,
        failing: example(#""{title:1}""#), passing: example(#""{\"title\":\"Hi\"}""#))
    static let optionsReserved = LintRule(
        "notify_kit_reserved_key", .error, "The sender's data has a key that belongs to notify-kit.",
        why: "notifee_options and notifee_data are taken out before the app sees its data.",
        source: RuleSource.notifyKit, failing: example(#"{"data":{"notifee_data":"x"}}"#),
        passing: example(#"{"data":{"mine":"x"}}"#))
    static let optionsDataType = LintRule(
        "notify_kit_data", .error, "A value in the data of notify-kit's options is no text.",
        why: "Its server refuses other values, and Android drops them.", source: RuleSource.notifyKit,
        failing: example(#"{"data":{"count":1}}"#), passing: example(#"{"data":{"count":"1"}}"#))
    static let optionsField = LintRule(
        "notify_kit_field", .error, "A field of notify-kit's options has a wrong type, range or word.",
        why: "The extension takes no notice of the field.", source: RuleSource.notifyKit,
        failing: example(#"{"ios":{"interruptionLevel":"urgent"}}"#),
        passing: example(#"{"ios":{"interruptionLevel":"timeSensitive"}}"#))
    static let optionsUnknown = LintRule(
        "notify_kit_unknown_field", .warning, "notify-kit's options have no such field for iOS.",
        why: "The extension takes no notice of it.", source: RuleSource.notifyKit,
        failing: example(#"{"ios":{"category":"post"}}"#), passing: example(#"{"ios":{"categoryId":"post"}}"#))
    static let optionsForeground = LintRule(
        "notify_kit_foreground_options", .warning, "The options say how the notification looks in the foreground.",
        why: "The extension runs before that is decided, and notify-kit's does nothing with it.",
        source: RuleSource.notifyKit, failing: example(#"{"ios":{"foregroundPresentationOptions":{"banner":true}}}"#),
        passing: example(#"{"ios":{"sound":"default"}}"#))
    static let optionsID = LintRule(
        "notify_kit_id", .note, "The options name the notification.",
        why: "On iOS the id is that of the push, whatever the options say; apns-collapse-id sets it.",
        source: RuleSource.notifyKit, failing: example(#"{"id":"order-42"}"#), passing: example(#"{"title":"Hi"}"#))
    static let optionsVersion = LintRule(
        "notify_kit_version", .warning, "The options have a newer version than is known.",
        why: "Parts of them may be missed.", source: RuleSource.notifyKit, failing: example(#"{"_v":2,"title":"Hi"}"#),
        passing: example(#"{"_v":1,"title":"Hi"}"#))
    static let optionsHandler = LintRule(
        "notify_kit_handler", .note, "The push does not ask for the app.",
        why: "Without content-available: 1 the JavaScript handler for messages is not called, even in the foreground.",
        source: RuleSource.notifyKit,
        failing: #"{"aps":{"alert":"Hi","mutable-content":1},"notifee_options":{"title":"Hi"}}"#,
        passing: #"{"aps":{"alert":"Hi","mutable-content":1,"content-available":1},"notifee_options":{"title":"Hi"}}"#)
    static let optionsSeveral = LintRule(
        "notify_kit_several_attachments", .note, "The options have several attachments for iOS.",
        why: "notify-kit's extension fetches the first only; that of Tidings fetches all.",
        source: RuleSource.notifyKit,
        failing: example(
            #"{"ios":{"attachments":[{"url":"https://a.example/1.png"},{"url":"https://a.example/2.png"}]}}"#),
        passing: example(#"{"ios":{"attachments":[{"url":"https://a.example/1.png"}]}}"#))
    static let optionsDiffer = LintRule(
        "notify_kit_halves_differ", .error, "The options for iOS and those for Android are not the same bytes.",
        why: "Both halves of a message say the same; who compares them takes a difference for damage.",
        source: RuleSource.notifyKit,
        failing:
            #"{"message":{"token":"t","data":{"notifee_options":"{\"title\":\"A\"}"},"apns":{"payload":{"aps":{"alert":{"title":"B"},"mutable-content":1,"content-available":1},"notifee_options":"{\"title\":\"B\"}"}}}}"#,
        passing:
            #"{"message":{"token":"t","data":{"notifee_options":"{\"title\":\"B\"}"},"apns":{"payload":{"aps":{"alert":{"title":"B"},"mutable-content":1,"content-available":1},"notifee_options":"{\"title\":\"B\"}"}}}}"#
    )

    static let notifyKitRules = [
        optionsUnreadable, optionsReserved, optionsDataType, optionsField, optionsUnknown, optionsForeground, optionsID,
        optionsVersion, optionsHandler, optionsSeveral, optionsDiffer,
    ]
}

extension LintRun {
    private static let iosKeys: [String: PayloadKey.Kind] = iosFields.mapValues { _ in .text }

    mutating func checkNotifyKit() {
        guard let member = payload.member(NotifyKitOptions.key) else { return }
        let place = spot(member, NotifyKitOptions.key)
        guard let options = Conversion.object(member.value) else {
            report(
                .optionsUnreadable, "notifee_options is \(member.value.value.kindName) that holds no object.",
                at: place, fix: "Write an object, or the JSON of one as a text.")
            return
        }
        let isSaid = findings.contains { Self.isAbout($0, "content-available") }
        if aps?["content-available"] == nil, document.format != .notifyKit, hasAlert, !isSaid {
            report(
                .optionsHandler, "content-available is missing.", at: place,
                fix: "Add content-available: 1 if the handler should hear of the push.")
        }
        if let version = NotifyKitOptions(options.value)?.version, version > NotifyKitOptions.knownVersion {
            report(
                .optionsVersion, "The version is \(version).", at: spot(options["_v"], place.path),
                fix: "Use version 1.")
        }
        if let id = options.member("id"), document.root["notification"] == nil {
            report(.optionsID, "There is an id.", at: inside(id, "id"), fix: "Leave it out, or set apns-collapse-id.")
        }
        for field in ["title", "subtitle", "body", "image"] {
            guard let text = options.member(field), text.value.string == nil else { continue }
            reportField(text, field, "a string")
        }
        for data in options["data"]?.members ?? [] where !isFull {
            if NotifyKitOptions.reservedKeys.contains(data.key) {
                report(
                    .optionsReserved, "data has the key \(data.key).", at: inside(data, "data.\(data.key)"),
                    fix: "Use another key.")
            } else if data.value.string == nil {
                report(
                    .optionsDataType, "data.\(data.key.shown) is \(data.value.value.kindName).",
                    at: inside(data, "data.\(data.key.prefix(40))"), fix: "Write it as a text.",
                    edits: editable(member) ? replacing(data.value, with: .string(data.value.value.description)) : [])
            }
        }
        checkIOS(options["ios"], isEditable: editable(member))
        checkHalves(member.value)
    }

    /// Whether the options are an object in the file, whose parts have places of their own.
    private func editable(_ member: PayloadNode.Member) -> Bool { member.value.isObject }

    private func inside(_ member: PayloadNode.Member, _ path: String) -> Spot {
        // Parts of a text have the place of the text.
        var place = spot(member, "\(NotifyKitOptions.key).\(path)")
        if member.keyRange == nil { place.path += "(\(path))" }
        return place
    }

    private mutating func checkIOS(_ ios: PayloadNode?, isEditable: Bool) {
        guard let ios else { return }
        guard ios.isObject else {
            report(
                .optionsField, "ios is \(ios.value.kindName).", at: spot(ios, "\(NotifyKitOptions.key).ios"),
                fix: "Write an object.")
            return
        }
        for member in ios.members ?? [] where !isFull {
            guard let field = Self.iosFields[member.key] else {
                let near =
                    member.key == "category" ? "categoryId" : PayloadKey.nearest(to: member.key, in: Self.iosKeys)?.key
                report(
                    .optionsUnknown, "There is no field \(member.key.shown) for iOS.",
                    at: inside(member, "ios.\(member.key.prefix(40))"),
                    fix: near.map { "Write \($0)." } ?? "Leave it out.",
                    edits: isEditable && near != nil && ios[near ?? ""] == nil ? renaming(member, to: near ?? "") : [])
                continue
            }
            check(member, field)
        }
        if let foreground = ios.member("foregroundPresentationOptions") {
            report(
                .optionsForeground, "foregroundPresentationOptions is part of the options.",
                at: inside(foreground, "ios.foregroundPresentationOptions"),
                fix: "Decide it in the app.", edits: isEditable ? removing(foreground) : [])
        }
        if let attachments = ios["attachments"]?.elements, attachments.count > 1 {
            report(
                .optionsSeveral, "There are \(attachments.count) attachments.",
                at: spot(ios["attachments"], "\(NotifyKitOptions.key).ios.attachments"),
                fix: "Put the one that counts first.")
        }
        for (index, attachment) in (ios["attachments"]?.elements ?? []).enumerated()
        where attachment["url"]?.string == nil {
            report(
                .optionsField, "The attachment has no url.",
                at: spot(attachment, "\(NotifyKitOptions.key).ios.attachments[\(index)]"),
                fix: "Give it a url with https.")
        }
    }

    private mutating func check(_ member: PayloadNode.Member, _ field: NotifyKitField) {
        if !field.accepts(member.value.value) { reportField(member, "ios.\(member.key)", field.name) }
    }

    private mutating func reportField(_ member: PayloadNode.Member, _ path: String, _ expected: String) {
        report(
            .optionsField, "\(path) is not \(expected).", at: inside(member, path),
            fix: "Write \(expected), or leave it out.")
    }

    private mutating func checkHalves(_ options: PayloadNode) {
        let message = document.root["message"] ?? document.root
        guard let android = message["data"]?[NotifyKitOptions.key],
            document.format == .fcm || document.format == .firebaseAdmin,
            let ios = message["apns"]?["payload"]?[NotifyKitOptions.key], ios.value != android.value
        else { return }
        report(
            .optionsDiffer, "data.notifee_options and apns.payload.notifee_options are not the same.",
            at: spot(android, "data.notifee_options"), fix: "Write the same text in both places.")
    }
}
