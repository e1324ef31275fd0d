import HTTP2

extension APNsError {
    /// Says in terms of APNs what the connection reported.
    init(_ error: HTTP2Error) {
        let code: Code =
            switch error.code {
            case .timedOut: .timedOut
            case .untrusted: .untrusted
            case .hostNotFound, .connectFailed, .proxyRefused, .handshakeFailed, .noHTTP2: .unreachable
            case .invalidPEM, .invalidPKCS12, .keyMismatch: .invalidConfiguration
            case .closed: .refused
            default: .connectionLost
            }
        self.init(code, detail: error.description)
    }
}
