/// What a column can be for.
enum ImportField: Hashable, Sendable {
    /// A field of the API of this name.
    case field(String)
    /// A JSON object whose members are attributes.
    case attributes
    /// One attribute.
    case attribute(String, isText: Bool)
    /// The platform by OneSignal's number: only 0, iOS, has tokens of Apple's.
    case oneSignalDeviceType
    /// Whether OneSignal knows that the token is dead.
    case oneSignalInvalid
    /// How the person stands to pushes, by OneSignal's number: -2 has opted out; others tell of permission, which can change.
    case oneSignalNotificationTypes
    /// OneSignal's own id, for people of whom no other is known.
    case oneSignalID
    /// A token of Firebase's, which Apple does not take.
    case foreignToken

    /// The fields that `--map` can name.
    static let names = [
        "externalId", "token", "bundleId", "environment", "timezone", "locale", "enabled", "appVersion", "osVersion",
        "model",
    ]

    /// Reads a name as `--map` takes it: a field, `attributes`, `attributes.plan` or `attributes.zip:text`.
    init?(_ text: String) {
        if Self.names.contains(text) {
            self = .field(text)
        } else if text == "attributes" {
            self = .attributes
        } else if text.hasPrefix("attributes."), text.count > "attributes.".count {
            let name = text.dropFirst("attributes.".count)
            let isText = name.hasSuffix(":text")
            self = .attribute(String(isText ? name.dropLast(":text".count) : name), isText: isText)
        } else {
            return nil
        }
    }

    /// The field that a column of this name is for, if nobody says otherwise.
    ///
    /// - Parameters:
    ///   - column: The name in the file.
    ///   - origin: Whose export it is.
    /// - Returns: The field; nil if the name tells nothing.
    static func usual(for column: String, in origin: ImportOrigin) -> ImportField? {
        if let own = ImportField(column) { return own }
        let name = column.lowercased().replacing("-", with: "_").replacing(" ", with: "_")
        if let field = origin.columns[name] { return field }
        return common[name]
    }

    private static let common: [String: ImportField] = {
        let names = [
            "externalId": ["external_id", "externalid", "external_user_id", "user_id", "userid", "uid"],
            "token": ["token", "device_token", "devicetoken", "push_token", "pushtoken", "apns_token", "apnstoken"],
            "bundleId": ["bundle_id", "bundleid"], "environment": ["environment"],
            "timezone": ["timezone", "time_zone", "timezone_id"], "locale": ["locale", "language"],
            "enabled": ["enabled", "subscribed"], "appVersion": ["app_version", "appversion"],
            "osVersion": ["os_version", "osversion"], "model": ["model", "device_model"],
        ]
        var fields: [String: ImportField] = [:]
        for (field, columns) in names { for column in columns { fields[column] = .field(field) } }
        for column in ["fcm_token", "fcmtoken", "registration_token", "registrationtoken"] {
            fields[column] = .foreignToken
        }
        return fields
    }()
}

/// Whose export a file is, by the names of its columns.
enum ImportOrigin: String, Sendable {
    /// OneSignal's export of subscriptions.
    case oneSignal = "OneSignal"
    /// The accounts of Firebase Authentication.
    case firebase = "Firebase"
    /// A file of the operator's own.
    case own = "own"

    /// Recognises an export.
    init(columns: [String]) {
        let names = Set(columns.map { $0.lowercased() })
        if names.contains("identifier"), names.contains("device_type") || names.contains("invalid_identifier") {
            self = .oneSignal
        } else if names.contains("localid") {
            self = .firebase
        } else {
            self = .own
        }
    }

    /// What columns mean in this export only, by their names in lower case.
    var columns: [String: ImportField] {
        switch self {
        case .oneSignal:
            [
                "id": .oneSignalID, "player_id": .oneSignalID, "identifier": .field("token"), "tags": .attributes,
                "language": .field("locale"), "timezone_id": .field("timezone"), "game_version": .field("appVersion"),
                "device_os": .field("osVersion"), "device_model": .field("model"), "device_type": .oneSignalDeviceType,
                "invalid_identifier": .oneSignalInvalid, "notification_types": .oneSignalNotificationTypes,
            ]
        case .firebase:
            [
                "localid": .field("externalId"), "displayname": .attribute("name", isText: true),
                "customattributes": .attributes,
            ]
        case .own: [:]
        }
    }

    /// The columns of Firebase's CSV, which has no line of names.
    static let firebaseColumns: [String] = {
        var columns = (0..<29).map { "column \($0 + 1)" }
        columns.replaceSubrange(
            0...6, with: ["localId", "email", "emailVerified", "passwordHash", "salt", "displayName", "photoUrl"])
        columns.replaceSubrange(
            23...27, with: ["createdAt", "lastSignedInAt", "phoneNumber", "disabled", "customAttributes"])
        return columns
    }()

    /// Whether a first line is not one of names but an account of Firebase's CSV.
    static func isFirebaseAccount(_ fields: [String]) -> Bool {
        (27...30).contains(fields.count) && ["true", "false"].contains(fields[2])
            && !fields[23].isEmpty && fields[23].allSatisfy(\.isNumber)
    }
}
