public import Foundation

/// A kind of pushes that PushKit brings.
public struct PKPushType: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// Makes a type from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Calls.
    public static let voIP = Self(rawValue: "PKPushTypeVoIP")
    /// News for a complication of the watch.
    @available(*, deprecated, message: "Watch apps register for pushes themselves")
    public static let complication = Self(rawValue: "PKPushTypeComplication")
    /// Changes of a file provider.
    public static let fileProvider = Self(rawValue: "PKPushTypeFileProvider")
}

/// A token for a type of pushes.
open class PKPushCredentials: NSObject {
    /// What it is for.
    public let type: PKPushType
    /// The token.
    public let token: Data

    init(type: PKPushType, token: Data) {
        self.type = type
        self.token = token
    }
}

/// A push.
open class PKPushPayload: NSObject {
    /// Its kind.
    public let type: PKPushType
    /// What was sent.
    public let dictionaryPayload: [AnyHashable: Any]

    init(type: PKPushType, dictionaryPayload: [AnyHashable: Any]) {
        self.type = type
        self.dictionaryPayload = dictionaryPayload
    }
}

/// What the system says about a push of a call.
open class PKVoIPPushMetadata: NSObject {
    /// Whether the app is ended when it reports no call.
    public let mustReport: Bool

    init(mustReport: Bool) { self.mustReport = mustReport }
}
