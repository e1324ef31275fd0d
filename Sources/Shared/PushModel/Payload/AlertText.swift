/// A text of an alert: written out, or a key into the app's own strings.
///
/// Live Activities write a localized text as an object in the place of the text.
public enum AlertText: Sendable, Hashable {
    /// The text itself.
    case plain(String)
    /// A key of the app's string table and what goes into its placeholders.
    case localized(key: String, arguments: [String])

    /// The text, if it is written out.
    public var plain: String? { if case .plain(let text) = self { text } else { nil } }

    init?(_ value: JSONValue) {
        switch value {
        case .string(let text): self = .plain(text)
        case .object(let object):
            guard let key = object["loc-key"]?.string else { return nil }
            guard object.members.allSatisfy({ $0.key == "loc-key" || $0.key == "loc-args" }) else { return nil }
            guard let arguments = object["loc-args"].map(\.strings) ?? [] else { return nil }
            self = .localized(key: key, arguments: arguments)
        default: return nil
        }
    }

    var json: JSONValue {
        switch self {
        case .plain(let text): return .string(text)
        case .localized(let key, let arguments):
            var object: JSONObject = ["loc-key": .string(key)]
            if !arguments.isEmpty { object["loc-args"] = .array(arguments.map(JSONValue.string)) }
            return .object(object)
        }
    }
}

extension JSONValue {
    /// The elements, if it is an array of nothing but strings.
    var strings: [String]? {
        guard let array else { return nil }
        let strings = array.compactMap(\.string)
        return strings.count == array.count ? strings : nil
    }
}
