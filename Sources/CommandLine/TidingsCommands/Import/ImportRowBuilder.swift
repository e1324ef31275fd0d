import Foundation
import PushModel

/// Gathers what a record says and decides what of it is a row of the API.
struct ImportRowBuilder {
    private var fields: [String: String] = [:]
    private var attributes = JSONObject()
    private var oneSignalID: String?
    private var isOfApple = true
    private var isDead = false
    private var isUnwanted = false
    private var hasForeignToken = false

    /// Takes a value for a field.
    ///
    /// - Returns: Why the record cannot be taken; nil if nothing is wrong.
    mutating func add(_ value: JSONValue, for field: ImportField, column: String) -> ImportMapping.Result? {
        let text = value.string ?? value.description
        switch field {
        // OneSignal's column of this name holds seconds from UTC, which name no zone.
        case .field("timezone") where Int(text) != nil: break
        case .field(let name): fields[name] = text
        case .attribute(let name, let isText): attributes[name] = isText ? .string(text) : Self.guess(value)
        case .attributes:
            if text.isEmpty { break }
            let object = value.object ?? (try? JSONValue(parsing: text))?.object
            guard let object else {
                return .refused(param: column, reason: "Expected an object of attributes in JSON.")
            }
            for member in object.members { attributes[member.key] = member.value }
        case .oneSignalID: oneSignalID = text
        case .oneSignalDeviceType: isOfApple = text == "0" || text.lowercased() == "ios"
        case .oneSignalInvalid: isDead = ["t", "true", "1"].contains(text.lowercased())
        case .oneSignalNotificationTypes: isUnwanted = text == "-2"
        case .foreignToken: hasForeignToken = true
        }
        return nil
    }

    /// What the record becomes.
    func result(origin: ImportOrigin, bundleID: String?, environment: String?) -> ImportMapping.Result {
        var row = JSONObject()
        var without: String?
        var token = fields["token"]
        if token != nil, !isOfApple { (token, without) = (nil, "tokens of other platforms than Apple's") }
        if token != nil, isDead { (token, without) = (nil, "tokens that OneSignal knows to be dead") }
        if token == nil, hasForeignToken { without = "tokens of Firebase's, which Apple does not take" }
        var externalID = fields["externalId"]
        if externalID == nil || externalID == "", origin == .oneSignal, let oneSignalID {
            guard token != nil else { return .skipped(without ?? "people without a user id and a token") }
            // Anonymous, as the SDK calls people until they log in; the app takes the device over at its next start.
            externalID = "anon_" + oneSignalID
        }
        guard let externalID, !externalID.isEmpty else {
            return .refused(param: "externalId", reason: "The user id is missing.")
        }
        row["externalId"] = .string(externalID)
        if !attributes.members.isEmpty { row["attributes"] = .object(attributes) }
        for name in ["timezone", "locale"] { row[name] = fields[name].map { .string($0) } }
        guard let token else { return .row(row, without: without) }
        row["token"] = .string(token)
        row["bundleId"] = (fields["bundleId"] ?? bundleID).map { .string($0) }
        row["environment"] = (fields["environment"]?.lowercased() ?? environment).map { .string($0) }
        for name in ["appVersion", "osVersion", "model"] { row[name] = fields[name].map { .string($0) } }
        if isUnwanted { row["enabled"] = false }
        if let enabled = fields["enabled"] {
            switch enabled.lowercased() {
            case "true", "t", "1", "yes": break
            case "false", "f", "0", "no": row["enabled"] = false
            default: return .refused(param: "enabled", reason: "Expected true or false.")
            }
        }
        return .row(row, without: without)
    }

    /// A text of CSV that reads as a number or truth value is one; 007 is not.
    private static func guess(_ value: JSONValue) -> JSONValue {
        guard let text = value.string else { return value }
        if text == "true" || text == "false" { return .bool(text == "true") }
        guard text.utf8.count <= 17, text.wholeMatch(of: #/-?(0|[1-9][0-9]*)(\.[0-9]+)?/#) != nil,
            let number = try? JSONValue(parsing: text)
        else { return value }
        return number
    }
}
