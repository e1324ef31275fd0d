import PushModel

extension LintRule {
    private static let headers = [
        "apns-push-type: liveactivity", "apns-topic: com.example.app.push-type.liveactivity", "apns-priority: 5",
    ]
    private static func example(_ members: String) -> Example { .init("{\"aps\":{\(members)}}", headers: headers) }

    static let activityEvent = LintRule(
        "live_activity_event", .error,
        "A push to a Live Activity does not say what happens, or in a word that iOS does not know.",
        why: "iOS takes no notice of a push without event, one of start, update and end.",
        source: RuleSource.activity,
        failing: example(#""timestamp":1705560370,"event":"updated","content-state":{"goals":1}"#),
        passing: example(#""timestamp":1705560370,"event":"update","content-state":{"goals":1}"#))
    static let activityTimestamp = LintRule(
        "live_activity_timestamp", .error, "A push to a Live Activity has no timestamp.",
        why: "iOS tells by it which state is the latest, and takes no notice of a push without.",
        source: RuleSource.activity, failing: example(#""event":"update","content-state":{"goals":1}"#),
        passing: example(#""timestamp":1705560370,"event":"update","content-state":{"goals":1}"#))
    static let activityState = LintRule(
        "live_activity_state", .error, "A Live Activity is started or updated without a state.",
        why: "There is nothing to show; iOS takes no notice of the push.",
        source: RuleSource.activity, failing: example(#""timestamp":1705560370,"event":"update""#),
        passing: example(#""timestamp":1705560370,"event":"update","content-state":{"goals":1}"#))
    static let activityStart = LintRule(
        "live_activity_start", .error, "A Live Activity is started without all that a start needs.",
        why: "iOS starts one only with attributes-type, attributes, content-state and an alert.",
        source: RuleSource.activity,
        failing: example(
            #""timestamp":1705547770,"event":"start","content-state":{"goals":0},"attributes-type":"Match","attributes":{"a":1}"#
        ),
        passing: example(
            #""timestamp":1705547770,"event":"start","content-state":{"goals":0},"attributes-type":"Match","attributes":{"a":1},"#
                + #""alert":{"title":"Kick-off","body":"It begins."}"#))
    static let activityKey = LintRule(
        "live_activity_key", .error, "A key of Live Activities stands in a push of another type.",
        why: "Only pushes of type liveactivity reach a Live Activity.",
        source: RuleSource.activity,
        failing: .init(
            #"{"aps":{"alert":"Hi","stale-date":1705560370}}"#,
            headers: ["apns-push-type: alert", "apns-topic: com.example.app"]),
        passing: .init(
            #"{"aps":{"alert":"Hi"}}"#, headers: ["apns-push-type: alert", "apns-topic: com.example.app"]))
    static let notSeconds = LintRule(
        "not_seconds", .error, "A time is not in seconds since 1970.",
        why: "Milliseconds lie thousands of years ahead, and seconds since 2001 decades back.",
        source: RuleSource.activity,
        failing: example(
            #""timestamp":1705560370,"event":"update","content-state":{"goals":1},"stale-date":1705567570000"#),
        passing: example(
            #""timestamp":1705560370,"event":"update","content-state":{"goals":1},"stale-date":1705567570"#))
    static let activityDates = LintRule(
        "live_activity_dates", .warning, "The dates of a Live Activity do not go together.",
        why:
            "A state that is stale from the start is shown as out of date, and an ended activity stays four hours at most.",
        source: RuleSource.activity,
        failing: example(#""timestamp":1705560370,"event":"end","dismissal-date":1705760370"#),
        passing: example(#""timestamp":1705560370,"event":"end","dismissal-date":1705570370"#))
    static let stateDate = LintRule(
        "state_date", .warning,
        "A value in content-state or attributes looks like a date that ActivityKit cannot read.",
        why:
            "It decodes a Date from seconds since 2001; a text or seconds since 1970 fail or are decades off, without a word.",
        source: RuleSource.activity,
        failing: example(
            #""timestamp":1705560370,"event":"update","content-state":{"arrival":"2024-01-18T06:46:10Z"}"#),
        passing: example(#""timestamp":1705560370,"event":"update","content-state":{"arrival":727253170}"#))
    static let inputPush = LintRule(
        "input_push", .error, "input-push-channel or input-push-token is not part of a start, or both are there.",
        why: "They say how a started activity hears of updates: by a channel or by a token of its own, from iOS 18 on.",
        source: RuleSource.activity,
        failing: example(#""timestamp":1705560370,"event":"update","content-state":{"goals":1},"input-push-token":1"#),
        passing: example(#""timestamp":1705560370,"event":"update","content-state":{"goals":1}"#))
    static let broadcastStart = LintRule(
        "broadcast_start", .error, "A broadcast starts a Live Activity.",
        why: "A channel has only activities that run; start them by pushes to each device, with input-push-channel.",
        source: RuleSource.broadcast,
        failing: .init(
            #"{"aps":{"timestamp":1,"event":"start","content-state":{}}}"#,
            headers: ["apns-push-type: liveactivity", "apns-channel-id: dHN0LXNyY2gtY2hubA==", "apns-expiration: 0"]),
        passing: .init(
            #"{"aps":{"timestamp":1705560370,"event":"update","content-state":{}}}"#,
            headers: ["apns-push-type: liveactivity", "apns-channel-id: dHN0LXNyY2gtY2hubA==", "apns-expiration: 0"]))
    static let activityBudget = LintRule(
        "live_activity_budget", .note, "An update of a Live Activity has priority 10.",
        why: "It counts against the budget of updates; when that is used up, updates wait. Priority 5 does not count.",
        source: RuleSource.activity,
        failing: .init(
            #"{"aps":{"timestamp":1705560370,"event":"update","content-state":{}}}"#,
            headers: Array(headers.prefix(2)) + ["apns-priority: 10"]),
        passing: example(#""timestamp":1705560370,"event":"update","content-state":{}"#))

    static let liveActivityRules = [
        activityEvent, activityTimestamp, activityState, activityStart, activityKey, notSeconds, activityDates,
        stateDate, inputPush, broadcastStart, activityBudget,
    ]
}

extension LintRun {
    /// What lies beyond is in milliseconds: the year 5138 in seconds, 1973 in milliseconds.
    private static let mostSeconds = 100_000_000_000
    /// The first second of September 2001: what lies before is no time of a push, but for the past as such.
    private static let fewestSeconds = 1_000_000_000
    private static let longestAfterEnd = 4 * 3600

    mutating func checkLiveActivity() {
        guard let aps, aps.isObject else { return }
        guard pushType == .liveActivity else {
            for key in PayloadKey.liveActivity {
                guard let member = aps.member(key) else { continue }
                report(
                    .activityKey, "\(key) is for Live Activities; the push type is \(pushType.rawValue).",
                    at: spot(member, "aps.\(key)"), fix: "Send it with the push type liveactivity, or leave it out.")
            }
            return
        }
        checkEvent(aps)
        for key in ["timestamp", "stale-date", "dismissal-date"] { checkSeconds(aps[key], "aps.\(key)") }
        checkDates(aps)
        for key in ["content-state", "attributes"] { checkStateDates(aps[key], "aps.\(key)") }
    }

    private mutating func checkEvent(_ aps: PayloadNode) {
        let place = spot(aps, "aps")
        let event = aps["event"]?.string
        let isSaid = findings.contains { Self.isAbout($0, "event") }
        if aps["event"] == nil, !isSaid {
            report(.activityEvent, "There is no event.", at: place, fix: "Add event: start, update or end.")
        } else if let event, !["start", "update", "end"].contains(event) {
            report(
                .activityEvent, "The event is \(event.shown).", at: spot(aps["event"], "aps.event"),
                fix: "Write start, update or end.")
        }
        if aps["timestamp"] == nil {
            report(
                .activityTimestamp, "There is no timestamp.", at: place,
                fix: "Add timestamp: the seconds since 1970 at which the state was made.")
        }
        if aps["content-state"] == nil, event == "start" || event == "update" {
            report(.activityState, "There is no content-state.", at: place, fix: "Add content-state, an object.")
        }
        if event == "start" {
            let missing = ["attributes-type", "attributes", "alert"].filter { aps[$0] == nil }
            if !missing.isEmpty {
                report(
                    .activityStart, "The start has no \(missing.joined(separator: " and no ")).", at: place,
                    fix: "Add \(missing.joined(separator: ", ")).")
            }
            if document.header("apns-channel-id") != nil {
                report(
                    .broadcastStart, "The event is start, and there is apns-channel-id.",
                    at: spot(aps["event"], "aps.event"),
                    fix: "Send the start to each device, without apns-channel-id.")
            }
        }
        let inputs = ["input-push-channel", "input-push-token"].compactMap { aps.member($0) }
        if let input = inputs.last, inputs.count > 1 || event != nil && event != "start" {
            report(
                .inputPush,
                inputs.count > 1
                    ? "There are input-push-channel and input-push-token." : "\(input.key) goes with start only.",
                at: spot(input, "aps.\(input.key)"), fix: inputs.count > 1 ? "Keep one of them." : "Leave it out.",
                edits: inputs.count > 1 ? [] : removing(input))
        }
        if event == "update", let priority = document.header("apns-priority"), priority.value == "10" {
            report(
                .activityBudget, "The update has priority 10.", at: spot(priority),
                fix: "Use 5 for what need not be seen at once.")
        }
    }

    private mutating func checkSeconds(_ node: PayloadNode?, _ path: String) {
        guard let node, let value = node.scalar?.int else { return }
        if value > Self.mostSeconds {
            report(
                .notSeconds, "The number is in milliseconds.", at: spot(node, path), fix: "Write \(value / 1000).",
                edits: replacing(node, with: .int(value / 1000)))
        } else if value < Self.fewestSeconds, value > 1, path != "aps.dismissal-date" {
            report(
                .notSeconds, "The number lies before 2001.", at: spot(node, path),
                fix: "Count the seconds since 1970, as Date.timeIntervalSince1970 does.")
        }
    }

    private mutating func checkDates(_ aps: PayloadNode) {
        let (made, stale, gone) = (
            aps["timestamp"]?.scalar?.int, aps["stale-date"]?.scalar?.int, aps["dismissal-date"]?.scalar?.int
        )
        if let made, let stale, stale <= made {
            report(
                .activityDates, "The state is stale when it is made.", at: spot(aps["stale-date"], "aps.stale-date"),
                fix: "Give a stale-date after the timestamp.")
        }
        guard let gone else { return }
        let place = spot(aps["dismissal-date"], "aps.dismissal-date")
        if let event = aps["event"]?.string, event != "end" {
            report(
                .activityDates, "dismissal-date goes with the event end only.", at: place,
                fix: "Leave it out, or end the activity.")
        } else if let made, gone <= Self.mostSeconds, gone > made + Self.longestAfterEnd {
            report(
                .activityDates, "dismissal-date lies more than four hours after the end.", at: place,
                fix: "Expect it to be gone after four hours; give an earlier date.")
        }
    }

    private mutating func checkStateDates(_ node: PayloadNode?, _ path: String) {
        for child in node?.children(at: path) ?? [] {
            let isDateText = child.node.string.map(Self.isDate) ?? false
            // Today in seconds or milliseconds since 1970; as seconds since 2001 the years from 2048 on.
            let seconds = child.node.scalar?.double ?? 0
            let isSince1970 =
                (1_500_000_000..<2_500_000_000).contains(seconds)
                || (1_500_000_000_000..<2_500_000_000_000).contains(seconds)
            if isDateText || isSince1970 {
                report(
                    .stateDate, isDateText ? "The text is a date." : "The number is a time since 1970.",
                    at: spot(child.node, child.path),
                    fix: "If the app reads a Date, write the seconds since the beginning of 2001 (978307200 fewer).")
            }
            checkStateDates(child.node, child.path)
        }
    }

    /// `2024-01-18` with or without a time behind it.
    private static func isDate(_ text: String) -> Bool {
        let bytes = Array(text.utf8.prefix(11))
        guard bytes.count >= 10, text.utf8.count <= 40, bytes.count == 10 || bytes[10] == UInt8(ascii: "T") else {
            return false
        }
        return bytes.prefix(10).enumerated().allSatisfy { $0 == 4 || $0 == 7 ? $1 == UInt8(ascii: "-") : $1 &- 48 < 10 }
    }
}
