extension MessageContent {
    /// Reads `apns.payload`, what a sender puts into the payload beyond the fields that there are.
    ///
    /// It can add and change, and cannot take away: a `null` in `aps` would drop what the fields say without a word.
    static func apnsPayload(_ reader: inout FieldReader, data: [UInt8]?) -> JSONObject? {
        let payload = reader.nested("apns") { $0.object("payload") }
        guard let payload else { return nil }
        let path = "apns.payload"
        if let twice = payload.duplicateKey {
            reader.append([FieldError(.invalidFormat, at: "\(path).\(twice.prefix(64))", "The key is given twice.")])
        }
        if payload["tidings"] != nil {
            reader.append([
                FieldError(.reservedKey, at: "\(path).tidings", "The key \"tidings\" belongs to the system.")
            ])
        }
        if let aps = payload["aps"] {
            if let object = aps.object {
                if let null = nullPath(in: object, at: "\(path).aps") {
                    reader.append([
                        FieldError(.invalidType, at: null, "A null would drop what the fields say. Leave it out.")
                    ])
                }
            } else {
                reader.append([
                    FieldError(.invalidType, at: "\(path).aps", "Expected an object, found \(aps.kindName).")
                ])
            }
        }
        let members = data.flatMap { try? JSONScanner.members(of: $0) } ?? []
        if let key = members.first(where: { payload[$0.key] != nil })?.key {
            reader.append([
                FieldError(
                    .invalidFormat, at: "\(path).\(key.prefix(64))", "data has the same key. Give it in one of the two."
                )
            ])
        }
        return payload
    }

    private static func nullPath(in object: JSONObject, at path: String) -> String? {
        for member in object.members {
            let path = "\(path).\(member.key.prefix(64))"
            if member.value.isNull { return path }
            if let inner = member.value.object, let found = nullPath(in: inner, at: path) { return found }
        }
        return nil
    }
}

extension JSONObject {
    /// This object with another's members, which win; where both have an object, the two are merged in the same way.
    func merged(with other: JSONObject) -> JSONObject {
        var result = self
        for member in other.members {
            if let own = result[member.key]?.object, let theirs = member.value.object {
                result[member.key] = .object(own.merged(with: theirs))
            } else {
                result[member.key] = member.value
            }
        }
        return result
    }
}
