internal import Metrics
internal import PushModel
internal import WebServer

/// Health and the document of the API, open to everybody, and metrics.
struct SystemRoutes {
    static func endpoints(
        isReady: @escaping @Sendable () async -> Bool, metrics: @escaping @Sendable () async -> MetricsPage
    ) -> [Endpoint] {
        [
            .open("GET", "/healthz") { _ in .json(Array(#"{"status":"ok"}"#.utf8)) },
            .open("GET", "/readyz") { _ in
                await isReady()
                    ? .json(Array(#"{"status":"ready"}"#.utf8))
                    : .json(Array(#"{"status":"not_ready"}"#.utf8), status: 503)
            },
            .open("GET", "/openapi.yaml") { _ in
                HTTPResponse(
                    status: 200, headers: [("Content-Type", "application/yaml; charset=utf-8")],
                    body: .bytes(Array(OpenAPIDocument.yaml.utf8)))
            },
            .open("GET", "/llms.txt") { _ in
                HTTPResponse(
                    status: 200, headers: [("Content-Type", "text/plain; charset=utf-8")],
                    body: .bytes(Array(LLMsText.text.utf8)))
            },
            .open("GET", "/openapi.json") { _ in .json(Array(OpenAPIDocument.json.utf8)) },
            Endpoint(
                method: "GET", path: "/metrics",
                kind: .page(scope: "metrics:read") {
                    HTTPResponse(
                        status: 200, headers: [("Content-Type", MetricsPage.contentType)],
                        body: .bytes(Array(await metrics().text.utf8)))
                }),
        ]
    }
}
