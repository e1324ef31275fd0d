#if !canImport(CryptoKit)
    import COpenSSL
    import Foundation

    /// What a certificate says of itself.
    package struct CertificateFacts: Sendable, Hashable {
        /// The common name of its subject.
        package let name: String
        /// The second since 1970 from which on it is no longer valid.
        package let expires: Int

        /// Reads a certificate in DER; nil if it is none.
        package init?(der: [UInt8]) {
            ERR_clear_error()
            defer { ERR_clear_error() }
            let facts = der.withUnsafeBufferPointer { bytes -> (String, Int)? in
                var start = bytes.baseAddress
                guard let certificate = d2i_X509(nil, &start, bytes.count) else { return nil }
                defer { X509_free(certificate) }
                var buffer = [CChar](repeating: 0, count: 256)
                let count = X509_NAME_get_text_by_NID(
                    X509_get_subject_name(certificate), NID_commonName, &buffer, Int32(buffer.count))
                let name = buffer.prefix(Int(max(0, count))).map(UInt8.init(bitPattern:))
                var time = tm()
                guard ASN1_TIME_to_tm(X509_get0_notAfter(certificate), &time) == 1 else { return nil }
                return (String(decoding: name, as: UTF8.self), timegm(&time))
            }
            guard let facts else { return nil }
            (name, expires) = facts
        }
    }
#endif
