internal import PushModel

extension Comparison {
    private static let operators = ["eq", "neq", "gt", "gte", "lt", "lte", "in", "contains", "exists"]

    init(_ object: JSONObject, at path: String) throws(ExpressionError) {
        guard let text = object["ref"]?.string, let reference = Reference(text) else {
            throw .init(
                at: "\(path).ref",
                """
                Write attributes.<name>, attributes.<name>.<name>, subscriber.externalId, subscriber.timezone, \
                subscriber.locale or subscriber.verified.
                """)
        }
        self.reference = reference
        try object.allow(["ref"] + Self.operators, at: path)
        let given = Self.operators.filter { object[$0] != nil }
        guard let name = given.first, given.count == 1, let value = object[name] else {
            throw .init(at: path, "A comparison needs exactly one of: \(Self.operators.joined(separator: ", ")).")
        }
        let place = "\(path).\(name)"
        switch name {
        case "eq": test = .equal(try Scalar(value, at: place))
        case "neq": test = .notEqual(try Scalar(value, at: place))
        case "in":
            guard let elements = value.array, (1...Self.valueLimit).contains(elements.count) else {
                throw .init(at: place, "“in” needs a list of 1 to \(Self.valueLimit) values.")
            }
            var values: [Scalar] = []
            for (index, element) in elements.enumerated() {
                values.append(try Scalar(element, at: "\(place)[\(index)]"))
            }
            test = .oneOf(values)
        case "contains":
            guard case .string(let text) = try Scalar(value, at: place), !text.isEmpty else {
                throw .init(at: place, "“contains” needs a text that is not empty.")
            }
            test = .contains(text)
        case "exists":
            guard let isThere = value.bool else { throw .init(at: place, "“exists” is true or false.") }
            test = .exists(isThere)
        default:
            guard let order = Order(rawValue: name) else { throw .init(at: place, "There is no such operator.") }
            switch try Scalar(value, at: place) {
            case .number(let number): test = .ordered(order, .number(number))
            case .string(let text): test = .ordered(order, .string(text))
            case .null, .bool: throw .init(at: place, "“\(name)” compares with a number or a text.")
            }
        }
    }
}

extension Comparison.Scalar {
    init(_ value: JSONValue, at path: String) throws(ExpressionError) {
        switch value {
        case .null: self = .null
        case .bool(let value): self = .bool(value)
        case .number(let number):
            guard let double = number.double else { throw .init(at: path, "The number is too large.") }
            // There is one zero: the databases and JSON texts differ about the sign.
            self = .number(double == 0 ? 0 : double)
        case .string(let text):
            guard text.utf8.count <= Comparison.textByteLimit, !text.utf8.contains(0) else {
                throw .init(at: path, "A text may have \(Comparison.textByteLimit) bytes, none of them zero.")
            }
            self = .string(text)
        case .array, .object:
            throw .init(at: path, "Expected a text, a number, true, false or null, and found \(value.kindName).")
        }
    }
}

extension EventCount {
    private static let nameByteLimit = 100

    init(counting object: JSONObject, at path: String) throws(ExpressionError) {
        let relations = Relation.allCases.map(\.rawValue)
        try object.allow(["count", "within"] + relations, at: path)
        let given = relations.filter { object[$0] != nil }
        guard given.count == 1, let relation = Relation(rawValue: given[0]) else {
            throw .init(at: path, "A count needs exactly one of: \(relations.joined(separator: ", ")).")
        }
        guard let number = object[given[0]]?.int, (0...Self.numberLimit).contains(number) else {
            throw .init(at: "\(path).\(given[0])", "Compare with a whole number from 0 to \(Self.numberLimit).")
        }
        self.init(
            name: try Self.name(object, "count", at: path), relation: relation, number: number,
            within: try Self.within(object, at: path))
    }

    init(never object: JSONObject, at path: String) throws(ExpressionError) {
        try object.allow(["never", "within"], at: path)
        self.init(
            name: try Self.name(object, "never", at: path), relation: .equal, number: 0,
            within: try Self.within(object, at: path))
    }

    private static func name(_ object: JSONObject, _ key: String, at path: String) throws(ExpressionError) -> String {
        guard let name = object[key]?.string, (1...nameByteLimit).contains(name.utf8.count), !name.utf8.contains(0)
        else { throw .init(at: "\(path).\(key)", "Name the event, in 1 to \(nameByteLimit) bytes.") }
        return name
    }

    private static func within(_ object: JSONObject, at path: String) throws(ExpressionError) -> Period? {
        guard let value = object["within"] else { return nil }
        return try Period(value, at: "\(path).within")
    }
}

extension Period {
    init(_ value: JSONValue, at path: String) throws(ExpressionError) {
        guard let period = value.string.flatMap(Period.init) else {
            throw .init(at: path, "Write a span of minutes, hours or days, such as 90m, 24h or 30d; at most 3650d.")
        }
        self = period
    }
}
