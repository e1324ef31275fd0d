/// What a caller sealed for a device.
package struct Ciphertext: Sendable, Equatable {
    /// The name of the device's key that it is sealed with.
    package let keyID: String
    /// The sealed body in base64url.
    package let body: String

    /// Brings the two together.
    package init(keyID: String, body: String) {
        self.keyID = keyID
        self.body = body
    }
}

/// Why a ciphertext is not accepted.
package struct CiphertextFault: Sendable, Equatable {
    /// What is wrong.
    package enum Kind: Sendable {
        /// The tenant has no such device.
        case unknownDevice
        /// The device is nobody's whom the message names.
        case otherSubscriber
        /// The device has no key of this name, nor had one lately.
        case unknownKey
    }

    /// Which of the ciphertexts it is.
    package let place: Int
    /// What is wrong with it.
    package let kind: Kind
}
