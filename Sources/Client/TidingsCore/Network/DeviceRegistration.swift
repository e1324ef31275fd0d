/// What a device tells the server about itself.
package struct DeviceRegistration: Codable, Sendable, Equatable {
    /// The public half of the keys for encrypted messages.
    package struct Encryption: Codable, Sendable, Equatable {
        /// Names the key pair.
        package var keyId: String
        /// The uncompressed P-256 point, base64url.
        package var publicKey: String
        /// The 16-byte auth secret, base64url.
        package var auth: String
    }

    /// What this install can do.
    package struct Capabilities: Codable, Sendable, Equatable {
        /// Whether the app embeds the notification service extension.
        package var serviceExtension: Bool
    }

    /// Names this install across launches.
    package var installId: String
    /// The app's bundle id.
    package var bundleId: String
    /// Always `ios` here.
    package var platform = "ios"
    /// The APNs token, hex, once there is one.
    package var token: String?
    /// Which kind of token it is.
    package var tokenKind = "alert"
    /// The APNs environment of the token: `sandbox` or `production`.
    package var environment: String
    /// The permission for notifications.
    package var permission: String
    /// The locale's identifier.
    package var locale: String
    /// The IANA name of the time zone.
    package var timeZone: String
    /// The version of this SDK.
    package var sdkVersion: String
    /// The app's version.
    package var appVersion: String
    /// The version of the operating system.
    package var osVersion: String
    /// The model of the phone.
    package var model: String
    /// What this install can do.
    package var capabilities: Capabilities
    /// The keys for encrypted messages, if this install can keep them.
    package var encryption: Encryption?
    /// Whether the token takes the place of those of the person's other devices; nil means no.
    package var unique: Bool?
    /// The token for pushes of calls; nil where the install never had to do with calls.
    package var voipToken: CallToken?
    /// Whether that token takes the place of those of the person's other devices; nil means no.
    package var voipUnique: Bool?

    /// A token for pushes of calls, or that there is none any more: then it goes out as null.
    package struct CallToken: Codable, Sendable, Equatable {
        /// Lowercase hex.
        package var hex: String?

        /// Describes a token.
        package init(hex: String?) { self.hex = hex }

        /// Reads a text or null.
        package init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            hex = container.decodeNil() ? nil : try container.decode(String.self)
        }

        /// Writes a text or null.
        package func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(hex)
        }
    }
}

/// How the server knows a device.
package struct RegisteredDevice: Sendable, Equatable {
    /// The device's id.
    package var id: String
    /// `active`, `invalid` or `none`; nil from servers that do not say it.
    package var tokenStatus: String?

    /// Creates the description of a device.
    package init(id: String, tokenStatus: String? = nil) {
        self.id = id
        self.tokenStatus = tokenStatus
    }
}
