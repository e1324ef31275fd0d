internal import Foundation
internal import PushModel
internal import Storage

/// One event as a caller wrote it, with the rules that both sides share.
struct EventInput {
    /// The largest data as JSON, in bytes.
    static let dataByteLimit = 8_192
    /// How far an event may lie ahead of the server's clock.
    static let futureLimit: TimeInterval = 3_600
    /// How old an event of a backend may be.
    static let backendAgeLimit: TimeInterval = 7 * 86_400
    /// How old an event of a device may be: a phone may have lain in a drawer.
    static let deviceAgeLimit: TimeInterval = 30 * 86_400
    /// The events beside receipts that belong to the system and that a device may report.
    static let deviceNames: Set<String> = [
        "$app.installed", "$app.updated", "$app.opened", "$app.backgrounded", "$session.ended", "$deeplink.opened",
        "$action.triggered", "$permission.changed", "$identify", "$local.scheduled", "$local.unscheduled",
    ]

    private(set) var id: String?
    private(set) var externalID: String?
    private(set) var name: String?
    private(set) var timestamp: Date?
    private(set) var data: JSONObject?

    /// Reads the fields; `now` stands in for a timestamp that is left out by a backend.
    init(_ reader: inout FieldReader, isDevice: Bool, now: Date) {
        id = reader.string("id", length: 1...100, isRequired: isDevice)
        if !isDevice {
            externalID = reader.string(
                "externalId", length: 1...255, byteLimit: Subscriber.externalIDByteLimit, isRequired: true)
        }
        name = reader.string("name", length: 1...100, isRequired: true)
        if let name, !Self.isName(name, isDevice: isDevice) {
            reader.fail(
                "name", name.hasPrefix("$") ? .reservedKey : .invalidFormat,
                name.hasPrefix("$")
                    ? "Names that begin with $ belong to the system."
                    : "A name has lower-case letters, digits, dots, hyphens and underscores.")
        }
        timestamp = now
        if let text = reader.string("timestamp", length: 1...40, isRequired: isDevice) {
            timestamp = Timestamp.parse(text)
            if let timestamp {
                let age = now.timeIntervalSince(timestamp)
                let isOff = age < -Self.futureLimit || age > (isDevice ? Self.deviceAgeLimit : Self.backendAgeLimit)
                if isOff, isDevice, name.flatMap(Self.receiptKind) != nil {
                    // A phone whose clock is wrong has shown the message all the same: it counts as of now.
                    self.timestamp = now
                } else if isOff {
                    reader.fail("timestamp", .outOfRange, "The time is too long ago or lies ahead.")
                }
            } else {
                reader.fail("timestamp", .invalidFormat, "The time has the form of RFC 3339.")
            }
        }
        data = reader.object("data")
        if let data, data.encoded().count > Self.dataByteLimit {
            reader.fail("data", .tooLong, "The data may have at most \(Self.dataByteLimit) bytes as JSON.")
        }
    }

    /// Whether a name may be used; `[a-z0-9][a-z0-9_.-]{0,99}`, and the system's own for devices.
    static func isName(_ name: String, isDevice: Bool) -> Bool {
        if name.hasPrefix("$") { return isDevice && (deviceNames.contains(name) || receiptKind(name) != nil) }
        let bytes = Array(name.utf8)
        guard (1...100).contains(bytes.count) else { return false }
        func isPlain(_ byte: UInt8) -> Bool { (97...122).contains(byte) || (48...57).contains(byte) }
        return isPlain(bytes[0]) && bytes.allSatisfy { isPlain($0) || $0 == 95 || $0 == 46 || $0 == 45 }
    }

    /// The receipt that an event's name stands for.
    static func receiptKind(_ name: String) -> ReceiptKind? {
        let prefix = "$notification."
        guard name.hasPrefix(prefix) else { return nil }
        return ReceiptKind(rawValue: String(name.dropFirst(prefix.count)))
    }

    /// The receipt in the event, if its name stands for one.
    ///
    /// Faults of its data are reported at the reader's `data`.
    func receipt(_ reader: inout FieldReader) -> NewReceipt? {
        guard let name, let kind = Self.receiptKind(name) else { return nil }
        var fields = FieldReader(data ?? JSONObject(), at: reader.param("data"))
        let message = fields.string("messageId", length: 1...100, isRequired: true)
        let delivery = fields.string("deliveryId", length: 1...100)
        let action = fields.string("action", length: 0...200)
        let input = fields.string("input", length: 0...4_000)
        let reason = fields.string("reason", length: 0...100)
        // A receipt may carry more than this server knows; a newer SDK must not lose it for that.
        reader.append(fields.errors)
        guard fields.errors.isEmpty, let message, let id = Identifier(.message, parsing: message) else {
            if fields.errors.isEmpty { reader.fail("data.messageId", .invalidFormat, "This is no id of a message.") }
            return nil
        }
        return NewReceipt(
            kind: kind, message: id, delivery: delivery.flatMap { Identifier(.delivery, parsing: $0) },
            action: action, input: input, reason: reason)
    }
}
