import COpenSSL

/// Reading and writing PEM through OpenSSL's memory streams.
enum PEM {
    /// A memory stream that is freed when the value ends.
    struct Stream: ~Copyable {
        let bio: OpaquePointer

        /// Makes an empty stream to write to.
        init() throws(HTTP2Error) {
            guard let bio = BIO_new(BIO_s_mem()) else { throw OpenSSLErrors.library("a memory stream") }
            self.bio = bio
        }

        /// Makes a stream that reads a copy of `text`.
        static func reading(_ text: String) throws(HTTP2Error) -> Stream {
            let stream = try Stream()
            var text = text
            let isWritten = text.withUTF8 { BIO_write(stream.bio, $0.baseAddress, Int32($0.count)) == Int32($0.count) }
            guard isWritten else { throw OpenSSLErrors.library("a memory stream") }
            return stream
        }

        deinit { BIO_free_all(bio) }

        /// What was written so far.
        borrowing func text() -> String {
            var start: UnsafeMutablePointer<CChar>?
            let count = BIO_ctrl(bio, BIO_CTRL_INFO, 0, &start)
            guard let start, count > 0 else { return "" }
            return start.withMemoryRebound(to: UInt8.self, capacity: count) {
                String(decoding: UnsafeBufferPointer(start: $0, count: count), as: UTF8.self)
            }
        }
    }

    /// All certificates in `text`, each owned by the caller through the closure only.
    static func withCertificates(
        in text: String, source: String, _ body: (OpaquePointer) throws(HTTP2Error) -> Void
    ) throws(HTTP2Error) {
        OpenSSLErrors.clear()
        let stream = try Stream.reading(text)
        var count = 0
        while let certificate = PEM_read_bio_X509(stream.bio, nil, nil, nil) {
            defer { X509_free(certificate) }
            count += 1
            try body(certificate)
        }
        // The end of the text leaves "no start line" in the queue.
        OpenSSLErrors.clear()
        guard count > 0 else { throw HTTP2Error(.invalidPEM, detail: "\(source) (no certificate in it)") }
    }
}
