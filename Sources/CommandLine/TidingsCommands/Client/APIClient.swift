import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Calls a server's management API.
struct APIClient: Sendable {
    /// The server's root.
    let server: URL
    /// The secret key that is sent along.
    let key: String
    /// The tenant that is named along with a workspace key.
    let tenant: String?

    /// One call to make.
    struct Request: Sendable {
        /// Such as `GET`.
        var method: String
        /// From the root, such as `/v1/messages`; each part already escaped.
        var path: String
        /// What follows the question mark.
        var query: [URLQueryItem] = []
        /// Headers beside the key's.
        var headers: [String: String] = [:]
        /// The JSON to send.
        var body: Data?
    }

    /// What came back.
    struct Answer: Sendable {
        /// The HTTP status.
        let status: Int
        /// The head's fields by lowercase name.
        let headers: [String: String]
        /// The body.
        let body: Data
    }

    /// Makes the call and gives the `data` of the answer.
    ///
    /// - Throws: `CommandError` that holds the server's own sentence, its code and the request's id.
    func call<Value: Decodable>(_ request: Request, as type: Value.Type = Value.self) async throws -> Value {
        let answer = try await answer(request)
        guard (200..<300).contains(answer.status) else { throw refusal(status: answer.status, body: answer.body) }
        do {
            return try Self.decoder.decode(Envelope<Value>.self, from: answer.body).data
        } catch {
            throw noTidings(answer.status)
        }
    }

    /// Says that the answer is not of a server of ours.
    func noTidings(_ status: Int) -> CommandError {
        CommandError(
            .failed, "\(server.absoluteString) answered \(status) with something else than Tidings does. Is it one?",
            exitCode: .failure)
    }

    /// A part of a path or query from outside, escaped.
    static func escaped(_ part: String) -> String {
        part.addingPercentEncoding(withAllowedCharacters: .init(charactersIn: unreserved)) ?? ""
    }

    private static let unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~"

    private func url(of request: Request) throws(CommandError) -> URL {
        let root = server.absoluteString
        var text = (root.hasSuffix("/") ? String(root.dropLast()) : root) + request.path
        if !request.query.isEmpty {
            let pairs = request.query.map { "\(Self.escaped($0.name))=\(Self.escaped($0.value ?? ""))" }
            text += "?" + pairs.joined(separator: "&")
        }
        guard let url = URL(string: text) else {
            throw CommandError(.invalidValue, "\(quoted(text)) is not a URL. Check --server.")
        }
        return url
    }

    /// Makes the call and gives status, head and body as they came, whatever the status.
    ///
    /// - Throws: `CommandError` only when no answer came.
    func answer(_ request: Request) async throws -> Answer {
        var call = URLRequest(url: try url(of: request), timeoutInterval: 60)
        call.httpMethod = request.method
        call.httpBody = request.body
        call.setValue("Bearer \(key)", forHTTPHeaderField: "Authorization")
        if let tenant { call.setValue(tenant, forHTTPHeaderField: "Tidings-Tenant") }
        if request.body != nil { call.setValue("application/json", forHTTPHeaderField: "Content-Type") }
        for (name, value) in request.headers { call.setValue(value, forHTTPHeaderField: name) }
        do {
            let (body, response) = try await URLSession.shared.data(for: call)
            let head = response as? HTTPURLResponse
            var headers: [String: String] = [:]
            for (name, value) in head?.allHeaderFields ?? [:] {
                if let name = name as? String { headers[name.lowercased()] = "\(value)" }
            }
            return Answer(status: head?.statusCode ?? 0, headers: headers, body: body)
        } catch let error as URLError where error.code == .cancelled {
            throw CancellationError()
        } catch {
            try Task.checkCancellation()
            throw CommandError(
                .unreachable,
                "No answer from \(server.absoluteString). Check that the server runs and --server is right.",
                exitCode: .failure)
        }
    }

    func refusal(status: Int, body: Data) -> CommandError {
        guard let envelope = try? Self.decoder.decode(Refusal.self, from: body) else { return noTidings(status) }
        let details = (envelope.error.details ?? []).compactMap { detail in
            detail.message.map { "\(detail.param.map { "\($0): " } ?? "")\($0)" }
        }
        let sentences = details.isEmpty ? [envelope.error.message] : details
        return CommandError(
            .refused,
            "\(sentences.joined(separator: "; ")) (\(status) \(envelope.error.code)"
                + (envelope.metadata?.requestId.map { ", request \($0)" } ?? "") + ")",
            exitCode: status < 500 ? .mistake : .failure)
    }

    private static var decoder: JSONDecoder { JSONDecoder() }
}

private struct Envelope<Value: Decodable>: Decodable {
    let data: Value
}

private struct Refusal: Decodable {
    struct Problem: Decodable {
        let code: String
        let message: String
        let details: [Detail]?
    }
    struct Detail: Decodable {
        let param: String?
        let message: String?
    }
    struct Metadata: Decodable {
        let requestId: String?
    }
    let error: Problem
    let metadata: Metadata?
}
