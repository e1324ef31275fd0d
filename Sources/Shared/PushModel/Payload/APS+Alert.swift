extension APS {
    /// What the system shows: one text, or a title and more.
    public enum Alert: Sendable, Hashable {
        /// A body alone, written as a string.
        case text(String)
        /// A dictionary.
        case details(AlertDetails)

        init?(_ value: JSONValue) {
            switch value {
            case .string(let text): self = .text(text)
            case .object(let object): self = .details(AlertDetails(object))
            default: return nil
            }
        }

        var json: JSONValue {
            switch self {
            case .text(let text): .string(text)
            case .details(let details): .object(details.json)
            }
        }

        /// Whether a device would put something on its screen for this value of `alert`.
        package static func isShown(_ value: JSONValue) -> Bool {
            if let text = value.string { return !text.isEmpty }
            return ["title", "subtitle", "body", "title-loc-key", "subtitle-loc-key", "loc-key"].contains { key in
                value[key].map { $0.string != "" && !$0.isNull } ?? false
            }
        }

        /// The title, if it is written out.
        public var title: String? {
            if case .details(let details) = self { details.title?.plain } else { nil }
        }

        /// The subtitle, if it is written out.
        public var subtitle: String? {
            if case .details(let details) = self { details.subtitle } else { nil }
        }

        /// The body, if it is written out.
        public var body: String? {
            switch self {
            case .text(let text): text
            case .details(let details): details.body?.plain
            }
        }
    }

    /// The alert dictionary.
    public struct AlertDetails: Sendable, Hashable {
        /// The first line.
        public var title: AlertText?
        /// The second line.
        public var subtitle: String?
        /// The text.
        public var body: AlertText?
        /// The image that an app opened from the notification starts with.
        public var launchImage: String?
        /// The title's key in the app's strings.
        public var titleKey: String?
        /// What goes into the title.
        public var titleArguments: [String]?
        /// The subtitle's key in the app's strings.
        public var subtitleKey: String?
        /// What goes into the subtitle.
        public var subtitleArguments: [String]?
        /// The body's key in the app's strings.
        public var bodyKey: String?
        /// What goes into the body.
        public var bodyArguments: [String]?
        /// The label of the action that opens the app, of old.
        public var actionKey: String?
        /// The sound of a Live Activity's alert, which stands in here.
        public var sound: Sound?
        /// Members that are unknown or have an unexpected type, in order.
        public var unknown = JSONObject()

        /// Makes the details of plain texts.
        public init(title: String? = nil, subtitle: String? = nil, body: String? = nil) {
            self.title = title.map(AlertText.plain)
            self.subtitle = subtitle
            self.body = body.map(AlertText.plain)
        }

        init(_ object: JSONObject) {
            var reader = ObjectReader(object)
            title = reader.take("title", AlertText.init)
            subtitle = reader.string("subtitle")
            body = reader.take("body", AlertText.init)
            launchImage = reader.string("launch-image")
            titleKey = reader.string("title-loc-key")
            titleArguments = reader.strings("title-loc-args")
            subtitleKey = reader.string("subtitle-loc-key")
            subtitleArguments = reader.strings("subtitle-loc-args")
            bodyKey = reader.string("loc-key")
            bodyArguments = reader.strings("loc-args")
            actionKey = reader.string("action-loc-key")
            sound = reader.take("sound", Sound.init)
            unknown = reader.rest
        }

        var json: JSONObject {
            var object = JSONObject()
            object.add("title", title?.json)
            object.add("subtitle", subtitle)
            object.add("body", body?.json)
            object.add("launch-image", launchImage)
            object.add("title-loc-key", titleKey)
            object.add("title-loc-args", titleArguments)
            object.add("subtitle-loc-key", subtitleKey)
            object.add("subtitle-loc-args", subtitleArguments)
            object.add("loc-key", bodyKey)
            object.add("loc-args", bodyArguments)
            object.add("action-loc-key", actionKey)
            object.add("sound", sound?.json)
            object.members.append(contentsOf: unknown.members)
            return object
        }
    }

    /// What the system plays: a sound by name, or one with a volume that a critical alert may have.
    public enum Sound: Sendable, Hashable {
        /// A file in the app, or `default`.
        case name(String)
        /// A dictionary.
        case details(SoundDetails)

        init?(_ value: JSONValue) {
            switch value {
            case .string(let name): self = .name(name)
            case .object(let object): self = .details(SoundDetails(object))
            default: return nil
            }
        }

        var json: JSONValue {
            switch self {
            case .name(let name): .string(name)
            case .details(let details): .object(details.json)
            }
        }

        /// The name of the sound in either form.
        public var name: String? {
            switch self {
            case .name(let name): name
            case .details(let details): details.name
            }
        }
    }

    /// The sound dictionary.
    public struct SoundDetails: Sendable, Hashable {
        /// Whether the sound goes through the mute switch; needs an entitlement.
        public var isCritical: Bool?
        /// A file in the app, or `default`.
        public var name: String?
        /// From 0, silent, to 1.
        public var volume: Double?
        /// Members that are unknown or have an unexpected type, in order.
        public var unknown = JSONObject()

        /// Makes a sound.
        public init(name: String? = nil, isCritical: Bool? = nil, volume: Double? = nil) {
            self.name = name
            self.isCritical = isCritical
            self.volume = volume
        }

        init(_ object: JSONObject) {
            var reader = ObjectReader(object)
            isCritical = reader.flag("critical")
            name = reader.string("name")
            volume = reader.double("volume")
            unknown = reader.rest
        }

        var json: JSONObject {
            var object = JSONObject()
            object.add("critical", flag: isCritical)
            object.add("name", name)
            object.add("volume", volume)
            object.members.append(contentsOf: unknown.members)
            return object
        }
    }
}
