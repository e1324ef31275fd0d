public import Foundation

/// The two APNs environments.
public enum PushEnvironment: String, Codable, Sendable, Hashable {
    /// For apps built for development.
    case sandbox
    /// For apps from the store and from ad-hoc distribution.
    case production
}

/// A push as it arrives at a device.
public struct IncomingPush: Codable, Sendable, Hashable {
    /// Position among the pushes of the device; the next question acknowledges everything up to it.
    public var sequence: Int
    /// The `apns-id`.
    public var id: String
    /// The token that it was sent to, in hexadecimal digits.
    public var token: String
    /// The app that it is for.
    public var bundleId: String
    /// The environment of the token.
    public var environment: PushEnvironment
    /// The `apns-push-type`, such as `alert` or `background`.
    public var pushType: String
    /// The `apns-priority`.
    public var priority: Int
    /// The `apns-expiration` in seconds since 1970.
    public var expiration: Int?
    /// The `apns-collapse-id`.
    public var collapseId: String?
    /// The JSON text of the payload.
    public var payload: String

    /// Describes a push.
    public init(
        sequence: Int = 0, id: String = UUID().uuidString.lowercased(), token: String, bundleId: String,
        environment: PushEnvironment = .sandbox, pushType: String = "alert", priority: Int = 10,
        expiration: Int? = nil, collapseId: String? = nil, payload: String
    ) {
        self.sequence = sequence
        self.id = id
        self.token = token
        self.bundleId = bundleId
        self.environment = environment
        self.pushType = pushType
        self.priority = priority
        self.expiration = expiration
        self.collapseId = collapseId
        self.payload = payload
    }
}

/// A device's connection to APNs.
public protocol PushCourier: Sendable {
    /// Registers an app of the device and answers its token, in hexadecimal digits.
    ///
    /// The same token again while the app is installed, another one after that.
    func register(bundleID: String, environment: PushEnvironment) async throws -> String

    /// Registers an app of the device for pushes of calls and answers the token, which is another one.
    func registerForCalls(bundleID: String, environment: PushEnvironment) async throws -> String

    /// The app is gone: pushes to the token are refused from now on.
    func unregister(token: String) async throws

    /// The device goes on or off the network; while off, at most one push per app is kept for it.
    func setOnline(_ isOnline: Bool) async throws

    /// Acknowledges what came up to a position and waits a while for what comes after it; empty when nothing did.
    func pushes(after sequence: Int) async throws -> [IncomingPush]
}

extension PushCourier {
    /// Knows no pushes of calls.
    public func registerForCalls(bundleID: String, environment: PushEnvironment) async throws -> String {
        throw CourierError(.refused, "this courier brings no pushes of calls")
    }
}

/// Why a courier could not do its work.
public struct CourierError: Error, CustomStringConvertible, Sendable {
    /// The kinds of failure.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The stable name.
        public let rawValue: String
        /// Makes a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The control API could not be reached.
        public static let unreachable = Self(rawValue: "unreachable")
        /// The control API answered something else than was asked for.
        public static let refused = Self(rawValue: "refused")
        /// The URL makes no sense.
        public static let invalidURL = Self(rawValue: "invalid_url")
    }

    /// The kind of failure.
    public let code: Code
    /// More about it.
    public let detail: String

    init(_ code: Code, _ detail: String) {
        self.code = code
        self.detail = detail
    }

    /// What failed, and what to do.
    public var description: String {
        switch code {
        case .unreachable:
            "The simulated APNs does not answer: \(detail). Is it running, and is this its control URL?"
        case .invalidURL:
            "\(detail) is no URL of a control API. Pass the controlURL that `tidings apns-simulator` prints."
        default: "The simulated APNs refused: \(detail)."
        }
    }
}
