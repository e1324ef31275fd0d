import Foundation
package import PushModel

/// A sample payload as a file, with what the rules ask of it.
package struct PayloadEvidence: Sendable {
    /// The file, as it was given.
    package let path: String
    /// Why it cannot be read; nil if it is a JSON object.
    package let fault: String?
    /// The object.
    package let object: JSONObject?

    /// Reads the text of a file.
    package init(path: String, bytes: [UInt8]) {
        self.path = path
        do {
            let value = try JSONValue(parsing: bytes)
            object = value.object
            fault = value.object == nil ? "It is no JSON object." : nil
        } catch {
            object = nil
            fault = "\(error)"
        }
    }

    private var aps: JSONObject? { object?["aps"]?.object }

    /// Whether it shows something.
    var isVisible: Bool { aps?["alert"] != nil }

    /// Whether it wakes the app.
    var isContentAvailable: Bool { aps?["content-available"].map(Self.isOne) ?? false }

    /// Whether it asks for the extension, in the one spelling that iOS reads.
    var isMutable: Bool { aps?["mutable-content"].map(Self.isOne) ?? false }

    private static func isOne(_ value: JSONValue) -> Bool { value.int == 1 }
}
