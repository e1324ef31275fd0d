import Foundation
import PushModel

/// Checks a value against the keywords of JSON Schema that the payload's schema uses; an unknown keyword is an error.
struct SchemaValidator {
    private let root: JSONValue

    /// Reads a schema from the documentation folder.
    init(documentation name: String) throws {
        let folder = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let data = try Data(contentsOf: folder.appendingPathComponent("Documentation/\(name)"))
        root = try JSONValue(parsing: [UInt8](data), limits: .strict)
    }

    /// The keys of an object that a definition describes.
    func properties(of definition: String) -> Set<String> {
        Set(root["$defs"]?[definition]?["properties"]?.object?.keys ?? [])
    }

    /// What is wrong with a value, as paths and keywords.
    func faults(_ value: JSONValue, definition: String? = nil) -> [String] {
        check(value, definition.flatMap { root["$defs"]?[$0] } ?? root, "$")
    }

    private func check(_ value: JSONValue, _ schema: JSONValue, _ path: String) -> [String] {
        if schema == false { return ["\(path): not allowed"] }
        guard let rules = schema.object else { return schema == true ? [] : ["\(path): the schema is malformed"] }
        return rules.members.flatMap { check(value, keyword: $0.key, $0.value, rules, path) }
    }

    private func check(
        _ value: JSONValue, keyword: String, _ rule: JSONValue, _ rules: JSONObject, _ path: String
    ) -> [String] {
        func fault(unless holds: Bool) -> [String] { holds ? [] : ["\(path): \(keyword)"] }
        switch keyword {
        case "$schema", "$id", "$defs", "title", "description", "then": return []
        case "$ref":
            let name = (rule.string ?? "").replacingOccurrences(of: "#/$defs/", with: "")
            return root["$defs"]?[name].map { check(value, $0, path) } ?? ["\(path): unknown reference"]
        case "type": return fault(unless: Self.isType(value, rule.string ?? ""))
        case "const": return fault(unless: value == rule)
        case "enum": return fault(unless: rule.array?.contains(value) ?? false)
        case "minLength": return fault(unless: value.string.map { $0.unicodeScalars.count >= rule.int ?? 0 } ?? true)
        case "pattern":
            return fault(
                unless: value.string.map { $0.range(of: rule.string ?? "", options: .regularExpression) != nil } ?? true
            )
        case "minimum": return fault(unless: value.double.map { $0 >= rule.double ?? 0 } ?? true)
        case "maximum": return fault(unless: value.double.map { $0 <= rule.double ?? 0 } ?? true)
        case "minItems": return fault(unless: value.array.map { $0.count >= rule.int ?? 0 } ?? true)
        case "maxItems": return fault(unless: value.array.map { $0.count <= rule.int ?? 0 } ?? true)
        case "minProperties": return fault(unless: value.object.map { $0.count >= rule.int ?? 0 } ?? true)
        case "maxProperties": return fault(unless: value.object.map { $0.count <= rule.int ?? 0 } ?? true)
        case "required":
            let missing = rule.strings.filter { value.object != nil && value[$0] == nil }
            return missing.map { "\(path): \($0) is required" }
        case "properties":
            return rule.object?.members.flatMap { member in
                value[member.key].map { check($0, member.value, "\(path).\(member.key)") } ?? []
            } ?? []
        case "additionalProperties":
            let known = Set(rules["properties"]?.object?.keys ?? [])
            let extra = rule == false ? value.object?.keys.filter { !known.contains($0) } ?? [] : []
            return extra.map { "\(path): \($0) is unknown" }
        case "items": return value.array?.enumerated().flatMap { check($1, rule, "\(path)[\($0)]") } ?? []
        case "allOf": return rule.array?.flatMap { check(value, $0, path) } ?? []
        case "anyOf": return fault(unless: rule.array?.contains { check(value, $0, path).isEmpty } ?? false)
        case "if":
            guard check(value, rule, path).isEmpty else { return [] }
            return rules["then"].map { check(value, $0, path) } ?? []
        default: return ["\(path): the schema uses \(keyword), which this validator does not know"]
        }
    }

    private static func isType(_ value: JSONValue, _ type: String) -> Bool {
        switch type {
        case "object": value.object != nil
        case "array": value.array != nil
        case "string": value.string != nil
        case "boolean": value.bool != nil
        case "integer": value.int != nil
        case "number": value.double != nil
        default: false
        }
    }
}

extension JSONValue {
    fileprivate var strings: [String] { array?.compactMap(\.string) ?? [] }
}
