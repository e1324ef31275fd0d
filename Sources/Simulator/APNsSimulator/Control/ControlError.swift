import Foundation
import PushModel
import WebServer

/// An error of the control API; goes out as `{"error":{"code":…,"message":…,"param":…}}`.
struct ControlError: Error, Sendable {
    var status: Int
    var code: String
    var message: String
    /// The field or path parameter at fault.
    var param: String?

    private struct Envelope: Encodable {
        struct Content: Encodable {
            var code: String
            var message: String
            var param: String?
        }
        var error: Content
    }

    var response: HTTPResponse {
        let envelope = Envelope(error: Envelope.Content(code: code, message: message, param: param))
        return ControlJSON.response(envelope, status: status)
    }

    static func invalid(_ param: String, _ message: String) -> ControlError {
        ControlError(status: 400, code: "validation_failed", message: message, param: param)
    }

    static func limitReached(_ message: String) -> ControlError {
        ControlError(status: 400, code: "limit_reached", message: message)
    }

    static func notFound(_ code: String, _ message: String, param: String? = nil) -> ControlError {
        ControlError(status: 404, code: code, message: message, param: param)
    }

    /// What an error thrown by a handler becomes.
    init(_ error: any Error) {
        switch error {
        case let error as ControlError: self = error
        case let error as SimulatorError:
            guard error.code != .limitReached else {
                self = .limitReached(error.description)
                return
            }
            let isUnknown = [.unknownDevice, .unknownToken, .unknownChannel].contains(error.code)
            self.init(
                status: isUnknown ? 404 : 400, code: isUnknown ? error.code.description : "validation_failed",
                message: error.description)
        case let error as DecodingError: self.init(error)
        default:
            self.init(status: 500, code: "internal_error", message: "The simulator failed to answer. This is a bug.")
        }
    }

    init(status: Int, code: String, message: String, param: String? = nil) {
        self.status = status
        self.code = code
        self.message = message
        self.param = param
    }

    private init(_ error: DecodingError) {
        switch error {
        case .keyNotFound(let key, let context):
            self = .invalid(Self.path(context, key), "\(Self.path(context, key)) is missing.")
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            self = .invalid(Self.path(context), "\(Self.path(context)) has the wrong type.")
        case .dataCorrupted(let context) where !context.codingPath.isEmpty:
            self = .invalid(Self.path(context), "\(Self.path(context)) has a value that is not known.")
        default:
            self.init(status: 400, code: "invalid_json", message: "The body is no valid JSON object in UTF-8.")
        }
    }

    private static func path(_ context: DecodingError.Context, _ key: (any CodingKey)? = nil) -> String {
        let keys = context.codingPath + [key].compactMap { $0 }
        return keys.isEmpty ? "body" : keys.map(\.stringValue).joined(separator: ".")
    }
}

/// JSON in and out of the control API.
enum ControlJSON {
    static func response(_ value: some Encodable, status: Int = 200) -> HTTPResponse {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Encoding cannot fail: the bodies hold texts, whole numbers and flags only.
        let bytes = (try? encoder.encode(value)).map(Array.init) ?? Array("{}".utf8)
        return .json(bytes, status: status)
    }

    /// Reads a body; an empty one counts as `{}`.
    static func read<Body: Decodable>(_ type: Body.Type, _ request: HTTPRequest) throws -> Body {
        let bytes = request.body.isEmpty ? Array("{}".utf8) : request.body
        try check(bytes)
        do {
            return try JSONDecoder().decode(type, from: Data(bytes))
        } catch DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty {
            // It is JSON: what is left are numbers that no field can hold, of which Foundation does not say where they stand.
            throw ControlError.invalid("body", "A number in the body is out of range.")
        }
    }

    /// Checks that bytes are JSON in UTF-8 of moderate depth; Foundation takes more than that.
    static func check(_ bytes: [UInt8]) throws(ControlError) {
        do {
            try JSONScanner.validate(bytes)
        } catch {
            throw ControlError(
                status: 400, code: "invalid_json", message: "The body is no valid JSON object in UTF-8.")
        }
    }

    /// A time as RFC 3339 with milliseconds in UTC.
    static func text(milliseconds: Int64) -> String {
        Date(timeIntervalSince1970: Double(milliseconds) / 1000)
            .formatted(.iso8601.year().month().day().time(includingFractionalSeconds: true))
            + "Z"
    }
}
