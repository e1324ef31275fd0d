public import PushModel

extension FieldError.Code {
    /// A push does not have exactly one route.
    public static let routeCount = FieldError.Code(rawValue: "route_count")
    /// An address is not one of https.
    public static let notHTTPS = FieldError.Code(rawValue: "not_https")
    /// The built push is larger than it may be.
    public static let payloadTooLarge = FieldError.Code(rawValue: "payload_too_large")
}

extension PushDraft {
    /// Everything that is wrong with the draft for a target, with its place in the JSON of ``init(parsing:)``.
    public func faults(for target: Target) -> [FieldError] {
        var faults: [FieldError] = []
        checkRoute(target, &faults)
        for (path, text) in [("notification.title", title), ("notification.body", body)] where text?.isEmpty ?? true {
            faults.append(
                FieldError(
                    text == nil ? .required : .invalidFormat, at: path,
                    text == nil ? "The field is missing. It has to be a string." : "The text may not be empty."))
        }
        for (path, text) in [("notification.id", id), ("options.collapseKey", collapseKey)] where text?.isEmpty == true
        {
            faults.append(FieldError(.invalidFormat, at: path, "The text may not be empty. Leave the field out."))
        }
        if target == .apns || target == .tidings, let collapseID, collapseID.utf8.count > 64 {
            faults.append(
                FieldError(
                    .tooLong, at: collapseKey == nil ? "notification.id" : "options.collapseKey",
                    "The text has \(collapseID.utf8.count) bytes; as a collapse id at most 64 are allowed."))
        }
        checkData(target, &faults)
        checkIOS(&faults)
        if let androidPriority, !["high", "normal"].contains(androidPriority) {
            faults.append(
                FieldError(
                    .invalidFormat, at: "options.androidPriority", "The value has to be one of \"high\", \"normal\"."))
        }
        if let badge, !(0...Int(Int32.max)).contains(badge) {
            faults.append(
                FieldError(
                    .outOfRange, at: "options.iosBadgeCount", "The number has to be 0 or more; 0 takes the badge away.")
            )
        }
        if let timeToLive, !(1...2_419_200).contains(timeToLive) {
            faults.append(
                FieldError(
                    .outOfRange, at: "options.ttl", "The number has to be between 1 and 2419200 seconds, four weeks."))
        }
        return faults
    }

    private func checkRoute(_ target: Target, _ faults: inout [FieldError]) {
        let routes = [("token", token), ("topic", topic), ("condition", condition)].filter { $0.1 != nil }
        func fail(_ message: String) {
            faults.append(FieldError(.routeCount, at: routes.dropFirst().first?.0 ?? "token", message))
        }
        switch target {
        case .fcm, .firebaseAdmin:
            if routes.count != 1 {
                fail("Exactly one of token, topic and condition has to be there, not \(routes.count).")
            }
            if !users.isEmpty {
                faults.append(FieldError(.routeCount, at: "to", "FCM knows no user ids. Leave them out."))
            }
        case .apns:
            if let route = routes.first(where: { $0.0 != "token" })?.0 {
                faults.append(FieldError(.routeCount, at: route, "APNs knows no topics of FCM. Leave it out."))
            }
            if !users.isEmpty {
                faults.append(FieldError(.routeCount, at: "to", "APNs knows no user ids. Leave them out."))
            }
        case .tidings:
            if let route = routes.first(where: { $0.0 != "topic" })?.0 {
                faults.append(
                    FieldError(.routeCount, at: route, "Tidings sends to users and its topics. Leave it out."))
            } else if users.isEmpty, topic == nil {
                faults.append(FieldError(.routeCount, at: "to", "Say by user ids or a topic who gets it."))
            }
        }
        for (path, text) in routes where text?.isEmpty == true {
            faults.append(FieldError(.invalidFormat, at: path, "The text may not be empty."))
        }
    }

    private func checkData(_ target: Target, _ faults: inout [FieldError]) {
        for member in data.members {
            let path = PayloadNode.path("notification.data", member.key)
            let belongsToFCM =
                ["from", "message_type"].contains(member.key) || member.key.hasPrefix("google")
                || member.key.hasPrefix("gcm")
            let isReserved =
                NotifyKitOptions.reservedKeys.contains(member.key)
                || MessageContent.reservedDataKeys.contains(member.key)
            if isReserved || belongsToFCM && (target == .fcm || target == .firebaseAdmin) {
                faults.append(FieldError(.reservedKey, at: path, "The key belongs to the system. Use another key."))
            } else if member.value.string == nil {
                faults.append(FieldError(.invalidType, at: path, "Expected a string, found \(member.value.kindName)."))
            }
        }
        if let twice = data.duplicateKey {
            faults.append(
                FieldError(.invalidFormat, at: PayloadNode.path("notification.data", twice), "The key is given twice."))
        }
    }

    private func checkIOS(_ faults: inout [FieldError]) {
        for member in ios.members {
            let path = PayloadNode.path("notification.ios", member.key)
            guard let field = LintRun.iosFields[member.key] else {
                faults.append(
                    FieldError(
                        .unknownField, at: path, "There is no field of this name. Remove it or correct its spelling."))
                continue
            }
            if member.key == "foregroundPresentationOptions" {
                faults.append(
                    FieldError(
                        .unknownField, at: path, "The extension runs before that is decided. Decide it in the app."))
            } else if member.key == "attachments" {
                checkAttachments(member.value, path, &faults)
            } else if !field.accepts(member.value) {
                let isKind = field.hasKind(of: member.value)
                faults.append(
                    FieldError(
                        isKind ? (field == .level ? .invalidFormat : .outOfRange) : .invalidType, at: path,
                        "The value has to be \(field.name)."))
            }
        }
    }

    private func checkAttachments(_ value: JSONValue, _ path: String, _ faults: inout [FieldError]) {
        guard let attachments = value.array else {
            faults.append(FieldError(.invalidType, at: path, "Expected an array, found \(value.kindName)."))
            return
        }
        for (index, attachment) in attachments.enumerated() {
            let place = "\(path)[\(index)].url"
            guard let url = attachment["url"]?.string else {
                faults.append(FieldError(.required, at: place, "The field is missing. It has to be a string."))
                continue
            }
            let host = url.dropFirst("https://".count).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
            guard url.lowercased().hasPrefix("https://"), !host.isEmpty, !url.contains(where: \.isWhitespace) else {
                faults.append(
                    FieldError(.notHTTPS, at: place, "The address has to begin with https:// and have a host."))
                continue
            }
        }
    }
}
