import HTTP2
import PushModel

/// What became of a call.
struct Reply: Sendable {
    private let response: HTTP2Response?
    private let failure: String

    init(_ response: HTTP2Response) {
        self.response = response
        failure = ""
    }

    init(failure: String) {
        response = nil
        self.failure = failure
    }

    /// The status with its reason, such as `400 BadTopic`; or why there is none.
    var summary: String {
        guard let response else { return failure }
        return [String(response.status), json?["reason"]?.string].compactMap { $0 }.joined(separator: " ")
    }

    /// The status; 0 without an answer.
    var status: Int { response?.status ?? 0 }

    var body: [UInt8] { response?.body ?? [] }

    /// The body as JSON; nil when it is none.
    var json: JSONValue? { try? JSONValue(parsing: body) }

    /// Whether the stream ended with a DATA frame rather than with the headers.
    var endsWithData: Bool { response?.endsWithData ?? false }

    func header(_ name: String) -> String? { response?.header(name) }

    func header(_ field: Call.Field) -> String? { header(field.rawValue) }
}
