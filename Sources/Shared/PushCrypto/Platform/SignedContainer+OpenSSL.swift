#if !canImport(CryptoKit)
    import COpenSSL

    /// Content with the signature of somebody around it: CMS SignedData, as provisioning profiles are kept.
    package struct SignedContainer: Sendable, Hashable {
        /// What was signed.
        package let content: [UInt8]
        /// Whether the signature belongs to the content and to a certificate in the container.
        ///
        /// Whether anybody should trust that certificate is not said.
        package let isIntact: Bool

        /// The `CMS_NO_SIGNER_CERT_VERIFY` of OpenSSL, a macro that Swift sees as another type.
        private static let withoutTrust: UInt32 = 0x20

        /// Opens a container in DER.
        ///
        /// - Throws: `invalid_container` for what is no CMS SignedData with its content inside.
        package init(der: [UInt8]) throws(CryptoError) {
            ERR_clear_error()
            defer { ERR_clear_error() }
            let fault = CryptoError(
                .invalidContainer, "The bytes are no signed container (CMS SignedData with its content inside).")
            let opened = der.withUnsafeBytes { bytes -> (content: [UInt8], isIntact: Bool)? in
                guard let source = BIO_new_mem_buf(bytes.baseAddress, Int32(clamping: bytes.count)) else { return nil }
                defer { BIO_free(source) }
                guard let container = d2i_CMS_bio(source, nil) else { return nil }
                defer { CMS_ContentInfo_free(container) }
                guard OBJ_obj2nid(CMS_get0_type(container)) == NID_pkcs7_signed,
                    let place = CMS_get0_content(container), let text = place.pointee
                else { return nil }
                let content = Array(
                    UnsafeBufferPointer(start: ASN1_STRING_get0_data(text), count: Int(ASN1_STRING_length(text))))
                return (content, CMS_verify(container, nil, nil, nil, nil, Self.withoutTrust) == 1)
            }
            guard let opened else { throw fault }
            content = opened.content
            isIntact = opened.isIntact
        }
    }

    extension CryptoError.Code {
        /// The bytes are no signed container.
        package static let invalidContainer = Self(rawValue: "invalid_container")
    }
#endif
