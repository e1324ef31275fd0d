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
        let value = try JSONValue(parsing: Array(answer.body))
        guard (200..<300).contains(answer.status), let data = value["data"] else {
            throw CommandError(
                .refused,
                "\(method) \(path) was answered \(answer.status) \(value["error"]?["code"]?.string ?? "without a code").",
                exitCode: .failure)
        }
        return data
    }
}
