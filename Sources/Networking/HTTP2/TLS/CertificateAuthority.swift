import COpenSSL
import Foundation

/// A certificate authority that lives in memory, for simulators and tests.
///
/// Its key never leaves the process. Trust it by giving `certificatePEM` to a client as its CA file.
package final class CertificateAuthority: @unchecked Sendable {
    // Unchecked: both objects are made in `init` and only read afterwards, which OpenSSL allows from any thread.

    /// The authority's own certificate in PEM.
    package let certificatePEM: String

    private let key: SigningKey
    private let certificate: Certificate
    private let days: Int

    /// Makes a fresh P-256 key and a certificate that is valid from an hour ago for `days`.
    package init(name: String = "Tidings ephemeral CA", days: Int = 30) throws(HTTP2Error) {
        OpenSSLErrors.clear()
        let key = try SigningKey()
        let certificate = try Certificate(subject: name, key: key, days: days)
        try certificate.sign(issuer: certificate, key: key) { () throws(HTTP2Error) in
            try certificate.add(NID_basic_constraints, "critical,CA:TRUE,pathlen:0", issuer: certificate)
            try certificate.add(NID_key_usage, "critical,keyCertSign,cRLSign", issuer: certificate)
            try certificate.add(NID_subject_key_identifier, "hash", issuer: certificate)
        }
        certificatePEM = try certificate.pem()
        self.key = key
        self.certificate = certificate
        self.days = days
    }

    /// Issues a server certificate with a fresh P-256 key.
    ///
    /// - Parameter hosts: DNS names and IP addresses that the certificate is good for.
    /// - Returns: The certificate chain and its key.
    /// - Throws: `invalid_pem` for a name that cannot stand in a certificate, `library` when OpenSSL fails.
    package func issue(for hosts: [String]) throws(HTTP2Error) -> TLSIdentity {
        guard let first = hosts.first else { throw HTTP2Error(.invalidPEM, detail: "a certificate without a host") }
        let names = try hosts.map { (host) throws(HTTP2Error) in try Self.alternativeName(host) }
        OpenSSLErrors.clear()
        let leafKey = try SigningKey()
        let leaf = try Certificate(subject: first, key: leafKey, days: days)
        try leaf.sign(issuer: certificate, key: key) { () throws(HTTP2Error) in
            try leaf.add(NID_basic_constraints, "critical,CA:FALSE", issuer: certificate)
            try leaf.add(NID_key_usage, "critical,digitalSignature", issuer: certificate)
            try leaf.add(NID_ext_key_usage, "serverAuth", issuer: certificate)
            try leaf.add(NID_subject_alt_name, names.joined(separator: ","), issuer: certificate)
            try leaf.add(NID_authority_key_identifier, "keyid", issuer: certificate)
        }
        return TLSIdentity(certificateChainPEM: try leaf.pem() + certificatePEM, privateKeyPEM: try leafKey.pem())
    }

    /// Issues a client certificate with a fresh P-256 key.
    ///
    /// - Parameters:
    ///   - name: The common name.
    ///   - userID: The UID of the subject; nil for none.
    ///   - organizationalUnit: The OU of the subject; nil for none.
    ///   - extensions: DER contents by dotted object id.
    ///   - days: How long it is valid; negative for one that is over already.
    /// - Returns: The certificate and its key.
    /// - Throws: `library` when OpenSSL fails or a text cannot stand in a certificate.
    package func issueClient(
        name: String, userID: String? = nil, organizationalUnit: String? = nil, extensions: [String: [UInt8]] = [:],
        days: Int = 30
    ) throws(HTTP2Error) -> TLSIdentity {
        OpenSSLErrors.clear()
        let leafKey = try SigningKey()
        let leaf = try Certificate(subject: name, key: leafKey, days: days)
        if let userID { try leaf.addName(NID_userId, userID) }
        if let organizationalUnit { try leaf.addName(NID_organizationalUnitName, organizationalUnit) }
        try leaf.sign(issuer: certificate, key: key) { () throws(HTTP2Error) in
            try leaf.add(NID_basic_constraints, "critical,CA:FALSE", issuer: certificate)
            try leaf.add(NID_key_usage, "critical,digitalSignature", issuer: certificate)
            try leaf.add(NID_ext_key_usage, "clientAuth", issuer: certificate)
            for (identifier, content) in extensions.sorted(by: { $0.key < $1.key }) {
                try leaf.add(identifier, content)
            }
        }
        return TLSIdentity(certificateChainPEM: try leaf.pem(), privateKeyPEM: try leafKey.pem())
    }

    private static func alternativeName(_ host: String) throws(HTTP2Error) -> String {
        var address = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, host, &address) == 1 || inet_pton(AF_INET6, host, &address) == 1 { return "IP:\(host)" }
        // OpenSSL reads commas and colons here as its own syntax.
        let isName =
            !host.isEmpty
            && host.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "*"):
                    true
                default: false
                }
            }
        guard isName else { throw HTTP2Error(.invalidPEM, detail: "a certificate for \"\(host)\" (not a host name)") }
        return "DNS:\(host)"
    }
}

