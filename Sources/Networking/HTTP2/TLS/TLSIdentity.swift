/// A certificate with the key that proves it.
package struct TLSIdentity: Sendable {
    /// The certificate, then the intermediate ones, in PEM.
    package var certificateChainPEM: String
    /// The private key in PEM, a secret.
    package var privateKeyPEM: String

    /// Creates an identity from PEM text.
    package init(certificateChainPEM: String, privateKeyPEM: String) {
        self.certificateChainPEM = certificateChainPEM
        self.privateKeyPEM = privateKeyPEM
    }
}
