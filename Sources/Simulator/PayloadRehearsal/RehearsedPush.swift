package import APNsSimulator
import HTTP2
import PushModel

/// A push as its sender would hand it to APNs.
package struct RehearsedPush: Sendable {
    /// A header of the request.
    package struct Header: Sendable, Hashable {
        /// Its name, in small letters.
        package var name: String
        /// Its value.
        package var value: String
        /// Whether the sender gave none, and this is what a good one would send.
        package var isAssumed: Bool

        /// Describes a header.
        package init(_ name: String, _ value: String, isAssumed: Bool = false) {
            self.name = name.lowercased()
            self.value = value
            self.isAssumed = isAssumed
        }
    }

    /// The body.
    package let payload: [UInt8]
    /// The headers in order; those that APNs needs and the sender did not give come last.
    package let headers: [Header]

    /// The `apns-id` of a push that was given none: no other one looks like it.
    package static let placeholderID = "aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee"

    /// Adds the headers that are missing: a topic, a push type and a priority that fit the payload.
    ///
    /// A payload with `content-available` and nothing to show is taken for a background push.
    package init(payload: [UInt8], headers: [Header], bundleID: String) {
        self.payload = payload
        var all = headers
        func value(_ name: String) -> String? { all.first { $0.name == name }?.value }
        func assume(_ name: String, _ value: String) {
            if !all.contains(where: { $0.name == name }) { all.append(Header(name, value, isAssumed: true)) }
        }
        assume("apns-push-type", Self.isSilent(payload) ? "background" : "alert")
        let pushType = value("apns-push-type").flatMap(PushType.init(rawValue:))
        assume("apns-topic", bundleID + (pushType?.topicSuffix ?? ""))
        assume("apns-priority", pushType == .background ? "5" : "10")
        assume("apns-id", Self.placeholderID)
        self.headers = all
    }

    private var aps: JSONValue? { (try? JSONValue(parsing: payload))?["aps"] }

    /// The category that it names.
    var category: String? { aps?["category"]?.string.flatMap { $0.isEmpty ? nil : $0 } }

    /// Whether it asks to be critical.
    var isCritical: Bool { aps?["interruption-level"] == "critical" || aps?["sound"]?["critical"] == 1 }

    /// The value of a header.
    package subscript(_ name: String) -> String? { headers.first { $0.name == name }?.value }

    /// What the simulated APNs makes of the request.
    ///
    /// - Returns: The push that it would route.
    /// - Throws: Its refusal.
    package func check() throws(APNsSimulator.Refusal) -> CheckedPush {
        let token = String(repeating: "0", count: 64)
        let fields = PushFields(
            method: "POST", path: "/3/device/\(token)", headers: headers.map { HTTP2Header($0.name, $0.value) },
            body: payload)
        var memo = TopicMemo()
        return try RequestCheck.push(fields, RequestCheck.head(fields), &memo, allowedBundleIDs: nil)
    }

    private static func isSilent(_ payload: [UInt8]) -> Bool {
        guard let aps = (try? JSONValue(parsing: payload))?["aps"], aps["content-available"] != nil else {
            return false
        }
        return aps["alert"] == nil && aps["sound"] == nil && aps["badge"] == nil
    }
}
