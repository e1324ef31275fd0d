/// The kind of a push, as the header `apns-push-type` names it.
///
/// Source: Apple, "Sending notification requests to APNs".
public enum PushType: String, Sendable, Hashable, CaseIterable, Codable {
    /// Shows an alert, plays a sound or sets a badge.
    case alert
    /// Wakes the app without showing anything.
    case background
    /// Updates a watch face.
    case complication
    /// Reloads controls.
    case controls
    /// Tells a file provider of changes.
    case fileProvider = "fileprovider"
    /// Starts, updates or ends a Live Activity.
    case liveActivity = "liveactivity"
    /// Asks for the location.
    case location
    /// Contacts a managed device.
    case mdm
    /// Announces a Push to Talk transmission.
    case pushToTalk = "pushtotalk"
    /// Announces a call.
    case voip
    /// Reloads widgets.
    case widgets

    /// What follows the bundle id in the topic; nil where the topic has nothing to do with a bundle id.
    public var topicSuffix: String? {
        switch self {
        case .alert, .background: ""
        case .complication: ".complication"
        case .controls: ".push-type.controls"
        case .fileProvider: ".pushkit.fileprovider"
        case .liveActivity: ".push-type.liveactivity"
        case .location: ".location-query"
        case .mdm: nil
        case .pushToTalk: ".voip-ptt"
        case .voip: ".voip"
        case .widgets: ".push-type.widgets"
        }
    }

    /// The topic for an app, or nil for `mdm`, whose topic is the UID in the management certificate.
    public func topic(forBundle bundleID: String) -> String? { topicSuffix.map { bundleID + $0 } }

    /// The priorities that APNs takes for this type, the usual one first.
    public var allowedPriorities: [PushPriority] {
        self == .background ? [.conservePower] : [.immediate, .conservePower, .neverWake]
    }

    /// The largest payload in bytes for one device.
    public var payloadByteLimit: Int { self == .voip ? Self.largePayloadByteLimit : Self.usualPayloadByteLimit }

    /// The largest payload in bytes for nearly every push.
    public static let usualPayloadByteLimit = 4096
    /// The largest payload in bytes for a call push and for a broadcast to a channel.
    public static let largePayloadByteLimit = 5120
    /// The largest payload in bytes for a broadcast to a channel.
    public static let broadcastPayloadByteLimit = largePayloadByteLimit

    /// Whether a provider may authenticate with a signing token.
    public var allowsTokenAuthentication: Bool { self != .mdm }
    /// Whether a provider may authenticate with a certificate.
    public var allowsCertificateAuthentication: Bool { self != .liveActivity && self != .location }
}

/// How urgent a push is, as the header `apns-priority` says it.
public enum PushPriority: Int, Sendable, Hashable, CaseIterable, Codable {
    /// At once; what APNs assumes when nothing is said.
    case immediate = 10
    /// When it suits the device's battery; may come grouped in bursts.
    case conservePower = 5
    /// Without ever waking the device.
    case neverWake = 1
}
