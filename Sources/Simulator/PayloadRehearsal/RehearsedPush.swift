package import APNsSimulator
import HTTP2
package import PushModel

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

    /// Adds the headers that are missing: push type, topic, priority and id.
    ///
    /// - Parameters:
    ///   - payload: The body.
    ///   - headers: What the sender says.
    ///   - pushType: The type where the headers name none.
    ///   - bundleID: The app where they name no topic.
    package init(payload: [UInt8], headers: [Header], pushType: PushType, bundleID: String) {
        self.payload = payload
        var all = headers
        func assume(_ name: String, _ value: String) {
            if !all.contains(where: { $0.name == name }) { all.append(Header(name, value, isAssumed: true)) }
        }
        assume("apns-push-type", pushType.rawValue)
        let named = all.first { $0.name == "apns-push-type" }.flatMap { PushType(rawValue: $0.value) }
        assume("apns-topic", bundleID + (named?.topicSuffix ?? ""))
        assume("apns-priority", named == .background ? "5" : "10")
        assume("apns-id", Self.placeholderID)
        self.headers = all
    }

    /// The most bytes that a payload of its type may have; nil where APNs knows no such type.
    package var byteLimit: Int? { self["apns-push-type"].flatMap { PushType(rawValue: $0) }?.payloadByteLimit }

    private var aps: JSONValue? { (try? JSONValue(parsing: payload))?["aps"] }

    /// The category that it names.
    var category: String? { aps?["category"]?.string.flatMap { $0.isEmpty ? nil : $0 } }

    /// Whether it asks for the extension.
    var isMutable: Bool { aps?["mutable-content"] == 1 }

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
}
