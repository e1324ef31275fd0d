/// A request that a server received completely.
///
/// Its parts stay where they came in, and become texts only for those who ask.
package struct HTTP2Request: Sendable {
    /// A header field, as pieces of `bytes`.
    package struct Field: Sendable {
        /// The name in lower case.
        package let name: ByteSpan
        /// The value.
        package let value: ByteSpan
    }

    /// What the pieces are of; never written to any more.
    package let bytes: MessageBytes
    /// The fields in the order sent, repeated ones included, pseudo-headers left out.
    package let fields: [Field]
    /// Where the method is.
    package let methodSpan: ByteSpan
    /// Where the path is.
    package let pathSpan: ByteSpan
    let authoritySpan: ByteSpan
    /// Where the body is.
    package let bodySpan: ByteSpan
    /// True when the body went past `HTTP2Limits.bodyByteLimit`: it was handed over early and the rest is thrown away.
    package let isBodyCut: Bool
    /// The connection, unique within the process.
    package let connectionID: UInt64
    /// The stream on that connection.
    package let streamID: Int32

    /// The method, such as `POST`.
    package var method: String { bytes.text(methodSpan) }

    /// The path with its query, as sent.
    package var path: String { bytes.text(pathSpan) }

    /// The value of `:authority`, or of `host`; empty when the client sent neither.
    package var authority: String { authoritySpan.count > 0 ? bytes.text(authoritySpan) : header("host") ?? "" }

    /// The fields in the order sent, repeated ones included, pseudo-headers left out.
    package var headers: [HTTP2Header] { fields.map { HTTP2Header(bytes.text($0.name), bytes.text($0.value)) } }

    /// The body; cut to the limit when `isBodyCut`.
    package var body: [UInt8] { bytes.withBytes(bodySpan) { Array($0) } }

    /// The value of the first field with this lower-case name.
    package func header(_ name: String) -> String? {
        fields.first { bytes.text($0.name) == name }.map { bytes.text($0.value) }
    }
}
