package import PushModel

extension AudienceExpression {
    /// Reads an expression.
    ///
    /// - Parameters:
    ///   - value: The JSON.
    ///   - path: Where it stands in the request, such as `where`.
    /// - Throws: The first fault, with its place.
    package init(_ value: JSONValue, at path: String) throws(ExpressionError) {
        var parser = ExpressionParser()
        self = try parser.expression(value, at: path, depth: 1)
    }
}

/// Reads expressions and counts their parts.
struct ExpressionParser {
    private var leaves = 0

    private static let forms = ["all", "any", "not", "ref", "count", "never", "lastSeen", "channel"]

    mutating func expression(_ value: JSONValue, at path: String, depth: Int) throws(ExpressionError)
        -> AudienceExpression
    {
        guard let object = value.object else {
            throw .init(at: path, "Expected a condition, which is an object, and found \(value.kindName).")
        }
        guard depth <= AudienceExpression.depthLimit else {
            throw .init(
                at: path, "Conditions may be nested \(AudienceExpression.depthLimit) deep. Flatten the expression.")
        }
        if let twice = object.duplicateKey {
            throw .init(at: path, "“\(twice.prefix(64))” is given twice.")
        }
        let found = Self.forms.filter { object[$0] != nil }
        guard let form = found.first, found.count == 1 else {
            throw .init(
                at: path,
                found.isEmpty
                    ? "This is no condition. It needs one of: \(Self.forms.joined(separator: ", "))."
                    : "One condition cannot have both “\(found[0])” and “\(found[1])”. Join two with “all” or “any”.")
        }
        switch form {
        case "all": return .all(try list(object, form, at: path, depth: depth))
        case "any": return .any(try list(object, form, at: path, depth: depth))
        case "not":
            try object.allow(["not"], at: path)
            return .not(try expression(object["not"] ?? .null, at: "\(path).not", depth: depth + 1))
        default:
            leaves += 1
            guard leaves <= AudienceExpression.leafLimit else {
                throw .init(at: path, "An expression may have \(AudienceExpression.leafLimit) conditions.")
            }
            return try leaf(object, form, at: path)
        }
    }

    private mutating func list(
        _ object: JSONObject, _ key: String, at path: String, depth: Int
    ) throws(ExpressionError) -> [AudienceExpression] {
        try object.allow([key], at: path)
        guard let elements = object[key]?.array, !elements.isEmpty else {
            throw .init(at: "\(path).\(key)", "“\(key)” needs a list of at least one condition.")
        }
        var result: [AudienceExpression] = []
        for (index, element) in elements.enumerated() {
            result.append(try expression(element, at: "\(path).\(key)[\(index)]", depth: depth + 1))
        }
        return result
    }

    private func leaf(_ object: JSONObject, _ form: String, at path: String) throws(ExpressionError)
        -> AudienceExpression
    {
        switch form {
        case "ref": return .comparison(try Comparison(object, at: path))
        case "count": return .eventCount(try EventCount(counting: object, at: path))
        case "never": return .eventCount(try EventCount(never: object, at: path))
        case "lastSeen": return try Self.lastSeen(object, at: path)
        default:
            try object.allow(["channel"], at: path)
            guard object["channel"]?.string == "push" else {
                throw .init(at: "\(path).channel", "The only channel is “push”.")
            }
            return .reachableByPush
        }
    }

    private static func lastSeen(_ object: JSONObject, at path: String) throws(ExpressionError) -> AudienceExpression {
        try object.allow(["lastSeen"], at: path)
        let path = "\(path).lastSeen"
        guard let span = object["lastSeen"]?.object else {
            throw .init(at: path, "Write {\"within\": \"7d\"} or {\"olderThan\": \"30d\"}.")
        }
        try span.allow(["within", "olderThan"], at: path)
        switch (span["within"], span["olderThan"]) {
        case (let within?, nil): return .seen(within: try Period(within, at: "\(path).within"))
        case (nil, let olderThan?): return .not(.seen(within: try Period(olderThan, at: "\(path).olderThan")))
        default: throw .init(at: path, "Give “within” or “olderThan”, one of the two.")
        }
    }
}

extension JSONObject {
    /// Refuses keys that are not in a list.
    func allow(_ keys: [String], at path: String) throws(ExpressionError) {
        if let other = self.keys.first(where: { !keys.contains($0) }) {
            throw .init(at: "\(path).\(other.prefix(64))", "“\(other.prefix(64))” does not belong here.")
        }
    }
}
