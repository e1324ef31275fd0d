import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif
#if os(Linux)
    import ProcessLocal
#endif

extension HTTPTransport {
    /// The network of this process, by way of `URLSession`.
    package static var system: HTTPTransport {
        HTTPTransport(
            send: { call in
                let (data, response) = try await data(for: request(call))
                return HTTPReply(status: response.statusCode, headers: headers(of: response), body: data)
            },
            download: { url, folder, rule, timeout in
                let call = HTTPCall(method: "GET", url: url, headers: [], body: nil, timeout: timeout)
                return try await download(request(call), folder, rule)
            }, stream: { try stream(request($0)) })
    }

    private static func request(_ call: HTTPCall) -> URLRequest {
        var request = URLRequest(url: call.url, timeoutInterval: max(1, call.timeout / .seconds(1)))
        request.httpMethod = call.method
        request.httpBody = call.body
        request.cachePolicy = .reloadIgnoringLocalCacheData
        for header in call.headers { request.setValue(header.value, forHTTPHeaderField: header.name) }
        return request
    }

    private static func headers(of response: HTTPURLResponse) -> [String: String] {
        var headers: [String: String] = [:]
        for case (let name as String, let value as String) in response.allHeaderFields { headers[name] = value }
        return headers
    }

    #if os(Linux)
        private static func stream(_ request: URLRequest) throws -> AsyncThrowingStream<Data, any Error> {
            let network = SimulatedProcess.current.network
            guard network.isOnline else { throw URLError(.notConnectedToInternet) }
            return StreamedEvents.run(network.resolved(request))
        }

        private static func data(for request: URLRequest) async throws -> (Data, HTTPURLResponse) {
            try await SimulatedProcess.current.network.data(for: request) { try await HTTPExchange.data(for: $0) }
        }

        private static func download(
            _ request: URLRequest, _ folder: URL, _ rule: MediaRule
        ) async throws -> DownloadedFile {
            let process = SimulatedProcess.current
            guard SimulatedProcess.bound != nil else {
                guard process.network.isOnline else { throw URLError(.notConnectedToInternet) }
                return try await StreamedDownload.run(process.network.resolved(request), folder: folder, rule: rule)
            }
            // A process within a test has its answers from the test, where memory does not matter.
            let (data, response) = try await process.network.data(for: request)
            return try StreamedDownload.store(data, response, folder: folder, rule: rule)
        }
    #else
        private static func stream(_ request: URLRequest) throws -> AsyncThrowingStream<Data, any Error> {
            StreamedEvents.run(request)
        }

        private static func data(for request: URLRequest) async throws -> (Data, HTTPURLResponse) {
            try await HTTPExchange.data(for: request)
        }

        private static func download(
            _ request: URLRequest, _ folder: URL, _ rule: MediaRule
        ) async throws -> DownloadedFile {
            try await StreamedDownload.run(request, folder: folder, rule: rule)
        }
    #endif
}
