import Foundation
import PushModel

extension APIClient {
    /// Makes a call whose body and answer are JSON values, and gives the answer's `data`.
    func value(
        _ method: String, _ path: String, query: [String: String] = [:], _ body: JSONValue? = nil
    ) async throws -> JSONValue {
        var request = Request(method: method, path: path, body: body.map { Data($0.encoded()) })
        request.query = query.map { URLQueryItem(name: $0.key, value: $0.value) }
        let answer = try await answer(request)
        guard (200..<300).contains(answer.status) else { throw refusal(status: answer.status, body: answer.body) }
        guard let data = try? JSONValue(parsing: Array(answer.body))["data"] else { throw noTidings(answer.status) }
        return data
    }
}
