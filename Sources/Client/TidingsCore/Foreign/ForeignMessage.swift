public import PushModel

/// A push of another sender, made for react-native-notify-kit or Firebase, as an app can show it itself.
///
/// Building one shows nothing and does not look at the app's state.
public struct ForeignMessage: Sendable, Equatable {
    /// The name that the sender gave it: that of the options, else that of the push; nil if there is none.
    public let id: String?
    /// The first line: of the options, else of the push, else of its data, else empty.
    public let title: String
    /// The text, found in the same way.
    public let body: String
    /// The sender's own members, without what belongs to the system or to libraries.
    public let data: JSONObject
    /// How notify-kit's options want it to look; nil if there are none that can be read.
    public let options: NotifyKitOptions?
    /// What the reader had to make do with, for a log: options that are damaged or newer than what is known.
    public let warnings: [String]

    /// Takes a push apart; nil for one of Tidings' own.
    public init?(userInfo: [AnyHashable: Any]) {
        guard !PushPayload.isTidings(userInfo), let root = JSONValue(any: userInfo)?.object else { return nil }
        let options = NotifyKitOptions(userInfo: userInfo)
        let alert = root["aps"]?["alert"]
        let notification = root["notification"]
        let own = root["data"]?.object
        id =
            options?.id
            ?? ["gcm.message_id", "google.message_id", "messageId"].lazy.compactMap { root[$0]?.string }.first
        title =
            options?.title ?? alert?["title"]?.string ?? notification?["title"]?.string ?? own?["title"]?.string
            ?? root["title"]?.string ?? ""
        body =
            options?.body ?? alert?["body"]?.string ?? alert?.string ?? notification?["body"]?.string
            ?? own?["body"]?.string ?? root["body"]?.string ?? ""
        var data = SenderData.members(of: root)
        // The options' own members count more, and may bring nothing in that was just taken out.
        for member in SenderData.members(of: options?.data ?? JSONObject()).members { data[member.key] = member.value }
        self.data = data
        self.options = options
        var warnings: [String] = []
        if options == nil, root[NotifyKitOptions.key] != nil { warnings.append("The options cannot be read.") }
        if options?.isNewer == true { warnings.append("The options are of a newer version.") }
        self.warnings = warnings
    }
}

/// What an app does with pushes of other senders that it shows itself.
public struct ForeignRules: Sendable, Equatable {
    /// Whether a push without readable options is shown by its own texts; true by default.
    public var showsWithoutOptions = true
    /// Whether nothing is shown while the app is active; false by default.
    public var suppressesForegroundBanner = false

    /// The default rules.
    public init() {}
}
