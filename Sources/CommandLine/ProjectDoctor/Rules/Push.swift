import Payloads
import XcodeProject

extension Rule {
    /// A sample payload.
    static let payload = [
        Rule(
            "payload_unreadable", .error, "The sample of a push cannot be read",
            why: "APNs passes on what it is given, and iOS shows nothing of what it cannot read."
        ) { subject in
            guard let payload = subject.payload, let fault = payload.fault else { return [] }
            return [
                Sighting(
                    place: Finding.Place(payload.path), seen: fault,
                    change: "Write a JSON object with the key aps.")
            ]
        },
        Rule(
            "mutable_content_missing", .error, "The push does not ask for the extension",
            why: "iOS starts the extension only for a push with an alert and \"mutable-content\": 1 in aps."
        ) { subject in
            guard let payload = subject.payload, payload.isVisible, !payload.isMutable,
                subject.app?.extensions.isEmpty == false
            else { return [] }
            return [
                Sighting(
                    place: Finding.Place(payload.path), seen: "aps has an alert and no \"mutable-content\": 1.",
                    change: "Add \"mutable-content\": 1 to aps.")
            ]
        },
        Rule(
            "payload_wrong", .error, "The push is wrong by itself",
            why:
                "APNs refuses it, or iOS does something else with it than it says: tidings payload lint has each reason."
        ) { subject in lint(subject, .error) },
        Rule(
            "payload_doubtful", .warning, "The push may not do what it says",
            why: "It depends on the app and the phone: tidings payload lint has each reason."
        ) { subject in lint(subject, .warning) },
    ]

    private static func lint(_ subject: Subject, _ severity: LintRule.Severity) -> [Sighting] {
        guard let payload = subject.payload else { return [] }
        return payload.findings.filter { $0.severity == severity }.map { finding in
            Sighting(
                place: Finding.Place(payload.path, line: finding.place?.line),
                seen: "\(finding.path.isEmpty ? "" : "\(finding.path): ")\(finding.message) [\(finding.rule.code)]",
                change: finding.fix)
        }
    }

    /// A device token.
    static let deviceToken = [
        Rule(
            "token_form", .error, "The device token is not in the form that APNs takes",
            why: "APNs takes two hexadecimal digits for each byte and answers anything else with 400 BadDeviceToken."
        ) { subject in
            guard let text = subject.deviceToken else { return [] }
            let token = DeviceTokenText(text)
            guard token.form != .hexadecimal else { return [] }
            return [Sighting(place: nil, seen: token.form.seen, change: token.form.advice)]
        },
        Rule(
            "token_length", .warning, "The device token has an unusual length",
            why:
                "Tokens of phones have had 32 bytes so far, and longer ones of Live Activities; Apple promises no length. A "
                + "shorter one has most likely been cut."
        ) { subject in
            guard let count = subject.deviceToken.flatMap({ DeviceTokenText($0).byteCount }),
                count < DeviceTokenText.usualByteCount
            else { return [] }
            return [
                Sighting(
                    place: nil, seen: "The token has \(count) bytes.",
                    change: "Check that the column it is kept in is long enough, and register the device again.")
            ]
        },
    ]
}

extension DeviceTokenText.Form {
    /// What a token of this form looks like.
    package var seen: String {
        switch self {
        case .hexadecimal: "It is written as hexadecimal digits."
        case .separated: "It has spaces or brackets between its digits, as old systems print a Data."
        case .base64: "It is base64."
        case .description: "It is the description of a Data, whose middle is missing."
        case .firebase: "It has the form of a Firebase registration token, which APNs does not know."
        case .expo: "It is an Expo push token, which APNs does not know."
        case .unknown: "It is neither hexadecimal digits nor base64."
        }
    }

    /// What to do about it.
    package var advice: String {
        switch self {
        case .hexadecimal: "Nothing."
        case .separated: "Leave out what is no digit."
        case .base64: "Decode it and write each byte as two hexadecimal digits."
        case .description:
            "Write the token as token.map { String(format: \"%02x\", $0) }.joined() in the app, and register again."
        case .firebase: "Send by FCM, or take the token that didRegisterForRemoteNotificationsWithDeviceToken gets."
        case .expo: "Send by Expo, or take the native token: getDevicePushTokenAsync."
        case .unknown: "Take the bytes that didRegisterForRemoteNotificationsWithDeviceToken gets, two digits for each."
        }
    }
}
