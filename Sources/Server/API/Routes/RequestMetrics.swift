internal import Metrics

/// Counts requests and the time until their answers, by route; what no route takes is not counted.
struct RequestMetrics: Sendable {
    private let requests = Counter(
        "tidings_http_requests_total", "Requests answered, by route and status.",
        labels: ["method", "route", "status"])
    private let durations = Histogram(
        "tidings_http_request_duration_seconds", "Time from a request to its answer, by route.",
        labels: ["method", "route"])

    func answered(_ endpoint: Endpoint, _ status: Int, after duration: Duration) {
        requests.add(1, endpoint.method, endpoint.path, String(status))
        durations.observe(duration, endpoint.method, endpoint.path)
    }

    func write(to page: inout MetricsPage) {
        requests.write(to: &page)
        durations.write(to: &page)
    }
}
