public import Foundation
import HTTP2

/// A push certificate with its key: the other way to prove who sends, needed for `mdm`.
public struct CertificateCredential: Sendable {
    /// The UID in the certificate's subject: its bundle id, or the topic of a management certificate.
    public let topic: String?
    /// When it stops being valid.
    public let expires: Date

    let identity: TLSIdentity

    /// Opens a PKCS#12 file, as Keychain Access exports it.
    ///
    /// - Parameters:
    ///   - pkcs12: The bytes of the `.p12` file.
    ///   - password: Its password, a secret that no error shows.
    /// - Throws: `invalid_credential`.
    public init(pkcs12: [UInt8], password: String) throws(APNsError) {
        do throws(HTTP2Error) {
            try self.init(TLSIdentity(pkcs12: pkcs12, password: password))
        } catch {
            throw APNsError(.invalidCredential, detail: error.description)
        }
    }

    /// Reads PEM text.
    ///
    /// - Parameters:
    ///   - certificatePEM: The certificate, then those between it and Apple's root, if any.
    ///   - privateKeyPEM: The key; may be the same text as `certificatePEM`.
    ///   - keyPassword: The password of an encrypted key, a secret that no error shows.
    /// - Throws: `invalid_credential`.
    public init(certificatePEM: String, privateKeyPEM: String, keyPassword: String? = nil) throws(APNsError) {
        do throws(HTTP2Error) {
            let identity = TLSIdentity(certificateChainPEM: certificatePEM, privateKeyPEM: privateKeyPEM)
            try self.init(identity.unlocked(keyPassword: keyPassword))
        } catch {
            throw APNsError(.invalidCredential, detail: error.description)
        }
    }

    /// The chain and the key in PEM, for keeping; the key is a secret, and not encrypted.
    package var pem: (chain: String, privateKey: String) {
        (identity.certificateChainPEM, identity.privateKeyPEM)
    }

    private init(_ identity: TLSIdentity) throws(HTTP2Error) {
        let subject = try identity.subject()
        self.identity = identity
        topic = subject.userID
        expires = Date(timeIntervalSince1970: Double(subject.expires))
    }
}
