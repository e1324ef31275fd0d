/// How a client proves who sends.
public enum Authentication: Sendable {
    /// By a provider token in each request, made with a signing key.
    case token(ProviderCredential)
    /// By a certificate, once for each connection.
    case certificate(CertificateCredential)

    /// The way, without the secret.
    public enum Kind: Sendable, Hashable {
        /// By a provider token.
        case token
        /// By a certificate.
        case certificate
    }

    /// The way, without the secret.
    public var kind: Kind {
        switch self {
        case .token: .token
        case .certificate: .certificate
        }
    }
}
