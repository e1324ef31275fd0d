public import Foundation
public import PushModel

/// A push to Live Activities: start, update or end one.
///
/// States and attributes are encoded as ActivityKit decodes them, by the default rules of `Codable`: a `Date` in them is a
/// number of seconds since 2001. An ISO text or seconds since 1970 would fail on the device without a word, so no other
/// encoder is taken. Times of the push itself are seconds since 1970, which this type sees to.
public struct LiveActivityPush: Sendable, Hashable {
    /// When the state was made; a device ignores what is older than what it shows.
    public var timestamp: Date
    /// When the state is out of date.
    public var staleDate: Date?
    /// With an end: when the activity leaves the screen; the past is at once, nil up to four hours later.
    public var dismissalDate: Date?
    /// What lights up the screen; a start must have it.
    public var alert: APS.AlertDetails?
    /// Which activity comes first; any number.
    public var relevanceScore: Double?
    /// `.conservePower` does not count against the budget of updates, `.immediate` does.
    ///
    /// Default `.immediate`.
    public var priority = PushPriority.immediate
    /// How long APNs may keep it; nil leaves that to APNs.
    public var expiration: PushRequest.Expiration?

    private let event: APS.Event
    private let state: JSONObject?
    private let attributes: (type: String, value: JSONObject)?
    private var channelID: String?
    private var asksForToken = false

    /// How a started activity hears of updates.
    public enum Updates: Sendable, Hashable {
        /// By a token of its own, which the app sends to its server.
        case token
        /// By broadcasts to a channel, from iOS 18 on.
        case channel(String)
        /// As the app asked for when it was built, before iOS 18.
        case unspecified
    }

    /// Starts an activity, from iOS 17.2 on; goes to the app's push-to-start token.
    ///
    /// - Parameters:
    ///   - attributesType: The name of the attributes type in the app.
    ///   - attributes: The fixed part.
    ///   - state: The first state.
    ///   - alert: What the person sees and hears.
    ///   - updates: How the activity hears of updates.
    ///   - timestamp: When the state was made.
    /// - Returns: The push, to be made more precise.
    /// - Throws: `PushModelError` or `EncodingError` when the values are no JSON objects.
    public static func start(
        attributesType: String, attributes: some Encodable, state: some Encodable, alert: APS.AlertDetails,
        updates: Updates = .unspecified, timestamp: Date
    ) throws -> LiveActivityPush {
        var push = LiveActivityPush(
            .start, state: try object(of: state), attributes: (attributesType, try object(of: attributes)), timestamp)
        push.alert = alert
        switch updates {
        case .token: push.asksForToken = true
        case .channel(let id): push.channelID = id
        case .unspecified: break
        }
        return push
    }

    /// Updates an activity, or all that follow a channel.
    ///
    /// - Parameters:
    ///   - state: The new state.
    ///   - timestamp: When it was made.
    /// - Returns: The push, to be made more precise.
    /// - Throws: `PushModelError` or `EncodingError` when the state is no JSON object.
    public static func update(state: some Encodable, timestamp: Date) throws -> LiveActivityPush {
        LiveActivityPush(.update, state: try object(of: state), attributes: nil, timestamp)
    }

    /// Ends an activity with a last state.
    ///
    /// - Parameters:
    ///   - state: The last state.
    ///   - timestamp: When it was made.
    /// - Returns: The push, to be made more precise.
    /// - Throws: `PushModelError` or `EncodingError` when the state is no JSON object.
    public static func end(state: some Encodable, timestamp: Date) throws -> LiveActivityPush {
        LiveActivityPush(.end, state: try object(of: state), attributes: nil, timestamp)
    }

    /// Ends an activity as it is.
    public static func end(timestamp: Date) -> LiveActivityPush {
        LiveActivityPush(.end, state: nil, attributes: nil, timestamp)
    }

    private init(
        _ event: APS.Event, state: JSONObject?, attributes: (type: String, value: JSONObject)?, _ timestamp: Date
    ) {
        self.event = event
        self.state = state
        self.attributes = attributes
        self.timestamp = timestamp
    }

    /// The content for devices.
    public var content: PushContent {
        var aps = APS()
        aps.alert = alert.map(APS.Alert.details)
        aps.relevanceScore = relevanceScore
        aps.liveActivity.event = event
        aps.liveActivity.timestamp = Self.seconds(timestamp)
        aps.liveActivity.staleDate = staleDate.map(Self.seconds)
        aps.liveActivity.dismissalDate = dismissalDate.map(Self.seconds)
        aps.liveActivity.contentState = state
        aps.liveActivity.attributesType = attributes?.type
        aps.liveActivity.attributes = attributes?.value
        aps.liveActivity.inputPushChannel = channelID
        aps.liveActivity.inputPushToken = asksForToken ? true : nil
        return PushContent(aps, [:], .liveActivity, priority, expiration)
    }

    /// The same for everybody who follows a channel; nil for a start, which goes to devices only.
    public func broadcast(bundleID: String, channelID: String) -> BroadcastRequest? {
        guard event != .start else { return nil }
        var request = BroadcastRequest(bundleID: bundleID, channelID: channelID, payload: content.payload)
        request.priority = priority
        request.expiration = expiration ?? .once
        return request
    }

    private static func seconds(_ date: Date) -> Int { Int(date.timeIntervalSince1970.rounded(.down)) }

    private static func object(of value: some Encodable) throws -> JSONObject {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        let json = try JSONValue(parsing: Array(encoder.encode(value)))
        guard case .object(let object) = json else {
            throw EncodingError.invalidValue(
                value, .init(codingPath: [], debugDescription: "ActivityKit wants an object, this is \(json.kindName).")
            )
        }
        return object
    }

    /// Two pushes are the same when they say the same.
    public static func == (left: LiveActivityPush, right: LiveActivityPush) -> Bool { left.content == right.content }

    /// Feeds what it says.
    public func hash(into hasher: inout Hasher) { hasher.combine(content) }
}
