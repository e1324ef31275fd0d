import Foundation

/// What APNs and a device look at in a payload.
enum PayloadForm {
    /// Whether the bytes are one JSON object.
    static func isObject(_ bytes: [UInt8]) -> Bool {
        (try? JSONSerialization.jsonObject(with: Data(bytes))) is [String: Any]
    }

    /// Whether a device would put something on its screen: `aps.alert` is a text, or has a title, subtitle or body.
    static func hasAlert(_ bytes: [UInt8]) -> Bool {
        guard let root = (try? JSONSerialization.jsonObject(with: Data(bytes))) as? [String: Any],
            let aps = root["aps"] as? [String: Any]
        else { return false }
        if let text = aps["alert"] as? String { return !text.isEmpty }
        guard let alert = aps["alert"] as? [String: Any] else { return false }
        return ["title", "subtitle", "body", "title-loc-key", "subtitle-loc-key", "loc-key"].contains { key in
            (alert[key] as? String).map { !$0.isEmpty } ?? false
        }
    }
}
