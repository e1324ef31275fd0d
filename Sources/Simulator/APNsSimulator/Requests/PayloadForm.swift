import PushModel

/// What APNs and a device look at in a payload.
enum PayloadForm {
    /// Whether the bytes are one JSON object.
    static func isObject(_ bytes: [UInt8]) -> Bool { bytes.withUnsafeBufferPointer(isObject) }

    /// The same for bytes in place.
    static func isObject(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") else { return false }
        do {
            try JSONScanner.validate(bytes)
            return true
        } catch {
            return false
        }
    }

    /// The `event` of a live activity's payload.
    static func event(_ bytes: [UInt8]) -> String? {
        (try? JSONValue(parsing: bytes))?["aps"]?["event"]?.string
    }

    /// Whether a device would put something on its screen: `aps.alert` is a text, or has a title, subtitle or body.
    static func hasAlert(_ bytes: [UInt8]) -> Bool {
        guard let alert = (try? JSONValue(parsing: bytes))?["aps"]?["alert"] else { return false }
        return APS.Alert.isShown(alert)
    }
}
