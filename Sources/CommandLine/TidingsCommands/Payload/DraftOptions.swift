import Foundation
import Payloads
import PushModel

/// The options of `tidings payload build` that describe a push.
enum DraftOptions {
    static let all: [Option] = [
        .value("token", "TOKEN", "A registration token of FCM."),
        .value("topic", "TOPIC", "A topic of FCM, or of Tidings."),
        .value("condition", "CONDITION", "A condition over topics of FCM."),
        .value("to", "USER", "With --for tidings: a subscriber; may be repeated.", repeatable: true),
        .value("title", "TEXT", "The first line."),
        .value("subtitle", "TEXT", "The second line."),
        .value("body", "TEXT", "The text."),
        .value("id", "ID", "Names the notification; the same id replaces it."),
        .value("data", "KEY=VALUE", "The sender's own data; may be repeated.", repeatable: true),
        .value("sound", "FILE", "The sound's file in the app, or default."),
        .value("category", "ID", "The category that the app registered."),
        .value("thread", "ID", "Groups notifications."),
        .value("interruption-level", "LEVEL", "passive, active, timeSensitive or critical."),
        .value("attachment", "URL", "What the extension attaches, https; may be repeated.", repeatable: true),
        .value("ios", "JSON", "More for iOS, in the words of notify-kit."),
        .value("android", "JSON", "How Android shows it, in the words of notify-kit."),
        .value("badge", "NUMBER", "The number on the icon; 0 takes it away."),
        .value("ttl", "SECONDS", "For how long it is worth delivering."),
        .value("collapse-key", "KEY", "Replaces what was sent under the same key; goes before --id."),
        .value("android-priority", "PRIORITY", "high (default) or normal."),
    ]

    /// The draft of the file with the options over it.
    static func draft(_ invocation: Invocation) throws -> PushDraft {
        var draft = try invocation.argument(0).map { try PushDraft(parsing: bytes(of: $0, invocation)) } ?? PushDraft()
        set(\.token, "token", &draft, invocation)
        set(\.topic, "topic", &draft, invocation)
        set(\.condition, "condition", &draft, invocation)
        set(\.title, "title", &draft, invocation)
        set(\.subtitle, "subtitle", &draft, invocation)
        set(\.body, "body", &draft, invocation)
        set(\.id, "id", &draft, invocation)
        set(\.collapseKey, "collapse-key", &draft, invocation)
        set(\.androidPriority, "android-priority", &draft, invocation)
        let users = invocation.values("to")
        if !users.isEmpty { draft.users = users }
        draft.badge = try invocation.integer("badge", in: .min ... .max) ?? draft.badge
        draft.timeToLive = try invocation.integer("ttl", in: .min ... .max) ?? draft.timeToLive
        for pair in invocation.values("data") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty else {
                throw CommandError(.invalidValue, "--data must be KEY=VALUE, not \(quoted(pair)).")
            }
            draft.data[String(parts[0])] = .string(String(parts[1]))
        }
        for member in try Command.object("ios", invocation)?.object?.members ?? [] {
            draft.ios[member.key] = member.value
        }
        if let android = try Command.object("android", invocation)?.object { draft.android = android }
        for (option, key) in [
            ("sound", "sound"), ("category", "categoryId"), ("thread", "threadId"),
            ("interruption-level", "interruptionLevel"),
        ] {
            if let text = invocation.value(option) { draft.ios[key] = .string(text) }
        }
        let attachments = invocation.values("attachment")
        if !attachments.isEmpty { draft.ios["attachments"] = .array(attachments.map { ["url": .string($0)] }) }
        return draft
    }

    private static func set(
        _ path: WritableKeyPath<PushDraft, String?>, _ option: String, _ draft: inout PushDraft,
        _ invocation: Invocation
    ) {
        if let text = invocation.value(option) { draft[keyPath: path] = text }
    }

    private static func bytes(of file: String, _ invocation: Invocation) throws(CommandError) -> [UInt8] {
        let bytes =
            file == "-" ? invocation.inputBytes(PayloadDocument.byteLimit + 1) : try PayloadSource.read(file)
        guard bytes.count <= PayloadDocument.byteLimit else {
            throw CommandError(
                .init(rawValue: "input_too_large"),
                "The draft has more than \(PayloadDocument.byteLimit) bytes, and no push has them.")
        }
        return bytes
    }
}