/// An owned P-256 key.
private final class SigningKey {
    let pointer: OpaquePointer

    init() throws(HTTP2Error) {
        guard let context = EVP_PKEY_CTX_new_from_name(nil, "EC", nil) else { throw OpenSSLErrors.library("a key") }
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        guard EVP_PKEY_keygen_init(context) == 1, EVP_PKEY_CTX_set_group_name(context, "P-256") == 1,
            EVP_PKEY_generate(context, &key) == 1, let key
        else { throw OpenSSLErrors.library("a P-256 key") }
        pointer = key
    }

    deinit { EVP_PKEY_free(pointer) }

    func pem() throws(HTTP2Error) -> String {
        let stream = try PEM.Stream()
        guard PEM_write_bio_PKCS8PrivateKey(stream.bio, pointer, nil, nil, 0, nil, nil) == 1 else {
            throw OpenSSLErrors.library("a PEM key")
        }
        return stream.text()
    }
}

/// An owned certificate.
private final class Certificate {
    private let pointer: OpaquePointer

    init(subject: String, key: SigningKey, days: Int) throws(HTTP2Error) {
        guard let pointer = X509_new() else { throw OpenSSLErrors.library("a certificate") }
        self.pointer = pointer
        X509_set_version(pointer, 2)
        // Random serial numbers: clients that cache by issuer and serial must not confuse two runs.
        ASN1_INTEGER_set_uint64(X509_get_serialNumber(pointer), UInt64.random(in: 1...UInt64(Int64.max)))
        X509_gmtime_adj(X509_getm_notBefore(pointer), -3600)
        X509_gmtime_adj(X509_getm_notAfter(pointer), days * 86_400)
        // A common name holds 64 characters at most; the real names are in the extension.
        let isNamed = X509_NAME_add_entry_by_NID(
            X509_get_subject_name(pointer), NID_commonName, MBSTRING_UTF8, String(subject.prefix(64)), -1, -1, 0)
        guard isNamed == 1, X509_set_pubkey(pointer, key.pointer) == 1 else {
            throw OpenSSLErrors.library("a certificate")
        }
    }

    deinit { X509_free(pointer) }

    func sign(
        issuer: Certificate, key: SigningKey, extensions: () throws(HTTP2Error) -> Void
    ) throws(HTTP2Error) {
        X509_set_issuer_name(pointer, X509_get_subject_name(issuer.pointer))
        try extensions()
        guard X509_sign(pointer, key.pointer, EVP_sha256()) > 0 else { throw OpenSSLErrors.library("a signature") }
    }

    func add(_ kind: Int32, _ value: String, issuer: Certificate) throws(HTTP2Error) {
        var context = X509V3_CTX()
        X509V3_set_ctx(&context, issuer.pointer, pointer, nil, nil, 0)
        guard let item = X509V3_EXT_nconf_nid(nil, &context, kind, value) else {
            throw OpenSSLErrors.library("a certificate for \(value)")
        }
        defer { X509_EXTENSION_free(item) }
        guard X509_add_ext(pointer, item, -1) == 1 else { throw OpenSSLErrors.library("a certificate") }
    }

    func addName(_ kind: Int32, _ value: String) throws(HTTP2Error) {
        let isAdded = X509_NAME_add_entry_by_NID(
            X509_get_subject_name(pointer), kind, MBSTRING_UTF8, value, -1, -1, 0)
        guard isAdded == 1 else { throw OpenSSLErrors.library("a certificate for \(value)") }
    }

    func add(_ identifier: String, _ content: [UInt8]) throws(HTTP2Error) {
        guard let object = OBJ_txt2obj(identifier, 1), let text = ASN1_OCTET_STRING_new() else {
            throw OpenSSLErrors.library("the extension \(identifier)")
        }
        defer {
            ASN1_OBJECT_free(object)
            ASN1_OCTET_STRING_free(text)
        }
        guard ASN1_OCTET_STRING_set(text, content, Int32(content.count)) == 1,
            let item = X509_EXTENSION_create_by_OBJ(nil, object, 0, text)
        else { throw OpenSSLErrors.library("the extension \(identifier)") }
        defer { X509_EXTENSION_free(item) }
        guard X509_add_ext(pointer, item, -1) == 1 else { throw OpenSSLErrors.library("a certificate") }
    }

    func pem() throws(HTTP2Error) -> String {
        let stream = try PEM.Stream()
        guard PEM_write_bio_X509(stream.bio, pointer) == 1 else { throw OpenSSLErrors.library("a PEM certificate") }
        return stream.text()
    }
}
