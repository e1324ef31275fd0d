import PushModel

/// A topic taken apart: the bundle id and the suffix that a push type demands.
package struct TopicName: Hashable, Sendable {
    /// The bundle id.
    package var bundleID: String
    /// The suffix with its leading dot, such as `.voip`; empty for alert and background.
    package var suffix: String

    /// Takes a topic apart; nil when it is no bundle id (letters, digits, hyphens and dots, at most 255 bytes).
    package init?(_ topic: String) {
        guard !topic.isEmpty, topic.utf8.count <= 255, topic.utf8.allSatisfy(Self.isAllowed) else { return nil }
        let suffix = Self.suffixes.first { topic.hasSuffix($0) } ?? ""
        let bundle = topic.dropLast(suffix.utf8.count)
        guard bundle.utf8.first != UInt8(ascii: "."), bundle.utf8.last != UInt8(ascii: "."), !bundle.isEmpty else {
            return nil
        }
        self.bundleID = String(bundle)
        self.suffix = suffix
    }

    /// The push type that a request without `apns-push-type` means: the one of the suffix, `alert` without a suffix.
    var impliedPushType: PushType {
        suffix.isEmpty ? .alert : PushType.allCases.first { $0.topicSuffix == suffix } ?? .alert
    }

    private static let suffixes = PushType.allCases.compactMap(\.topicSuffix).filter { !$0.isEmpty }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
