extension LocalPlan {
    /// Reads the field of a request.
    init?(_ reader: inout FieldReader) {
        let id = reader.string("id", length: 1...Self.idLengthLimit, isRequired: true)
        let at = reader.string("at", length: 1...40, isRequired: true)
        if let at, WallClock(at) == nil {
            reader.fail(
                "at", .invalidFormat, "The time has the form 2026-03-01T09:00, with or without an offset, and exists.")
        }
        version = reader.int("version", in: 0...Int(Int32.max))
        cancelOn = Self.events(&reader)
        quiet = reader.nested("quiet") { QuietHours(&$0) }
        fallsBack = reader.bool("fallback") ?? true
        guard let id, let at else { return nil }
        self.id = id
        self.at = at
    }

    private static func events(_ reader: inout FieldReader) -> [String]? {
        guard let values = reader.array("cancelOn", count: 0...cancelOnLimit) else { return nil }
        let names = values.compactMap(\.string)
        guard names.count == values.count, names.allSatisfy({ (1...100).contains($0.utf8.count) }) else {
            reader.fail("cancelOn", .invalidType, "The list has names of events only.")
            return nil
        }
        return names
    }
}

extension LocalPlan.QuietHours {
    init?(_ reader: inout FieldReader) {
        let from = reader.string("from", length: 1...5, isRequired: true)
        let until = reader.string("until", length: 1...5, isRequired: true)
        for (key, text) in [("from", from), ("until", until)] {
            if let text, WallClock.minuteOfDay(text) == nil {
                reader.fail(key, .invalidFormat, "The time of day has the form 07:30.")
            }
        }
        guard let from, let until else { return nil }
        self.init(from: from, until: until)
    }
}

extension LocalCancellation {
    /// Reads the field of a request.
    init?(_ reader: inout FieldReader) {
        guard let id = reader.string("id", length: 1...LocalPlan.idLengthLimit, isRequired: true) else { return nil }
        self.init(id: id, version: reader.int("version", in: 0...Int(Int32.max)))
    }
}
