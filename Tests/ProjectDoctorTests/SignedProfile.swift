import COpenSSL
import Foundation

/// Makes provisioning profiles: property lists, signed as Apple signs them, by a certificate that nobody trusts.
enum SignedProfile {
    /// The key and the certificate of the signer, made once.
    private nonisolated(unsafe) static let signer: (key: OpaquePointer, certificate: OpaquePointer)? = {
        // Written once, when it is first asked for, and only read by OpenSSL after that.
        guard let key = EVP_EC_gen("P-256"), let certificate = X509_new() else { return nil }
        X509_set_version(certificate, 2)
        ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1)
        X509_gmtime_adj(X509_getm_notBefore(certificate), 0)
        X509_gmtime_adj(X509_getm_notAfter(certificate), 86_400)
        X509_set_pubkey(certificate, key)
        let name = X509_get_subject_name(certificate)
        X509_NAME_add_entry_by_txt(name, "CN", 0x1000 | 1, "Example Signer", -1, -1, 0)
        X509_set_issuer_name(certificate, name)
        X509_sign(certificate, key, EVP_sha256())
        return (key, certificate)
    }()

    private static func EVP_EC_gen(_ curve: String) -> OpaquePointer? {
        let context = EVP_PKEY_CTX_new_from_name(nil, "EC", nil)
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        guard EVP_PKEY_keygen_init(context) == 1, EVP_PKEY_CTX_set_group_name(context, curve) == 1,
            EVP_PKEY_generate(context, &key) == 1
        else { return nil }
        return key
    }

    /// The signer's certificate in DER.
    static var certificate: [UInt8] {
        guard let signer else { return [] }
        var bytes: UnsafeMutablePointer<UInt8>?
        let count = i2d_X509(signer.certificate, &bytes)
        defer { CRYPTO_free(bytes, nil, 0) }
        return Array(UnsafeBufferPointer(start: bytes, count: Int(max(0, count))))
    }

    /// Signs any content.
    static func signed(_ content: [UInt8]) -> [UInt8] {
        guard let signer else { return [] }
        return content.withUnsafeBytes { bytes -> [UInt8] in
            let source = BIO_new_mem_buf(bytes.baseAddress, Int32(bytes.count))
            defer { BIO_free(source) }
            // CMS_BINARY: the content is not text whose line breaks may be changed.
            guard let container = CMS_sign(signer.certificate, signer.key, nil, source, 0x80) else { return [] }
            defer { CMS_ContentInfo_free(container) }
            let target = BIO_new(BIO_s_mem())
            defer { BIO_free(target) }
            guard i2d_CMS_bio(target, container) == 1 else { return [] }
            var result = [UInt8](repeating: 0, count: Int(BIO_ctrl_pending(target)))
            let count = BIO_read(target, &result, Int32(result.count))
            return Array(result.prefix(Int(max(0, count))))
        }
    }

    /// A profile for the healthy app; nil takes a right away.
    static func profile(
        bundleID: String = "com.example.kiosk", environment: String? = "development", team: String = "TEAM123456",
        groups: [String] = ["group.com.example.kiosk"], expires: Date = Patient.now + 200 * 86_400,
        devices: [String]? = ["00008030-001"], debuggable: Bool = true
    ) throws -> [UInt8] {
        var entitlements: [String: Any] = [
            "application-identifier": "\(team).\(bundleID)", "com.apple.developer.team-identifier": team,
            "com.apple.security.application-groups": groups, "get-task-allow": debuggable,
        ]
        entitlements["aps-environment"] = environment
        var list: [String: Any] = [
            "Name": "Kiosk Profile", "UUID": "5f1c8a52-0000-0000-0000-000000000000", "TeamIdentifier": [team],
            "TeamName": "Example Team", "CreationDate": Patient.now - 86_400, "ExpirationDate": expires,
            "DeveloperCertificates": [Data(certificate)], "Entitlements": entitlements,
        ]
        list["ProvisionedDevices"] = devices
        return signed([UInt8](try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)))
    }
}
