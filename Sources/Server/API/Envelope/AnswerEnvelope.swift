internal import Foundation
internal import PushModel
internal import WebServer

/// The form of every answer: `{success, data, error, metadata}`.
enum AnswerEnvelope {
    /// An answer that carries data.
    static func success(_ reply: Reply, requestID: Identifier, now: Date) -> HTTPResponse {
        var text = JSONText()
        text.append(raw: #"{"success":true,"data":"#)
        switch reply.data {
        case .value(let value): text.append(value)
        case .json(let bytes): text.append(raw: bytes)
        }
        text.append(raw: #","error":null,"#)
        return finish(&text, status: reply.status, headers: reply.headers, requestID: requestID, now: now)
    }

    /// An answer that carries an error.
    static func failure(_ error: APIError, requestID: Identifier, now: Date) -> HTTPResponse {
        var text = JSONText()
        text.append(raw: #"{"success":false,"data":null,"error":{"code":"#)
        text.append(string: error.code.name)
        text.append(raw: #","message":"#)
        text.append(string: error.message)
        text.append(raw: #","param":"#)
        if let param = error.param { text.append(string: param) } else { text.append(raw: "null") }
        text.append(raw: #","details":["#)
        for (index, detail) in error.details.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            text.append(detail.json)
        }
        text.append(raw: "]},")
        return finish(&text, status: error.code.status, headers: error.headers, requestID: requestID, now: now)
    }

    private static func finish(
        _ text: inout JSONText, status: Int, headers: [(String, String)], requestID: Identifier, now: Date
    ) -> HTTPResponse {
        text.append(raw: #""metadata":{"timestamp":""#)
        text.append(raw: Timestamp.format(now).utf8)
        text.append(raw: #"","requestId":""#)
        text.append(raw: requestID.description.utf8)
        text.append(raw: #""}}"#)
        var all = [("Content-Type", "application/json"), ("Request-Id", requestID.description)]
        all += headers
        return HTTPResponse(status: status, headers: all, body: .bytes(text.bytes))
    }
}

extension FieldError {
    /// The error as it stands in `details`.
    var json: JSONObject {
        ["param": .string(param), "code": .string(code.rawValue), "message": .string(message)]
    }
}
