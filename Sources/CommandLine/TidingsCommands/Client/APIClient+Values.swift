import Foundation
import PushModel

extension APIClient {
    /// Makes a call whose body and answer are JSON values, and gives the answer's `data`.
    func value(
        _ method: String, _ path: String, query: [String: String] = [:], _ body: JSONValue? = nil
    ) async throws -> JSONValue {
        try await value(
            Request(method: method, path: path, query: Self.query(query), body: body.map { Data($0.encoded()) }))
    }

    /// Makes a call and gives the answer's `data` as a JSON value.
    func value(_ request: Request) async throws -> JSONValue {
        let answer = try await answer(request)
        guard (200..<300).contains(answer.status) else { throw refusal(status: answer.status, body: answer.body) }
        guard let data = try? JSONValue(parsing: Array(answer.body))["data"] else { throw noTidings(answer.status) }
        return data
    }
}
