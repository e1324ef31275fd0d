import PushCrypto

extension ProviderToken {
    /// Whether the signature has one of the two forms, for keys that are not registered.
    var hasSignatureShape: Bool { signature.count == 64 || signature.first == 0x30 }

    /// Whether the key made the signature, in either form.
    func isSigned(by key: VerifyingKey) -> Bool { false }
}

/// The public half of a signing key, parsed.
struct VerifyingKey: Sendable {
    /// Parses the PEM form.
    init(pem: String) throws {}
}
