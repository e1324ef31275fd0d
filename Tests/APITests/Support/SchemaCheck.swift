import PushModel

/// Holds a value to a JSON Schema of the document, as far as the document uses JSON Schema.
///
/// Stricter than JSON Schema: a property that the schema does not name is a fault, unless it names none at all.
struct SchemaCheck {
    let document: JSONValue

    func faults(_ value: JSONValue, _ schema: JSONValue, at path: String = "") -> [String] {
        if let reference = schema["$ref"]?.string {
            var target: JSONValue? = document
            for part in reference.dropFirst(2).split(separator: "/") { target = target?[String(part)] }
            return target.map { faults(value, $0, at: path) } ?? ["\(path): no \(reference)"]
        }
        var all: [String] = []
        if let types = schema["type"]?.string.map({ [$0] }) ?? schema["type"]?.array?.compactMap(\.string),
            !types.contains(where: { Self.isOf($0, value) })
        {
            all.append("\(path): \(value.kindName) instead of \(types.joined(separator: " or "))")
        }
        if let choices = schema["enum"]?.array, !choices.contains(value) { all.append("\(path): not of the enum") }
        if let items = schema["items"] {
            for (index, element) in (value.array ?? []).enumerated() {
                all += faults(element, items, at: "\(path)[\(index)]")
            }
        }
        guard let object = value.object else { return all }
        for name in (schema["required"]?.array ?? []).compactMap(\.string) where object[name] == nil {
            all.append("\(path).\(name): missing")
        }
        guard let properties = schema["properties"]?.object else { return all }
        for member in object.members {
            if let property = properties[member.key] {
                all += faults(member.value, property, at: "\(path).\(member.key)")
            } else {
                all.append("\(path).\(member.key): not in the document")
            }
        }
        return all
    }

    private static func isOf(_ type: String, _ value: JSONValue) -> Bool {
        switch type {
        case "null": value.isNull
        case "boolean": value.bool != nil
        case "string": value.string != nil
        case "integer": value.int != nil
        case "number": value.double != nil
        case "array": value.array != nil
        case "object": value.object != nil
        default: false
        }
    }
}
