/// A topic taken apart: the bundle id and the suffix that a push type demands.
package struct TopicName: Hashable, Sendable {
    /// The bundle id.
    package var bundleID: String
    /// The suffix with its leading dot, such as `.voip`; empty for alert and background.
    package var suffix: String

    /// Takes a topic apart; nil when it is no bundle id (letters, digits, hyphens and dots, at most 255 bytes).
    package init?(_ topic: String) {
        var text = topic
        let found: Int? = text.withUTF8 { bytes in
            guard bytes.count <= 255, bytes.allSatisfy(Self.isAllowed) else { return nil }
            let suffix = Self.suffixes.firstIndex {
                bytes.count >= $0.count && bytes.suffix($0.count).elementsEqual($0)
            }
            let bundle = bytes.dropLast(suffix.map { Self.suffixes[$0].count } ?? 0)
            guard let first = bundle.first, let last = bundle.last else { return nil }
            let dot = UInt8(ascii: ".")
            return first == dot || last == dot ? nil : suffix ?? -1
        }
        guard let found else { return nil }
        guard found >= 0 else {
            (bundleID, suffix) = (topic, "")
            return
        }
        suffix = String(decoding: Self.suffixes[found], as: UTF8.self)
        bundleID = String(topic.dropLast(suffix.utf8.count))
    }

    /// The push type that a request without `apns-push-type` means: the one of the suffix, `alert` without a suffix.
    package var impliedPushType: PushType {
        suffix.isEmpty ? .alert : PushType.allCases.first { $0.topicSuffix == suffix } ?? .alert
    }

    private static let suffixes = PushType.allCases.compactMap(\.topicSuffix).filter { !$0.isEmpty }.map {
        Array($0.utf8)
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
