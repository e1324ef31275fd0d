import Payloads
import PushModel

/// A sample of a push as a file, in any form that senders know, with what the rules ask of it.
package struct PayloadEvidence: Sendable {
    /// The file, as it was given.
    package let path: String
    /// Why it cannot be read; nil if it can.
    package let fault: String?
    /// What the linter says of the push by itself.
    let findings: [LintFinding]
    /// The payload as it would go to APNs.
    private let payload: JSONValue?

    /// Reads the text of a file.
    package init(path: String, bytes: [UInt8]) {
        self.path = path
        do throws(PayloadInputError) {
            let document = try PayloadDocument(reading: bytes)
            findings = PayloadLint().findings(in: document)
            payload = document.payload.value
            fault = nil
        } catch {
            findings = []
            payload = nil
            fault = error.description
        }
    }

    private var aps: JSONObject? { payload?["aps"]?.object }

    /// Whether it shows something.
    var isVisible: Bool { aps?["alert"] != nil }

    /// Whether it wakes the app.
    var isContentAvailable: Bool { aps?["content-available"]?.int == 1 }

    /// Whether it asks for the extension, in the one spelling that iOS reads.
    var isMutable: Bool { aps?["mutable-content"]?.int == 1 }
}
