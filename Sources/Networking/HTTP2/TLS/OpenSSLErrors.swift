import COpenSSL

/// OpenSSL's error queue of this thread: cleared before a call, emptied into text after one that failed.
enum OpenSSLErrors {
    /// Forgets errors that earlier calls left behind.
    static func clear() { ERR_clear_error() }

    /// Takes everything from the queue, newest last, joined into one line.
    static func drain() -> String {
        var reasons: [String] = []
        while true {
            let code = ERR_get_error()
            guard code != 0 else { break }
            if let text = ERR_reason_error_string(code) {
                reasons.append(String(cString: text))
            } else {
                reasons.append("error \(code)")
            }
        }
        return reasons.isEmpty ? "no reason given" : reasons.joined(separator: ", ")
    }

    /// The error for an object that OpenSSL could not make.
    static func library(_ what: String) -> HTTP2Error {
        HTTP2Error(.library, detail: "OpenSSL could not make \(what): \(drain())")
    }
}
