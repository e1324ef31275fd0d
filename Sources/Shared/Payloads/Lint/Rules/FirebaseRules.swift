import PushModel

extension LintRule {
    static let route = LintRule(
        "message_route", .error, "A message does not have exactly one route.",
        why: "The service refuses a message unless it has one of token, topic and condition.",
        source: RuleSource.firebase, failing: #"{"message":{"notification":{"title":"Hi"}}}"#,
        passing: #"{"message":{"topic":"news","notification":{"title":"Hi"}}}"#)
    static let dataNotString = LintRule(
        "data_not_string", .error, "A value in FCM's data is no text.",
        why: "FCM takes texts only there, and refuses the message.",
        source: RuleSource.firebase,
        failing: #"{"message":{"token":"t","data":{"id":7},"notification":{"title":"Hi"}}}"#,
        passing: #"{"message":{"token":"t","data":{"id":"7"},"notification":{"title":"Hi"}}}"#)
    static let reservedDataKey = LintRule(
        "reserved_data_key", .error, "A key in FCM's data is reserved.",
        why: "FCM refuses from, message_type, and what begins with google or gcm; aps would take the place of Apple's.",
        source: RuleSource.firebase,
        failing: #"{"message":{"token":"t","data":{"from":"Ada"},"notification":{"title":"Hi"}}}"#,
        passing: #"{"message":{"token":"t","data":{"sender":"Ada"},"notification":{"title":"Hi"}}}"#)
    static let legacyAPI = LintRule(
        "fcm_legacy_api", .error, "The request is one for FCM's legacy API.",
        why: "Google switched that API off in 2024; send to /v1/projects/…/messages:send.",
        source: RuleSource.firebase, failing: #"{"to":"t","notification":{"title":"Hi"},"mutable_content":true}"#,
        passing: #"{"message":{"token":"t","notification":{"title":"Hi"}}}"#)
    static let androidShowsItself = LintRule(
        "android_shows_itself", .warning, "A message with notify-kit's options has a notification for Android.",
        why:
            "Android then shows it by itself while the app is not in front, and notify-kit is not asked; the message has to be data only.",
        source: RuleSource.notifyKit,
        failing:
            #"{"message":{"token":"t","notification":{"title":"Hi"},"apns":{"payload":{"aps":{"mutable-content":1,"content-available":1},"notifee_options":{"title":"Hi"}}}}}"#,
        passing:
            #"{"message":{"token":"t","apns":{"payload":{"aps":{"alert":{"title":"Hi"},"mutable-content":1,"content-available":1},"notifee_options":{"title":"Hi"}}}}}"#
    )

    static let firebaseRules = [route, dataNotString, reservedDataKey, legacyAPI, androidShowsItself]
}

extension LintRun {
    private static let notificationKeys: Set<String> = ["title", "body", "image", "imageUrl"]
    private static let messageKeys: Set<String> = [
        "name", "data", "notification", "android", "webpush", "apns", "fcm_options", "fcmOptions", "token", "topic",
        "condition", "tokens",
    ]

    mutating func checkFirebase() {
        if document.format == .fcmLegacy {
            report(
                .legacyAPI, "The request is one for FCM's legacy API.", at: .file,
                fix: "Send {\"message\":{\"token\":…,\"notification\":…,\"apns\":…}} to the HTTP v1 API.")
            return
        }
        guard document.format == .fcm || document.format == .firebaseAdmin else { return }
        let message = document.format == .fcm ? document.root["message"] ?? .emptyObject : document.root
        if document.format == .fcm {
            for member in message.members ?? [] where !Self.messageKeys.contains(member.key) {
                report(
                    .invalidField, "FCM has no field \(member.key.shown) in message.", at: spot(member, member.key),
                    fix: "Leave it out; what is for iOS goes into apns.payload.")
            }
        }
        for member in message["notification"]?.members ?? [] where !Self.notificationKeys.contains(member.key) {
            report(
                .invalidField, "notification has title, body and image only, not \(member.key.shown).",
                at: spot(member, member.key), fix: "Put it into apns.payload.aps, and into android.notification.")
        }
        for member in message["apns"]?["headers"]?.members ?? [] where member.value.string == nil {
            let text = member.value.scalar.map { JSONValue.string($0.string ?? $0.description) }
            report(
                .wrongType, "A header is \(member.value.value.kindName); FCM takes texts.",
                at: spot(member, member.key),
                fix: "Write it as a text.", edits: text.map { replacing(member.value, with: $0) } ?? [])
        }
        checkData(message["data"])
        let hasOptions = payload[NotifyKitOptions.key] != nil
        if hasOptions, let notification = message.member("notification") {
            report(
                .androidShowsItself, "The message has notification beside notify-kit's options.",
                at: spot(notification, "notification"),
                fix: "Put title and body into apns.payload.aps.alert and into the options, and leave notification out.")
        }
    }

    private mutating func checkData(_ data: PayloadNode?) {
        for member in data?.members ?? [] where !isFull {
            if member.value.string == nil {
                let text = JSONValue.string(member.value.value.description)
                report(
                    .dataNotString, "data.\(member.key.shown) is \(member.value.value.kindName).",
                    at: spot(member, member.key),
                    fix: "Write it as a text.", edits: replacing(member.value, with: text))
            }
            let isReserved =
                ["from", "message_type", "aps"].contains(member.key) || member.key.hasPrefix("google")
                || member.key.hasPrefix("gcm")
            if isReserved {
                report(
                    .reservedDataKey, "data has the key \(member.key.shown).", at: spot(member, member.key),
                    fix: "Use another key.")
            }
        }
    }
}
