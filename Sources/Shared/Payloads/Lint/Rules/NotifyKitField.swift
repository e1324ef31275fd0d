import PushModel

/// What a field of notify-kit's options for iOS holds.
enum NotifyKitField {
    case text, flag, count, share, level, list, object

    /// In words, with the article.
    var name: String {
        switch self {
        case .text: "a string that is not empty"
        case .flag: "true or false"
        case .count: "a whole number from 0"
        case .share: "a number from 0 to 1"
        case .level: "one of \(MessageContent.InterruptionLevel.allCases.map(\.rawValue).joined(separator: ", "))"
        case .list: "an array of objects with url"
        case .object: "an object"
        }
    }

    /// Whether the extension takes a value.
    func accepts(_ value: JSONValue) -> Bool {
        switch self {
        case .text: value.string?.isEmpty == false
        case .flag: value.bool != nil
        case .count: value.int.map { $0 >= 0 } ?? false
        case .share: value.double.map { (0...1).contains($0) } ?? false
        case .level: value.string.flatMap { MessageContent.InterruptionLevel(rawValue: $0) } != nil
        case .list: value.array != nil
        case .object: value.object != nil
        }
    }

    /// Whether a value has the right type, whatever it says.
    func hasKind(of value: JSONValue) -> Bool {
        switch self {
        case .text, .level: value.string != nil
        case .count: value.int != nil
        case .share: value.double != nil
        case .flag, .list, .object: accepts(value)
        }
    }
}

extension LintRun {
    /// The fields of notify-kit's options for iOS.
    static let iosFields: [String: NotifyKitField] = [
        "sound": .text, "critical": .flag, "criticalVolume": .share, "badgeCount": .count, "categoryId": .text,
        "launchImageName": .text, "interruptionLevel": .level, "threadId": .text, "targetContentId": .text,
        "summaryArgument": .text, "summaryArgumentCount": .count, "attachments": .list, "communicationInfo": .object,
        "foregroundPresentationOptions": .object,
    ]
}
