/// A certificate authority that lives in memory, for simulators and tests.
///
/// Its key never leaves the process. Trust it by giving `certificatePEM` to a client as its CA file.
package final class CertificateAuthority: Sendable {
    /// The authority's own certificate in PEM.
    package var certificatePEM: String { "" }

    /// Makes a fresh P-256 key and a certificate that is valid from an hour ago for `days`.
    package init(name: String = "Tidings ephemeral CA", days: Int = 30) throws(HTTP2Error) {}

    /// Issues a server certificate with a fresh P-256 key.
    ///
    /// - Parameter hosts: DNS names and IP addresses that the certificate is good for.
    /// - Returns: The certificate chain and its key.
    /// - Throws: `library` when OpenSSL has no memory or randomness.
    package func issue(for hosts: [String]) throws(HTTP2Error) -> TLSIdentity {
        TLSIdentity(certificateChainPEM: "", privateKeyPEM: "")
    }
}
