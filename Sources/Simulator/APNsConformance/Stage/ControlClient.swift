import Foundation
#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif
import PushModel

/// Calls of the control API.
struct ControlClient: Sendable {
    let base: URL

    /// Makes a call and answers its JSON.
    ///
    /// - Throws: `ConformanceError` when the control API cannot be reached or refuses.
    @discardableResult
    func call(_ method: String, _ path: String, _ body: JSONValue? = nil) async throws -> JSONValue {
        guard let url = URL(string: path, relativeTo: base) else {
            throw ConformanceError("\(path) is no path of the control API.")
        }
        var request = URLRequest(url: url, timeoutInterval: 20)
        request.httpMethod = method
        request.httpBody = body.map { Data($0.encoded()) }
        let data: Data
        let response: URLResponse
        do {
            (data, response) = try await URLSession.shared.data(for: request)
        } catch {
            throw ConformanceError("The control API does not answer. Is this the controlURL of a simulated APNs?")
        }
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        let json = try? JSONValue(parsing: Array(data))
        guard (200..<300).contains(status), let json else {
            let code = json?["error"]?["code"]?.string ?? ""
            // Tokens stand in paths: only their beginning is shown.
            let shown = path.split(separator: "/").prefix(2).joined(separator: "/")
            throw ConformanceError("The control API answered \(method) /\(shown)… with \(status) \(code).")
        }
        return json
    }
}

/// Why a rule could not be examined.
package struct ConformanceError: Error, CustomStringConvertible {
    /// What failed, and what to do.
    package let description: String

    init(_ description: String) { self.description = description }
}
