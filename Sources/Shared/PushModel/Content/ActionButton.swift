/// A button under a notification.
public struct ActionButton: Sendable, Hashable {
    /// What the app gets when the button is chosen.
    public var id: String
    /// The label.
    public var title: String
    /// Whether the label is a warning.
    public var isDestructive: Bool
    /// Whether choosing it opens the app.
    public var opensApp: Bool
    /// Whether it asks for text.
    public var asksForText: Bool
    /// The text field's placeholder.
    public var placeholder: String?

    /// Makes a button.
    public init(
        id: String, title: String, isDestructive: Bool = false, opensApp: Bool = false, asksForText: Bool = false,
        placeholder: String? = nil
    ) {
        self.id = id
        self.title = title
        self.isDestructive = isDestructive
        self.opensApp = opensApp
        self.asksForText = asksForText
        self.placeholder = placeholder
    }

    /// The most buttons that a notification may have.
    public static let countLimit = 4

    init?(_ reader: inout FieldReader) {
        let id = reader.string("id", length: 1...100, isRequired: true)
        let title = reader.string("title", length: 1...100, isRequired: true)
        isDestructive = reader.bool("destructive") ?? false
        opensApp = reader.bool("foreground") ?? false
        asksForText = reader.bool("input") ?? false
        placeholder = reader.string("placeholder", length: 0...100)
        guard let id, let title else { return nil }
        self.id = id
        self.title = title
    }

    /// Takes what can be taken of a received button; nil without an id or a title.
    init?(received value: JSONValue) {
        guard let id = value["id"]?.string, let title = value["title"]?.string else { return nil }
        self.init(
            id: id, title: title, isDestructive: value["destructive"]?.bool ?? false,
            opensApp: value["foreground"]?.bool ?? false, asksForText: value["input"]?.bool ?? false,
            placeholder: value["placeholder"]?.string)
    }

    /// The button as JSON, without what is false.
    public var json: JSONObject {
        var object: JSONObject = ["id": .string(id), "title": .string(title)]
        if isDestructive { object.add("destructive", true) }
        if opensApp { object.add("foreground", true) }
        if asksForText { object.add("input", true) }
        object.add("placeholder", placeholder)
        return object
    }

    /// A category id that is the same for the same buttons and different for others.
    ///
    /// It is a 64-bit FNV-1a over the JSON of the buttons, after the prefix `tidings.`.
    public static func categoryID(for buttons: [ActionButton]) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in JSONValue.array(buttons.map { .object($0.json) }).encoded() {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        let digits = String(hash, radix: 16)
        return "tidings." + String(repeating: "0", count: 16 - digits.count) + digits
    }
}

/// Something that the app does when the notification is opened, by name.
public struct NamedAction: Sendable, Hashable {
    /// The name under which the app registered it.
    public var name: String
    /// What it gets.
    public var data: JSONObject?

    /// Makes an action.
    public init(name: String, data: JSONObject? = nil) {
        self.name = name
        self.data = data
    }

    init?(_ reader: inout FieldReader) {
        let name = reader.string("name", length: 1...100, isRequired: true)
        data = reader.object("data")
        guard let name else { return nil }
        self.name = name
    }

    /// Takes what can be taken of a received action; nil without a name.
    init?(received value: JSONValue) {
        guard let name = value["name"]?.string else { return nil }
        self.init(name: name, data: value["data"]?.object)
    }

    /// The action as JSON.
    public var json: JSONObject {
        var object: JSONObject = ["name": .string(name)]
        object.add("data", data)
        return object
    }
}
