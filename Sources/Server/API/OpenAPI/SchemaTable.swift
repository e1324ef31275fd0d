internal import PushModel

/// Writes a schema of the document as a Markdown table of its fields.
enum SchemaTable {
    static func write(_ schema: JSONValue) -> String {
        var text = ""
        if let description = schema["description"]?.string { text += description + "\n\n" }
        let fields = rows(schema, prefix: "")
        if fields.isEmpty {
            text += "\(type(of: schema).capitalizedFirst).\n"
        } else {
            text += "| field | type | |\n|---|---|---|\n" + fields.map { $0 + "\n" }.joined()
        }
        if let example = schema["example"] { text += "\n```json\n\(example.description)\n```\n" }
        return text
    }

    static func link(_ name: String) -> String { "[\(name)](#\(name.lowercased()))" }

    private static func rows(_ schema: JSONValue, prefix: String) -> [String] {
        let required = Set((schema["required"]?.array ?? []).compactMap(\.string))
        return (schema["properties"]?.object?.members ?? []).flatMap { member -> [String] in
            let name = "`\(prefix)\(member.key)`"
            let meaning = member.value["description"]?.string ?? ""
            let row =
                "| \(required.contains(member.key) ? "**\(name)**" : name) | \(type(of: member.value)) "
                + "| \(meaning.replacing("|", with: "\\|")) |"
            return [row] + rows(member.value, prefix: "\(prefix)\(member.key).")
        }
    }

    /// The type in words, with its limits: `string, at most 500 characters`.
    private static func type(of schema: JSONValue) -> String {
        if let target = schema["$ref"]?.string { return link(String(target.split(separator: "/").last ?? "")) }
        for key in ["oneOf", "anyOf"] {
            if let options = schema[key]?.array { return options.map(type(of:)).joined(separator: " or ") }
        }
        if let values = schema["enum"]?.array {
            let listed = values.map { $0.string.map { "`\($0)`" } ?? $0.description }.joined(separator: ", ")
            return listed + fallback(schema)
        }
        var names = (schema["type"]?.array ?? schema["type"].map { [$0] } ?? []).compactMap(\.string)
        if names.isEmpty { names = ["anything"] }
        if let items = schema["items"], let index = names.firstIndex(of: "array") {
            names[index] = "array of " + type(of: items)
        }
        let limits = names.contains("integer") || names.contains("number") ? range(schema) : lengths(schema)
        return ([names.joined(separator: " or ")] + limits).joined(separator: ", ") + fallback(schema)
    }

    private static func range(_ schema: JSONValue) -> [String] {
        switch (schema["minimum"], schema["maximum"]) {
        case (let low?, let high?): ["\(low) to \(high)"]
        case (let low?, nil): ["\(low) or more"]
        case (nil, let high?): ["at most \(high)"]
        case (nil, nil): []
        }
    }

    private static func lengths(_ schema: JSONValue) -> [String] {
        var limits = [schema["format"]?.string, schema["pattern"]?.string.map { "`\($0)`" }].compactMap(\.self)
        for (unit, low, high) in [
            ("characters", schema["minLength"], schema["maxLength"]), ("items", schema["minItems"], schema["maxItems"]),
        ] {
            switch (low, high) {
            case (let low?, let high?): limits.append("\(low) to \(high) \(unit)")
            case (let low?, nil): limits.append("at least \(low) \(unit)")
            case (nil, let high?): limits.append("at most \(high) \(unit)")
            case (nil, nil): break
            }
        }
        return limits
    }

    private static func fallback(_ schema: JSONValue) -> String {
        schema["default"].map { ", by default \($0.string.map { "`\($0)`" } ?? $0.description)" } ?? ""
    }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
