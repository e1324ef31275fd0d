import Foundation
import PushModel

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Calls a server with one key.
struct Caller: Sendable {
    let url: String
    let key: String

    struct Answer: Sendable {
        let status: Int
        let data: JSONValue
    }

    /// The answer's body as text.
    func text(_ path: String) async throws -> String {
        guard let address = URL(string: url + path) else { throw URLError(.badURL) }
        var request = URLRequest(url: address)
        request.setValue("Bearer \(key)", forHTTPHeaderField: "Authorization")
        let session = URLSession(configuration: .ephemeral)
        defer { session.finishTasksAndInvalidate() }
        return String(decoding: try await session.data(for: request).0, as: UTF8.self)
    }

    func callAsFunction(_ method: String, _ path: String, _ body: JSONValue? = nil) async throws -> Answer {
        guard let address = URL(string: url + path) else { throw URLError(.badURL) }
        var request = URLRequest(url: address)
        request.httpMethod = method
        request.setValue("Bearer \(key)", forHTTPHeaderField: "Authorization")
        request.httpBody = body.map { Data($0.encoded()) }
        let session = URLSession(configuration: .ephemeral)
        defer { session.finishTasksAndInvalidate() }
        let (data, response) = try await session.data(for: request)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        return Answer(status: status, data: (try? JSONValue(parsing: [UInt8](data)))?["data"] ?? .null)
    }
}
