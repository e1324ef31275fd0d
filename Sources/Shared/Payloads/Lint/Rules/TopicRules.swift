import PushModel

extension LintRule {
    static let topicMissing = LintRule(
        "topic_missing", .error, "apns-topic is missing.", why: "APNs answers 400 MissingTopic.",
        source: RuleSource.request, failing: .init(#"{"aps":{"alert":"Hi"}}"#, headers: ["apns-push-type: alert"]),
        passing: .init(#"{"aps":{"alert":"Hi"}}"#, headers: ["apns-push-type: alert", "apns-topic: com.example.app"]))
    static let topicSuffix = LintRule(
        "topic_suffix", .error, "apns-topic does not end as the push type wants.",
        why: "Each push type has a topic of its own: the bundle id and a suffix. Another answers 400.",
        source: RuleSource.request,
        failing: .init(
            #"{"aps":{"timestamp":1705560370,"event":"update","content-state":{}}}"#,
            headers: ["apns-push-type: liveactivity", "apns-topic: com.example.app", "apns-priority: 5"]),
        passing: .init(
            #"{"aps":{"timestamp":1705560370,"event":"update","content-state":{}}}"#,
            headers: [
                "apns-push-type: liveactivity", "apns-topic: com.example.app.push-type.liveactivity",
                "apns-priority: 5",
            ]))
    static let topicInvalid = LintRule(
        "topic_invalid", .error, "apns-topic is no topic.", why: "APNs answers 400 BadTopic.",
        source: RuleSource.request,
        failing: .init(#"{"aps":{"alert":"Hi"}}"#, headers: ["apns-push-type: alert", "apns-topic: My App"]),
        passing: .init(#"{"aps":{"alert":"Hi"}}"#, headers: ["apns-push-type: alert", "apns-topic: com.example.app"]))

    static let topicRules = [topicMissing, topicSuffix, topicInvalid]
}

extension LintRun {
    mutating func checkTopic() {
        let isBroadcast = document.header("apns-channel-id") != nil
        guard let header = document.header("apns-topic") else {
            if document.hasHeaders, document.format.isRaw, !isBroadcast {
                let suffix = pushType.topicSuffix.map { $0.isEmpty ? "the bundle id" : "the bundle id and \($0)" }
                report(
                    .topicMissing, "There are headers, and apns-topic is none of them.", at: .file,
                    fix: "Add apns-topic: \(suffix ?? "the UID of the certificate").")
            }
            return
        }
        // The topic of a managed device is the UID in the certificate, whatever that looks like.
        guard pushType != .mdm else { return }
        guard let topic = TopicName(header.value) else {
            report(
                .topicInvalid, "The topic is \(header.value.shown).", at: spot(header),
                fix: "Write the bundle id of the app, and the suffix of the push type.")
            return
        }
        guard document.declaredPushType != nil, let suffix = pushType.topicSuffix else { return }
        let again = TopicName(topic.bundleID).flatMap { $0.suffix.isEmpty ? nil : $0 }
        guard topic.suffix != suffix || (again != nil && !suffix.isEmpty) else { return }
        let right = (again?.bundleID ?? topic.bundleID) + suffix
        // Nothing keeps a bundle id from ending in these words.
        let isDoubtful =
            [".voip", ".complication"].contains(again == nil ? topic.suffix : suffix)
            && (again != nil || suffix.isEmpty)
        report(
            .topicSuffix,
            again != nil
                ? "The topic has a suffix twice."
                : suffix.isEmpty
                    ? "The push type is \(pushType.rawValue), and the topic ends in \(topic.suffix)."
                    : "The push type is \(pushType.rawValue), and the topic does not end in \(suffix).",
            at: spot(header), fix: isDoubtful ? "Write \(right), unless the bundle id ends so." : "Write \(right).",
            edits: isDoubtful
                ? [] : header.origin.map { [LintEdit($0.range, JSONValue.string(right).description)] } ?? [],
            as: isDoubtful ? .warning : nil)
    }
}
