import Foundation
import ProcessLocal

/// A push as the system reads it.
struct ReceivedPush: Sendable {
    let push: IncomingPush
    let payload: WireValue
    let content: WireContent
    /// Name of the notification: the collapse identifier, otherwise the `apns-id` in upper case.
    ///
    /// That the other name is a UUID is known; that it is this one is unverified on a device.
    let identifier: String

    private var aps: WireValue? { payload["aps"] }

    init(push: IncomingPush, payload: WireValue, strings: [String: String]) {
        self.push = push
        self.payload = payload
        identifier = push.collapseId ?? push.id.uppercased()
        content = WireContent(payload: payload, strings: strings)
    }

    /// Whether anything of it may reach the person: only a push of the type `alert` with a text, sound or badge.
    ///
    /// A push of the type `background` shows nothing, whatever its payload says.
    var isVisible: Bool {
        push.pushType == "alert" && (content.hasText || content.sound != nil || content.badge != nil)
    }

    /// Whether it wakes the app: `content-available` is 1, in a visible push as well as in a silent one.
    var wakesApp: Bool { aps?["content-available"]?.integer == 1 && ["alert", "background"].contains(push.pushType) }

    /// Whether the service extension may change it: `mutable-content` is 1 and there is a text to show.
    var isMutable: Bool { aps?["mutable-content"]?.integer == 1 && content.hasText }

    /// The request as the app and its extension see it.
    var request: WireRequest { WireRequest(identifier: identifier, content: content, trigger: .push) }
}

extension WireContent {
    /// Reads a payload as the system does, looking up localized texts among the app's strings.
    init(payload: WireValue, strings: [String: String]) {
        self.init()
        userInfo = payload
        let aps = payload["aps"]
        switch aps?["alert"] {
        case .string(let text)?: body = text
        case .dictionary?:
            let alert = aps?["alert"]
            title = alert?.text("title", "title-loc", strings) ?? ""
            subtitle = alert?.text("subtitle", "subtitle-loc", strings) ?? ""
            body = alert?.text("body", "loc", strings) ?? ""
            launchImageName = alert?["launch-image"]?.string ?? ""
        default: break
        }
        badge = aps?["badge"]?.integer
        sound = WireSound(aps: aps?["sound"])
        categoryIdentifier = aps?["category"]?.string ?? ""
        threadIdentifier = aps?["thread-id"]?.string ?? ""
        targetContentIdentifier = aps?["target-content-id"]?.string
        filterCriteria = aps?["filter-criteria"]?.string
        relevanceScore = aps?["relevance-score"]?.double ?? 0
        let levels: [String: UInt] = ["passive": 0, "active": 1, "time-sensitive": 2, "critical": 3]
        interruptionLevel = aps?["interruption-level"]?.string.flatMap { levels[$0] } ?? 1
    }
}

extension WireValue {
    /// A text of the alert: the localized one where its key is known, otherwise the literal one, otherwise the key.
    fileprivate func text(_ literal: String, _ localized: String, _ strings: [String: String]) -> String? {
        let text = self[literal]?.string
        guard let key = self["\(localized)-key"]?.string else { return text }
        guard let format = strings[key] else { return text ?? key }
        guard case .array(let arguments)? = self["\(localized)-args"] else { return format }
        return format.filled(with: arguments.map { $0.string ?? "\($0.object)" })
    }
}

extension String {
    /// Fills `%@` and `%1$@` in the order of the arguments; a missing one becomes empty.
    func filled(with arguments: [String]) -> String {
        var result = ""
        var rest = Substring(self)
        var next = 0
        while let percent = rest.firstIndex(of: "%") {
            result += rest[..<percent]
            rest = rest[rest.index(after: percent)...]
            if rest.first == "@" {
                result += arguments.indices.contains(next) ? arguments[next] : ""
                next += 1
                rest = rest.dropFirst()
            } else if let dollar = rest.firstIndex(of: "$"), let position = Int(rest[..<dollar]),
                rest[dollar...].hasPrefix("$@")
            {
                result += arguments.indices.contains(position - 1) ? arguments[position - 1] : ""
                rest = rest[dollar...].dropFirst(2)
            } else if rest.first == "%" {
                result += "%"
                rest = rest.dropFirst()
            } else {
                result += "%"
            }
        }
        return result + rest
    }
}

extension WireSound {
    fileprivate init?(aps: WireValue?) {
        switch aps {
        case .string(let name)?: self.init(name: name)
        case .dictionary?:
            self.init(
                name: aps?["name"]?.string ?? "default", isCritical: aps?["critical"]?.integer == 1,
                volume: aps?["volume"]?.double.map { Float($0) })
        default: return nil
        }
    }
}
