import APNs
import Foundation
import PushModel
import Timekeeping

/// What the options of `tidings send --apns-key` say to a phone.
struct DirectContent {
    private let invocation: Invocation
    private let now: Date

    init(_ invocation: Invocation) {
        self.invocation = invocation
        now = SystemTime().now
    }

    /// The push for devices.
    func content() async throws -> PushContent {
        var content = try await base()
        if let priority = try priority { content.priority = priority }
        if let expiration = try expiration() { content.expiration = expiration }
        return content
    }

    /// The push for everybody who follows a channel.
    func broadcast(bundleID: String, channelID: String) async throws -> BroadcastRequest {
        var activity = try self.activity()
        if let priority = try priority { activity.priority = priority }
        activity.expiration = try expiration()
        guard let request = activity.broadcast(bundleID: bundleID, channelID: channelID) else {
            throw CommandError(
                .invalidValue, "A broadcast updates or ends: an activity is started on a device, by --token.")
        }
        return request
    }

    private func base() async throws -> PushContent {
        let name = invocation.value("push-type")
        let type = try type(name)
        if let path = invocation.value("payload") {
            if let option = Self.composing.first(where: { !invocation.values($0).isEmpty }) {
                throw CommandError(.invalidValue, "--payload is the whole payload: --\(option) does not go with it.")
            }
            return .raw(try await payload(path), type: type)
        }
        if type == .liveActivity { return try activity().content }
        let data = try object("data") ?? [:]
        switch type {
        case .background: return .background(data: data)
        case .voip: return .voip(data: data)
        case .complication: return .complication(data: data)
        case .location: return .location()
        case .pushToTalk: return .pushToTalk(data: data)
        case .widgets: return .widgets()
        case .controls: return .controls()
        case .fileProvider: return .fileProvider()
        case .alert, .liveActivity, .mdm: return .alert(try aps(), data: data)
        }
    }

    /// Options that a payload is made of.
    private static let composing = [
        "title", "subtitle", "body", "sound", "badge", "category", "thread", "interruption-level", "data", "mutable",
        "event",
        "content-state", "attributes-type", "attributes", "stale-date", "dismissal-date",
    ]

    private func type(_ name: String?) throws -> PushType {
        guard let name else { return invocation.value("event") == nil ? .alert : .liveActivity }
        guard let type = PushType(rawValue: name), type != .mdm else {
            let names = PushType.allCases.filter { $0 != .mdm }.map(\.rawValue).joined(separator: ", ")
            throw CommandError(.invalidValue, "--push-type must be one of \(names), not \(quoted(name)).")
        }
        if invocation.value("event") != nil, type != .liveActivity {
            throw CommandError(.invalidValue, "--event goes with --push-type liveactivity only.")
        }
        return type
    }

    private func aps() throws -> APS {
        var aps = APS()
        let texts = ["title", "subtitle", "body"].map { invocation.value($0) }
        let badge = try invocation.integer("badge", in: 0...Int(Int32.max))
        let sound = invocation.value("sound")
        guard texts.contains(where: { $0 != nil }) || badge != nil || sound != nil else {
            throw CommandError(
                .missingOption, "There is nothing to show. Give --title or --body, --badge, --sound, or --payload.")
        }
        if texts.contains(where: { $0 != nil }) {
            aps.alert = .details(.init(title: texts[0], subtitle: texts[1], body: texts[2]))
        }
        aps.badge = badge
        aps.sound = sound.map(APS.Sound.name)
        aps.category = invocation.value("category")
        aps.threadID = invocation.value("thread")
        if let level = invocation.value("interruption-level") {
            aps.interruptionLevel = .init(rawValue: level == "timeSensitive" ? "time-sensitive" : level)
        }
        if invocation.flag("mutable") { aps.isMutableContent = true }
        return aps
    }

    private func activity() throws -> LiveActivityPush {
        let state = try object("content-state").map(JSONValue.object)
        var push: LiveActivityPush
        switch invocation.value("event") {
        case "start":
            let title = invocation.value("title")
            let body = invocation.value("body")
            guard let state, let attributes = try object("attributes"), title != nil || body != nil else {
                throw CommandError(
                    .missingOption,
                    "A start needs --attributes-type, --attributes, --content-state, and --title or --body.")
            }
            push = try .start(
                attributesType: try invocation.required("attributes-type"), attributes: JSONValue.object(attributes),
                state: state, alert: .init(title: title, body: body), timestamp: now)
        case "update":
            guard let state else { throw CommandError(.missingOption, "An update needs --content-state.") }
            push = try .update(state: state, timestamp: now)
        case "end":
            push = try state.map { try .end(state: $0, timestamp: now) } ?? .end(timestamp: now)
        case let other:
            throw CommandError(
                other == nil ? .missingOption : .invalidValue, "A Live Activity needs --event start, update or end.")
        }
        if invocation.value("event") != "start", let title = invocation.value("title") ?? invocation.value("body") {
            push.alert = .init(title: title, body: invocation.value("body"))
        }
        push.staleDate = try later("stale-date")
        push.dismissalDate = try later("dismissal-date")
        return push
    }

    private func later(_ option: String) throws -> Date? {
        try invocation.integer(option, in: -86_400...31_536_000).map { now.addingTimeInterval(Double($0)) }
    }

    private var priority: PushPriority? {
        get throws {
            switch invocation.value("priority") {
            case nil: nil
            case "high": .immediate
            case "normal": .conservePower
            case let other?:
                throw CommandError(.invalidValue, "--priority must be high or normal, not \(quoted(other)).")
            }
        }
    }

    private func expiration() throws -> PushRequest.Expiration? {
        guard let seconds = try invocation.integer("ttl", in: 0...2_592_000) else { return nil }
        return seconds == 0 ? .once : .at(now.addingTimeInterval(Double(seconds)))
    }

    private func object(_ option: String) throws -> JSONObject? {
        guard let text = invocation.value(option) else { return nil }
        guard let object = (try? JSONValue(parsing: text))?.object else {
            throw CommandError(.invalidValue, "--\(option) must be an object in JSON, not \(quoted(text)).")
        }
        return object
    }

    private func payload(_ path: String) async throws -> [UInt8] {
        if path == "-" {
            var text = ""
            for await line in invocation.inputLines() { text += line + "\n" }
            return Array(text.utf8)
        }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw CommandError(.unusableSetting, "Cannot read \(quoted(path)). Check the path that --payload names.")
        }
        return [UInt8](data)
    }
}
