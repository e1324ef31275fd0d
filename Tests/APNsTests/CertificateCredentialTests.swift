import APNs
import COpenSSL
import EventLoop
import Foundation
import HTTP2
import PushModel
import TestSupport
import Testing

/// Certificates as the other way to prove who sends.
@Suite(.timeLimit(.minutes(1)))
struct CertificateCredentialTests {
    /// A certificate with its key, and both in one PKCS#12 file.
    private struct Files {
        let pem: TLSIdentity
        let pkcs12: [UInt8]

        // `isOld`: in the encryption of Keychain Access, RC2 for the certificate.
        init(password: String, isOld: Bool = false) throws {
            pem = try CertificateAuthority().issue(for: ["com.example.app"])
            let key = try #require(Self.reading(pem.privateKeyPEM) { PEM_read_bio_PrivateKey($0, nil, nil, nil) })
            let certificate = try #require(
                Self.reading(pem.certificateChainPEM) { PEM_read_bio_X509($0, nil, nil, nil) })
            defer {
                EVP_PKEY_free(key)
                X509_free(certificate)
            }
            // Also loads the provider of old ciphers, which writing them needs as reading does.
            _ = try? CertificateCredential(pkcs12: [], password: "")
            // A call of its own: inside `#require` texts do not live long enough for C.
            let made = PKCS12_create(
                password, "push", key, certificate, nil, isOld ? NID_pbe_WithSHA1And3_Key_TripleDES_CBC : 0,
                isOld ? NID_pbe_WithSHA1And40BitRC2_CBC : 0, 0, 0, 0)
            let file = try #require(made)
            defer { PKCS12_free(file) }
            var start: UnsafeMutablePointer<UInt8>?
            let count = i2d_PKCS12(file, &start)
            pkcs12 = Array(UnsafeBufferPointer(start: start, count: Int(count)))
            CRYPTO_free(start, #file, #line)
        }

        private static func reading(_ text: String, _ body: (OpaquePointer?) -> OpaquePointer?) -> OpaquePointer? {
            Array(text.utf8).withUnsafeBytes { bytes in
                let stream = BIO_new_mem_buf(bytes.baseAddress, Int32(bytes.count))
                defer { BIO_free_all(stream) }
                return body(stream)
            }
        }
    }

    @Test(arguments: [("secret", false), ("", false), ("secret", true)])
    func `a PKCS12 file opens with its password, in today's encryption and in Keychain's`(
        password: String, isOld: Bool
    ) throws {
        let files = try Files(password: password, isOld: isOld)
        let credential = try CertificateCredential(pkcs12: files.pkcs12, password: password)
        #expect(credential.expires > Date(timeIntervalSinceNow: 29 * 86_400))
        #expect(credential.expires < Date(timeIntervalSinceNow: 31 * 86_400))
        #expect(credential.topic == nil, "this certificate has no UID")
    }

    @Test func `a wrong password and a file that is something else are told apart, without the password`() throws {
        let files = try Files(password: "secret")
        let wrong = #expect(throws: APNsError.self) {
            try CertificateCredential(pkcs12: files.pkcs12, password: "guess-1")
        }
        #expect(wrong?.code == .invalidCredential)
        #expect(wrong?.detail.contains("password") == true)
        #expect(wrong?.detail.contains("guess-1") == false)
        let other = #expect(throws: APNsError.self) {
            try CertificateCredential(pkcs12: Array("hello".utf8), password: "secret")
        }
        #expect(other?.detail.contains("PKCS#12") == true)
    }

    @Test func `PEM text is read, and a key of another certificate is refused`() throws {
        let (own, foreign) = (try Files(password: "").pem, try Files(password: "").pem)
        _ = try CertificateCredential(
            certificatePEM: own.certificateChainPEM, privateKeyPEM: own.certificateChainPEM + own.privateKeyPEM)
        for (certificate, key) in [
            (own.certificateChainPEM, foreign.privateKeyPEM), ("", own.privateKeyPEM), (own.certificateChainPEM, ""),
        ] {
            let error = #expect(throws: APNsError.self) {
                try CertificateCredential(certificatePEM: certificate, privateKeyPEM: key)
            }
            #expect(error?.code == .invalidCredential)
        }
    }

    @Test(.rows("AP6"))
    func `a client with a certificate sends no provider token`() async throws {
        let apns = try await FakeAPNs { _, responder in responder.accept() }
        let files = try Files(password: "p")
        var configuration = APNsConfiguration(host: "localhost", port: apns.port)
        configuration.trust = .pem(apns.authority.certificatePEM)
        let client = try APNsClient(
            configuration: configuration,
            authentication: .certificate(CertificateCredential(pkcs12: files.pkcs12, password: "p")))
        let results = await client.send([.sample(), .sample(topic: "4A5B-uid", type: .mdm)])
        #expect(results.allSatisfy { $0.isAccepted })
        #expect(apns.requests.count == 2)
        #expect(apns.requests.allSatisfy { $0.header("authorization") == nil })
        await client.close()
        await apns.stop()
    }
}
