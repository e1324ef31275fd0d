/// What a push made for react-native-notify-kit (or Notifee) asks of the service extension: its member `notifee_options`.
///
/// The member may be an object or a string that holds one as JSON. Inside, what has the wrong type is left out, as
/// nothing that somebody sends may keep a notification from the screen.
public struct NotifyKitOptions: Sendable, Hashable {
    /// The root member that holds the options.
    public static let key = "notifee_options"
    /// The root member that holds the sender's own data.
    public static let dataKey = "notifee_data"
    /// The keys that a sender's own data may not have.
    public static let reservedKeys: Set<String> = [key, dataKey]
    /// The newest version of the options that is known here.
    public static let knownVersion = 1

    /// The version that the options say they have; 1 if they say nothing.
    public var version = 1
    /// The sender's name for the notification; what stands on the screen is named by the push.
    public var id: String?
    /// The first line.
    public var title: String?
    /// The second line.
    public var subtitle: String?
    /// The text.
    public var body: String?
    /// The address of a picture; ``attachments`` count more.
    public var image: String?
    /// The sender's own members: those of the options, and those of `notifee_data` over them.
    public var data = JSONObject()
    /// How iOS shows it.
    public var presentation = Presentation()
    /// What is seen of it while the app is on the screen; nil if the sender leaves that to the app.
    public var foreground: Foreground?
    /// Pictures, sounds and films.
    public var attachments: [Attachment] = []
    /// Whom it comes from.
    public var communication: Communication?

    /// Reads the options of a push; nil if it has none that can be read.
    public init?(userInfo: [AnyHashable: Any]) {
        guard let own = userInfo[Self.key], let value = JSONValue(any: own) else { return nil }
        self.init(value)
        let more = userInfo[Self.dataKey].flatMap { JSONValue(any: $0) }.flatMap(Self.object)
        for member in more?.members ?? [] { data[member.key] = member.value }
    }

    /// Reads options; nil for anything but an object, or a string that is the JSON of one.
    public init?(_ value: JSONValue) {
        guard let object = Self.object(value) else { return nil }
        version = object["_v"].flatMap { $0.int ?? $0.string.flatMap { Int($0) } } ?? 1
        id = object["id"]?.string.flatMap { $0.isEmpty ? nil : $0 }
        title = object["title"]?.string
        subtitle = object["subtitle"]?.string
        body = object["body"]?.string
        image = object["image"]?.string
        data = object["data"]?.object ?? JSONObject()
        let ios = object["ios"]?.object ?? JSONObject()
        presentation = Presentation(ios)
        foreground = Foreground(ios)
        attachments = (ios["attachments"]?.array ?? []).compactMap(Attachment.init(notifyKit:))
        communication = ios["communicationInfo"]?.object.flatMap { Communication($0) }
    }

    /// What has to be fetched: the attachments, else the picture.
    public var media: [Attachment] {
        attachments.isEmpty ? image.map { [Attachment(url: $0)] } ?? [] : attachments
    }

    /// The version is newer than what is known here, so parts of it may have been missed.
    public var isNewer: Bool { version > Self.knownVersion }

    private static func object(_ value: JSONValue) -> JSONObject? {
        switch value {
        case .object(let object): object
        case .string(let text): (try? JSONValue(parsing: text))?.object
        default: nil
        }
    }
}

extension Attachment {
    /// Takes an attachment of the options; the server of notify-kit writes `identifier` where its extension reads `id`.
    init?(notifyKit value: JSONValue) {
        guard let url = value["url"]?.string else { return nil }
        self.init(
            url: url, id: value["id"]?.string ?? value["identifier"]?.string,
            isThumbnailHidden: value["thumbnailHidden"]?.bool ?? false)
        thumbnailClipping = value["thumbnailClippingRect"].flatMap(Clipping.init(notifyKit:))
        thumbnailTime = value["thumbnailTime"]?.double.flatMap { $0 >= 0 ? $0 : nil }
    }
}

extension Attachment.Clipping {
    /// Takes a rectangle of shares; nil for one that leaves the picture.
    init?(notifyKit value: JSONValue) {
        guard let x = value["x"]?.double, let y = value["y"]?.double, let width = value["width"]?.double,
            let height = value["height"]?.double, [x, y, width, height].allSatisfy((0...1).contains)
        else { return nil }
        self.init(x: x, y: y, width: width, height: height)
    }
}
