import COpenSSL

/// What a certificate of the peer says, as far as anybody asks for it.
package struct PeerCertificate: Sendable, Hashable {
    /// Whether the authorities of the context vouch for it and it is valid now.
    package var isTrusted: Bool
    /// The user id (UID) of its subject.
    package var userID: String?
    /// The organizational unit (OU) of its subject.
    package var organizationalUnit: String?
    /// The DER contents of its extensions by dotted object id.
    package var extensions: [String: [UInt8]] = [:]

    /// Creates one from its parts.
    package init(
        isTrusted: Bool, userID: String? = nil, organizationalUnit: String? = nil, extensions: [String: [UInt8]] = [:]
    ) {
        self.isTrusted = isTrusted
        self.userID = userID
        self.organizationalUnit = organizationalUnit
        self.extensions = extensions
    }

    init(_ certificate: OpaquePointer, isTrusted: Bool) {
        self.isTrusted = isTrusted
        userID = Self.entry(NID_userId, of: certificate)
        organizationalUnit = Self.entry(NID_organizationalUnitName, of: certificate)
        for index in 0..<max(0, X509_get_ext_count(certificate)) {
            guard let item = X509_get_ext(certificate, index), let content = X509_EXTENSION_get_data(item),
                let name = Self.dotted(X509_EXTENSION_get_object(item))
            else { continue }
            extensions[name] = Array(
                UnsafeBufferPointer(start: ASN1_STRING_get0_data(content), count: Int(ASN1_STRING_length(content))))
        }
    }

    private static func entry(_ kind: Int32, of certificate: OpaquePointer) -> String? {
        var buffer = [CChar](repeating: 0, count: 256)
        let count = X509_NAME_get_text_by_NID(
            X509_get_subject_name(certificate), kind, &buffer, Int32(buffer.count))
        guard count >= 0 else { return nil }
        return String(decoding: buffer.prefix(Int(count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func dotted(_ object: OpaquePointer?) -> String? {
        var buffer = [CChar](repeating: 0, count: 128)
        let count = OBJ_obj2txt(&buffer, Int32(buffer.count), object, 1)
        guard count > 0, count < buffer.count else { return nil }
        return String(decoding: buffer.prefix(Int(count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
