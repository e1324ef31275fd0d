import CEvent

/// A request as evhttp hands it over, with what evhttp lets pass although it should not.
struct ReceivedRequest {
    /// The request without path parameters.
    let request: HTTPRequest
    /// Why the request cannot be answered as it was meant, as a sentence.
    let fault: String?
    /// Whether the next request's beginning in the stream of bytes is uncertain.
    let closesConnection: Bool

    init(_ source: UnsafeMutablePointer<evhttp_request>, _ connection: OpaquePointer) {
        let (headers, areText) = HTTPHeaders.reading(evhttp_request_get_input_headers(source))
        let method = Self.method(source.pointee.type)
        let target = Self.target(source)
        let query = decodedQuery(target.query)
        let framing = Framing(method, headers)
        request = HTTPRequest(
            method: method, path: String(target.path), query: query ?? [], headers: headers, body: Self.body(source),
            remoteAddress: Self.peer(connection))
        // Mended text would make one name of two: of the subscriber in a header, or of an idempotency key.
        fault =
            framing.fault ?? (areText ? nil : "A header holds bytes that are not UTF-8.")
            ?? (query == nil ? "The query is not valid percent-encoded UTF-8." : nil)
        closesConnection = framing.closesConnection
    }

    /// Splits what stands between method and version in the first line.
    ///
    /// evhttp would take the path `//host` for a host name, so its own parts serve for absolute addresses only.
    private static func target(_ source: UnsafeMutablePointer<evhttp_request>) -> (path: Substring, query: Substring) {
        let sent = evhttp_request_get_uri(source).map { String(cString: $0) } ?? ""
        if sent.hasPrefix("/") || sent == "*" {
            let parts = sent.prefix { $0 != "#" }.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
            return (parts[0], parts.count > 1 ? parts[1] : "")
        }
        guard let uri = evhttp_request_get_evhttp_uri(source) else { return ("", "") }
        let path = evhttp_uri_get_path(uri).map { String(cString: $0) } ?? ""
        return (path.isEmpty ? "/" : path[...], evhttp_uri_get_query(uri).map { String(cString: $0)[...] } ?? "")
    }

    private static func method(_ type: evhttp_cmd_type) -> String {
        switch type {
        case EVHTTP_REQ_GET: "GET"
        case EVHTTP_REQ_POST: "POST"
        case EVHTTP_REQ_HEAD: "HEAD"
        case EVHTTP_REQ_PUT: "PUT"
        case EVHTTP_REQ_DELETE: "DELETE"
        case EVHTTP_REQ_OPTIONS: "OPTIONS"
        case EVHTTP_REQ_TRACE: "TRACE"
        case EVHTTP_REQ_CONNECT: "CONNECT"
        case EVHTTP_REQ_PATCH: "PATCH"
        default: "UNKNOWN"
        }
    }

    private static func body(_ source: UnsafeMutablePointer<evhttp_request>) -> [UInt8] {
        let buffer = evhttp_request_get_input_buffer(source)
        let count = buffer.map { evbuffer_get_length($0) } ?? 0
        guard count > 0 else { return [] }
        return [UInt8](unsafeUninitializedCapacity: count) { bytes, initialized in
            initialized = max(0, Int(evbuffer_copyout(buffer, bytes.baseAddress, count)))
        }
    }

    private static func peer(_ connection: OpaquePointer) -> String {
        var address: UnsafeMutablePointer<CChar>?
        var port: UInt16 = 0
        evhttp_connection_get_peer(connection, &address, &port)
        return address.map { String(cString: $0) } ?? ""
    }
}

/// Where a request ends, by its header.
///
/// Two readings of one header are how requests are smuggled past a proxy, so an unclear one is refused. evhttp reads no
/// body for methods other than these three; what follows such a header would be taken for the next request.
private struct Framing {
    var fault: String?
    var closesConnection = false

    init(_ method: String, _ headers: HTTPHeaders) {
        var lengths: [String] = []
        var encodings: [String] = []
        for (name, value) in headers.fields {
            if name.equalsIgnoringCase("Content-Length") {
                lengths.append(value)
            } else if name.equalsIgnoringCase("Transfer-Encoding") {
                encodings.append(value)
            } else if !name.isToken {
                // “Content-Length : 5” is a length to some readers and none to others.
                fault = "A header name holds a character that names cannot have."
            }
        }
        if !encodings.isEmpty, !lengths.isEmpty {
            fault = "The request has both Content-Length and Transfer-Encoding."
        } else if lengths.contains(where: { $0 != lengths[0] }) {
            fault = "The request has several values of Content-Length."
        } else if encodings.count > 1 || encodings.first.map({ !$0.equalsIgnoringCase("chunked") }) == true {
            fault = "The only Transfer-Encoding that is understood is chunked."
        } else if let length = lengths.first, !length.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) {
            fault = "Content-Length is not a number."
        }
        let isRead = ["POST", "PUT", "PATCH"].contains(method)
        let hasBody = !encodings.isEmpty || lengths.contains { $0 != "0" }
        closesConnection = fault != nil || (!isRead && hasBody) || method == "UNKNOWN" || method == "CONNECT"
    }
}

extension HTTPHeaders {
    /// Copies evhttp's list.
    ///
    /// - Returns: The headers, mended where they are not UTF-8, and whether all values are.
    static func reading(_ list: UnsafeMutablePointer<evkeyvalq>?) -> (headers: HTTPHeaders, areText: Bool) {
        var fields: [(name: String, value: String)] = []
        var areText = true
        var next = list?.pointee.tqh_first
        while let field = next?.pointee {
            let value = String(validatingCString: field.value)
            areText = areText && value != nil
            fields.append((name: String(cString: field.key), value: value ?? String(cString: field.value)))
            next = field.next.tqe_next
        }
        return (HTTPHeaders(fields), areText)
    }
}

extension String {
    /// Whether the text is a token in the sense of RFC 9110: letters, digits and some signs, not empty.
    var isToken: Bool { !isEmpty && utf8.allSatisfy(TokenBytes.contains) }
}

/// The bytes that a header name may have, as bits, because every name of every request is looked at.
private enum TokenBytes {
    private static let bits: (low: UInt64, high: UInt64) = {
        var bits: (low: UInt64, high: UInt64) = (0, 0)
        for byte in UInt8(0x21)...0x7E where !#"()<>@,;:\"/[]?={}"#.utf8.contains(byte) {
            if byte < 64 { bits.low |= 1 << UInt64(byte) } else { bits.high |= 1 << UInt64(byte - 64) }
        }
        return bits
    }()

    static func contains(_ byte: UInt8) -> Bool {
        byte < 128 && (byte < 64 ? bits.low : bits.high) >> UInt64(byte & 63) & 1 == 1
    }
}
