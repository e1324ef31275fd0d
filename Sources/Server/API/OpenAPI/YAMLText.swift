internal import PushModel

/// Writes JSON values as block-style YAML 1.2; every string that could be read as anything else is quoted.
enum YAMLText {
    static func write(_ object: JSONObject) -> String {
        var text = ""
        append(object, indent: 0, to: &text)
        return text
    }

    private static func append(_ object: JSONObject, indent: Int, to text: inout String) {
        for member in object.members {
            text += String(repeating: " ", count: indent) + scalar(member.key) + ":"
            append(member.value, indent: indent, to: &text)
        }
    }

    private static func append(_ value: JSONValue, indent: Int, to text: inout String) {
        switch value {
        case .object(let object) where !object.isEmpty:
            text += "\n"
            append(object, indent: indent + 2, to: &text)
        case .array(let elements) where !elements.isEmpty:
            text += "\n"
            for element in elements { append(element: element, indent: indent + 2, to: &text) }
        default:
            text += " " + inline(value) + "\n"
        }
    }

    private static func append(element: JSONValue, indent: Int, to text: inout String) {
        let dash = String(repeating: " ", count: indent) + "-"
        guard case .object(let object) = element, !object.isEmpty else {
            text += dash
            append(element, indent: indent, to: &text)
            return
        }
        var block = ""
        append(object, indent: indent + 2, to: &block)
        // The first member stands on the line of the dash.
        text += dash + " " + block.dropFirst(indent + 2)
    }

    private static func inline(_ value: JSONValue) -> String {
        switch value {
        case .object: "{}"
        case .array: "[]"
        case .string(let string): scalar(string)
        default: value.description
        }
    }

    private static func scalar(_ string: String) -> String {
        let plain = string.utf8.allSatisfy { byte in
            (97...122).contains(byte) || (65...90).contains(byte) || byte == 95 || byte == 45 || byte == 47
        }
        let words = ["true", "false", "null", "yes", "no", "on", "off", "y", "n", "nan", "inf"]
        let isSafe = plain && !string.isEmpty && !string.hasPrefix("-") && !words.contains(string.lowercased())
        // A JSON string is a double-quoted YAML string.
        return isSafe ? string : JSONValue.string(string).description
    }
}
