package import Foundation
package import PushModel

/// One push subscription of a subscriber.
package struct Device: Sendable, Equatable {
    /// Its row.
    package let row: Int64
    /// Its id.
    package let id: Identifier
    /// The row of the person who uses it.
    package let subscriberRow: Int64
    /// The id of the person who uses it.
    package let subscriberID: Identifier
    /// The external id of the person who uses it.
    package let externalID: String
    /// Whether that person has been verified.
    package let isVerified: Bool
    /// The app's bundle id.
    package let bundleID: String
    /// What the app reports about itself and the device.
    package let description: DeviceDescription
    /// Whether pushes are sent to it; a muted device stays muted until it is unmuted or removed.
    package let isEnabled: Bool
    /// The public part of its message key.
    package let encryption: DeviceEncryption?
    /// Its token for alerts and background pushes.
    package let token: DeviceTokenRecord?
    /// Its token for calls.
    package let voipToken: DeviceTokenRecord?
    /// When it was first registered.
    package let createdAt: Date
    /// When it was last registered.
    package let lastSeenAt: Date
}

/// What an app reports about itself and the device that it runs on.
package struct DeviceDescription: Sendable, Equatable {
    /// The operating system; `ios`.
    package var platform = "ios"
    /// The answer to the permission prompt, in Apple's words.
    package var permission = "notDetermined"
    /// A language tag.
    package var locale: String?
    /// An IANA name.
    package var timeZone: String?
    /// The version of the SDK.
    package var sdkVersion: String?
    /// The version of the app.
    package var appVersion: String?
    /// The version of the operating system.
    package var osVersion: String?
    /// The hardware model.
    package var model: String?
    /// Whether the app embeds the notification service extension.
    package var hasServiceExtension = false

    /// Nothing known.
    package init() {}
}

/// The public part of a device's message key.
package struct DeviceEncryption: Sendable, Equatable {
    /// The name of the key.
    package var keyID: String
    /// The uncompressed point, 65 bytes.
    package var publicKey: [UInt8]
    /// The authentication secret, 16 bytes.
    package var auth: [UInt8]

    /// Gathers the parts.
    package init(keyID: String, publicKey: [UInt8], auth: [UInt8]) {
        self.keyID = keyID
        self.publicKey = publicKey
        self.auth = auth
    }
}

/// A device's token as it is stored.
package struct DeviceTokenRecord: Sendable, Equatable {
    /// The token in lower-case hex.
    package var token: String
    /// Where it is good.
    package var environment: PushEnvironment
    /// Whether it can be used.
    package var isValid: Bool
    /// Why it cannot, in the provider's word.
    package var reason: String?
    /// When it was last registered.
    package var registeredAt: Date
}

/// A device as it is to be registered.
package struct DeviceRegistration: Sendable {
    /// The person who uses it, made if there is no such subscriber.
    package var externalID: String
    /// Whether the caller proved who that is, or is the tenant's backend.
    package var isVerified: Bool
    /// Whether the proof is to be remembered on the subscriber.
    package var remembersVerification: Bool
    /// What identifies the installation; nil for registrations by a backend.
    package var installID: String?
    /// The app's bundle id.
    package var bundleID: String
    /// The token in lower-case hex; nil leaves the one that is there.
    package var token: String?
    /// Where the token is good.
    package var environment: PushEnvironment
    /// What the app reports; nil leaves what is there.
    package var description: DeviceDescription?
    /// The public part of the message key; nil leaves the one that is there.
    package var encryption: DeviceEncryption?
    /// Whether the token replaces those of the person's other devices, of the same kind and app.
    package var isUnique = false
    /// What becomes of the token for calls.
    package var voipToken = VoIPTokenChange.keep
    /// Whether the token for calls replaces those of the person's other devices, of the same app.
    package var isVoIPUnique = false

    /// Describes a registration.
    package init(
        externalID: String, isVerified: Bool, remembersVerification: Bool, installID: String?, bundleID: String,
        token: String?, environment: PushEnvironment, description: DeviceDescription?, encryption: DeviceEncryption?
    ) {
        self.externalID = externalID
        self.isVerified = isVerified
        self.remembersVerification = remembersVerification
        self.installID = installID
        self.bundleID = bundleID
        self.token = token
        self.environment = environment
        self.description = description
        self.encryption = encryption
    }
}

/// What becomes of a device's token for calls.
package enum VoIPTokenChange: Sendable, Equatable {
    /// It stays as it is.
    case keep
    /// It ends.
    case end
    /// It is this one, in lower-case hex.
    case set(String)

    /// The token that it will be, if it is given.
    package var token: String? { if case .set(let token) = self { token } else { nil } }
}

/// What became of a registration.
package enum RegistrationResult: Sendable {
    /// The device is registered.
    case registered(Device, isNew: Bool)
    /// The tenant has no app with this bundle id.
    case unknownApp
    /// The token is another subscriber's by proof or by the tenant's word, and the caller proved nothing.
    case tokenTaken(TokenKind)
    /// The token is known as one of the other kind.
    case wrongKind(TokenKind)
    /// The tokens of a verified subscriber's other devices would go, and the caller proved nothing.
    case unprovenUnique
}
