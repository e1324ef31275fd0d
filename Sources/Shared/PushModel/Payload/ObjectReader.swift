/// Takes known keys out of an object and leaves the rest, so that nothing that somebody sent is lost.
///
/// A key whose value has another type than expected stays in the rest, too.
struct ObjectReader {
    private(set) var rest: JSONObject

    init(_ object: JSONObject) { rest = object }

    mutating func take<Value>(_ key: String, _ read: (JSONValue) -> Value?) -> Value? {
        guard let value = rest[key].flatMap(read) else { return nil }
        rest.removeValue(forKey: key)
        return value
    }

    mutating func string(_ key: String) -> String? { take(key, \.string) }
    mutating func int(_ key: String) -> Int? { take(key, \.int) }
    mutating func double(_ key: String) -> Double? { take(key, \.double) }
    mutating func object(_ key: String) -> JSONObject? { take(key, \.object) }
    mutating func strings(_ key: String) -> [String]? { take(key, \.strings) }

    /// A flag as APNs has them: the number 1 or 0.
    mutating func flag(_ key: String) -> Bool? {
        take(key) { value in
            switch value.int {
            case 1: true
            case 0: false
            default: nil
            }
        }
    }
}

extension JSONObject {
    /// Appends a member unless the value is nil.
    mutating func add(_ key: String, _ value: JSONValue?) {
        if let value { members.append(Member(key, value)) }
    }

    mutating func add(_ key: String, _ value: String?) { add(key, value.map(JSONValue.string)) }
    mutating func add(_ key: String, _ value: Int?) { add(key, value.map(JSONValue.int)) }
    mutating func add(_ key: String, _ value: Double?) { add(key, value.map(JSONValue.double)) }
    mutating func add(_ key: String, _ value: JSONObject?) { add(key, value.map(JSONValue.object)) }
    mutating func add(_ key: String, _ value: [String]?) {
        add(key, value.map { .array($0.map(JSONValue.string)) })
    }
    mutating func add(_ key: String, flag: Bool?) { add(key, flag.map { $0 ? 1 : 0 }) }
}
