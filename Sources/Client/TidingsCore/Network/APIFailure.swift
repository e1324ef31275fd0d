/// Why a call to the server did not succeed.
package enum APIFailure: Error, Sendable, Equatable {
    /// No answer came, or one that is not from the server.
    case unreachable(String)
    /// The server asks to come later; nothing is wrong with the request.
    case temporary(status: Int, retryAfter: Duration?)
    /// The answer sends the request to another address, where its keys have no business.
    case redirected(status: Int)
    /// The server will never accept this request: status and its stable error code.
    case rejected(status: Int, code: String)

    /// Whether the same request may succeed later without any change.
    package var isTemporary: Bool {
        if case .rejected = self { return false }
        return true
    }

    /// Whether the server says that it does not know this device.
    package var isUnknownDevice: Bool {
        if case .rejected(404, _) = self { return true }
        return false
    }

    /// Whether what was sent will never be taken, whoever sends it.
    package var isRefusalOfContent: Bool {
        switch self {
        case .rejected(401, _), .rejected(403, _): false
        // Another 404 is about the device.
        case .rejected(404, let code): code != "not_found"
        case .rejected: true
        default: false
        }
    }

    /// A few words for a log line.
    package var summary: String {
        switch self {
        case .unreachable(let reason): "no answer: \(reason)"
        case .temporary(let status, _): "status \(status)"
        case .redirected(let status): "redirect_refused, status \(status)"
        case .rejected(let status, let code): "status \(status), \(code)"
        }
    }
}
