/// Reads the fields of a JSON object and collects everything that is wrong with them.
///
/// Each reading function returns nil for a field that is absent, `null` or wrong; only the last is an error. Reading a
/// field also makes it known: ``finish()`` reports what nobody has read.
public struct FieldReader: Sendable {
    /// How many faults are reported; a hostile body could have one for each of its bytes.
    public static let errorLimit = 100
    /// How many Unicode scalars of an unknown key are repeated.
    private static let keyLengthLimit = 100

    /// What is wrong so far, up to the limit.
    public private(set) var errors: [FieldError] = []
    private let path: String
    private var source: Source
    // A list: there are few fields, and the hashes of a set would cost more than all else here.
    private var known: [String] = []

    private enum Source {
        case object(JSONObject)
        case text([UInt8], [JSONMember])
    }

    /// Reads an object that is in memory.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - path: The path of the object in the request, in front of every field.
    public init(_ object: JSONObject, at path: String = "") {
        self.path = path
        source = .object(object)
    }

    /// Reads the body of a request, which has to be a JSON object without duplicate keys.
    public init(parsing body: [UInt8]) throws(PushModelError) {
        path = ""
        source = .text(body, try JSONScanner.members(of: body, limits: .strict))
    }

    // MARK: Reporting

    /// The path of a field of this object.
    public func param(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

    /// Reports a fault of a field.
    public mutating func fail(_ key: String, _ code: FieldError.Code, _ message: String) {
        append([FieldError(code, at: param(key), message)])
    }

    /// Takes over faults that somebody else found.
    public mutating func append(_ errors: [FieldError]) {
        self.errors.append(contentsOf: errors.prefix(Self.errorLimit - self.errors.count))
    }

    /// Declares fields that somebody else reads.
    public mutating func ignore(_ keys: some Sequence<String>) { known += keys }

    /// Reports the fields that nobody has read.
    public mutating func reportUnknown() {
        for key in keys where !known.contains(key) {
            fail(
                String(String.UnicodeScalarView(key.unicodeScalars.prefix(Self.keyLengthLimit))), .unknownField,
                "There is no field of this name. Remove it or correct its spelling.")
        }
    }

    /// Reports the fields that nobody has read, and throws if anything was wrong.
    public mutating func finish() throws(ValidationError) {
        reportUnknown()
        if !errors.isEmpty { throw ValidationError(errors) }
    }

    // MARK: Raw access

    /// All keys in order.
    public var keys: [String] {
        switch source {
        case .object(let object): object.keys
        case .text(_, let members): members.map(\.key)
        }
    }

    /// Whether the field is there, be it `null`.
    public func contains(_ key: String) -> Bool { keys.contains(key) }

    /// The value of a field; nil when it is absent or `null`.
    public mutating func value(_ key: String) -> JSONValue? {
        known.append(key)
        let value: JSONValue?
        switch source {
        case .object(let object): value = object[key]
        case .text(let bytes, let members):
            value = members.first { $0.key == key }.flatMap { member in
                try? JSONValue(parsing: Array(bytes[member.valueRange]))
            }
        }
        return value?.isNull == true ? nil : value
    }

    /// The bytes of a field that has to be an object, as they were sent.
    public mutating func rawObject(_ key: String) -> [UInt8]? {
        known.append(key)
        switch source {
        case .object:
            return object(key)?.encoded()
        case .text(let bytes, let members):
            guard let member = members.first(where: { $0.key == key }), !member.isNull else { return nil }
            guard member.isObject else {
                failType(key, "an object", value(key))
                return nil
            }
            return Array(bytes[member.valueRange])
        }
    }
}
