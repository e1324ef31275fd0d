package import Foundation

/// A property-list or JSON value on its way between a process and its device.
package enum WireValue: Sendable, Hashable {
    case null
    case bool(Bool)
    case integer(Int64)
    case double(Double)
    case string(String)
    case data(Data)
    case date(Date)
    case array([WireValue])
    case dictionary([String: WireValue])

    /// Reads what an app put into a `userInfo`; anything that is no property list becomes its description.
    package init(_ value: Any) {
        switch value {
        case let value as String: self = .string(value)
        case let value as Data: self = .data(value)
        case let value as Date: self = .date(value)
        case let value as NSNumber: self = .init(number: value)
        case let value as [AnyHashable: Any]:
            self = .dictionary(
                Dictionary(
                    value.map { (($0.key.base as? String) ?? "\($0.key.base)", WireValue($0.value)) },
                    uniquingKeysWith: { _, new in new }))
        case let value as [Any]: self = .array(value.map { WireValue($0) })
        case is NSNull: self = .null
        default: self = .string("\(value)")
        }
    }

    private init(number: NSNumber) {
        // Foundation keeps booleans in a class of their own; nothing else tells `true` from 1.
        if type(of: number) == type(of: NSNumber(value: true)) {
            self = .bool(number.boolValue)
        } else if let integer = Int64(exactly: number.doubleValue), integer == number.int64Value {
            self = .integer(integer)
        } else if number.stringValue == String(number.int64Value) {
            self = .integer(number.int64Value)
        } else {
            self = .double(number.doubleValue)
        }
    }

    /// The value as Foundation objects, as an app finds them in a `userInfo`.
    package var object: Any {
        switch self {
        case .null: NSNull()
        case .bool(let value): NSNumber(value: value)
        case .integer(let value): NSNumber(value: value)
        case .double(let value): NSNumber(value: value)
        case .string(let value): value
        case .data(let value): value
        case .date(let value): value
        case .array(let values): values.map(\.object)
        case .dictionary(let values): values.mapValues(\.object)
        }
    }

    /// The value as the dictionary an app finds in `userInfo`; empty when it is no dictionary.
    package var userInfo: [AnyHashable: Any] {
        guard case .dictionary(let values) = self else { return [:] }
        return Dictionary(uniqueKeysWithValues: values.map { (AnyHashable($0.key), $0.value.object) })
    }

    /// A member of a dictionary.
    package subscript(key: String) -> WireValue? {
        guard case .dictionary(let values) = self else { return nil }
        return values[key]
    }

    /// The text, when it is one.
    package var string: String? {
        guard case .string(let value) = self else { return nil }
        return value
    }

    /// The number, when it is a whole one; `true` counts as 1, as it does in an `NSNumber`.
    package var integer: Int? {
        switch self {
        case .integer(let value): Int(value)
        case .double(let value): Int(exactly: value)
        case .bool(let value): value ? 1 : 0
        default: nil
        }
    }

    /// The number, when it is one.
    package var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .double(let value): value
        default: nil
        }
    }

    /// Decodes the JSON text of a push; nil when it is no JSON.
    package init?(json: Data) {
        guard let value = try? JSONDecoder().decode(JSONBox.self, from: json) else { return nil }
        self = value.value
    }
}

/// Decodes plain JSON, where `Codable` of `WireValue` itself is the tagged form of the socket.
private struct JSONBox: Decodable {
    let value: WireValue

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            value = .null
        } else if let bool = try? container.decode(Bool.self) {
            value = .bool(bool)
        } else if let integer = try? container.decode(Int64.self) {
            value = .integer(integer)
        } else if let double = try? container.decode(Double.self) {
            value = .double(double)
        } else if let string = try? container.decode(String.self) {
            value = .string(string)
        } else if let array = try? container.decode([JSONBox].self) {
            value = .array(array.map(\.value))
        } else {
            value = .dictionary(try container.decode([String: JSONBox].self).mapValues(\.value))
        }
    }
}

extension WireValue: Codable {}
