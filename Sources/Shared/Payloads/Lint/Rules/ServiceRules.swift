import PushModel

extension LintRule {
    static let oneSignalEnglish = LintRule(
        "onesignal_english", .error, "The texts have none in English.",
        why: "OneSignal refuses texts without en, which stands for every language that is missing.",
        source: RuleSource.oneSignal, failing: #"{"app_id":"a","contents":{"de":"Hallo"}}"#,
        passing: #"{"app_id":"a","contents":{"de":"Hallo","en":"Hello"}}"#)
    static let expoToken = LintRule(
        "expo_token", .error, "A recipient is no token of Expo's.",
        why: "Expo's service takes tokens of the form ExponentPushToken[…]; a device token goes to APNs.",
        source: RuleSource.expo, failing: .init(#"{"to":"00fc13adff785122","body":"Hi"}"#, format: .expo),
        passing: .init(#"{"to":"ExponentPushToken[abc]","body":"Hi"}"#, format: .expo))

    static let serviceRules = [oneSignalEnglish, expoToken]

    /// All rules, in the order of the document.
    public static let all: [LintRule] =
        textRules + keyRules + valueRules + alertRules + liveActivityRules + headerRules + topicRules + sizeRules
        + soundRules + attachmentRules + notifyKitRules + firebaseRules + serviceRules
}

extension LintRun {
    mutating func checkServices() {
        if document.format == .oneSignal {
            for key in ["contents", "headings", "subtitle"] {
                guard let texts = document.root.member(key), texts.value.isObject, texts.value["en"] == nil else {
                    continue
                }
                report(.oneSignalEnglish, "\(key) has no en.", at: spot(texts, key), fix: "Add the text for en.")
            }
        }
        guard document.format == .expo, let to = document.root["to"] else { return }
        for (index, node) in (to.elements ?? [to]).enumerated() {
            let isToken =
                node.string.map { $0.hasPrefix("ExponentPushToken[") || $0.hasPrefix("ExpoPushToken[") } ?? false
            if !isToken {
                report(
                    .expoToken, "The recipient is no token of Expo's.",
                    at: spot(node, to.elements == nil ? "to" : "to[\(index)]"),
                    fix: "Ask the app for getExpoPushTokenAsync().")
            }
        }
    }
}
