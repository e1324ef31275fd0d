#if !canImport(CryptoKit)
    import COpenSSL

    /// How this module calls OpenSSL.
    enum OpenSSL {
        /// Runs calls with a clean error queue, and turns a failure into an error with OpenSSL's own reason.
        static func call(_ what: StaticString, _ body: () -> Bool) throws(CryptoError) {
            ERR_clear_error()
            guard !body() else { return }
            throw failure(what)
        }

        /// As ``call(_:_:)``, for a call that gives an object.
        static func make(_ what: StaticString, _ body: () -> OpaquePointer?) throws(CryptoError) -> OpaquePointer {
            ERR_clear_error()
            guard let object = body() else { throw failure(what) }
            return object
        }

        /// A parameter's name that lives as long as the program: OpenSSL keeps the pointer, a Swift string lends it for a call.
        static func name(_ text: StaticString) -> UnsafePointer<CChar> {
            UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
        }

        /// Drains the error queue of this thread into one error.
        private static func failure(_ what: StaticString) -> CryptoError {
            let code = ERR_get_error()
            let reason = ERR_reason_error_string(code).map { String(cString: $0) } ?? "no reason given"
            ERR_clear_error()
            return CryptoError(.libraryFailure, "OpenSSL failed in \(what): \(reason).")
        }
    }
#endif
