internal import Foundation
package import Delivery
internal import Locking
package import Metrics
internal import PushModel
package import Storage
package import Timekeeping
package import WebServer

/// The HTTP interface: every route, with envelope, keys, scopes and errors.
package final class API: Sendable {
    private let time: any TimeSource
    private let log: Log
    private let gate: Gate
    private let endpoints: [Endpoint]
    private let requests: RequestMetrics
    private let state = Locked(false)

    /// Puts the routes together.
    ///
    /// - Parameters:
    ///   - storage: The database.
    ///   - acceptance: Where new messages go.
    ///   - calls: Looks after calls; by default one that nobody runs.
    ///   - time: The clock.
    ///   - log: Where faults of the server's own are told.
    ///   - requestsPerSecond: How many requests a key may make; 0 sets no limit.
    ///   - apnsHost: Where the pushes of an environment go.
    ///   - probe: Tries credentials at APNs.
    ///   - isReady: Whether the server can do its work.
    ///   - metrics: Writes what the rest of the server counts.
    package init(
        storage: SystemHandle, acceptance: MessageAcceptance, calls: CallKeeper? = nil, time: any TimeSource, log: Log,
        requestsPerSecond: Int = 0, apnsHost: @escaping @Sendable (PushEnvironment) -> String = { $0.rawValue },
        probe: CredentialProbe = .nowhere, isReady: @escaping @Sendable () async -> Bool,
        metrics: @escaping @Sendable (inout MetricsPage) async -> Void = { _ in }
    ) {
        self.time = time
        self.log = log
        let directory = KeyDirectory(storage: storage)
        let calls =
            calls
            ?? CallKeeper(storage: storage, streams: CallStreams(time: time), time: time, log: log) {}
        let requests = RequestMetrics()
        self.requests = requests
        gate = Gate(directory: directory, time: time, limiter: RateLimiter(requestsPerSecond: requestsPerSecond))
        endpoints =
            TenantRoutes.endpoints(storage, directory) + AppRoutes.endpoints + CredentialRoutes.endpoints(probe)
            + KeyRoutes.endpoints(directory)
            + SubscriberRoutes.endpoints + DeviceRoutes.endpoints
            + MessageRoutes.endpoints(acceptance) + EventRoutes.endpoints + ClientRoutes.endpoints
            + ClientSubscriberRoutes.endpoints + PreferenceRoutes.endpoints + SettingsRoutes.endpoints(directory)
            + SegmentRoutes.endpoints + ImportRoutes.endpoints
            + AttributeRoutes.endpoints(acceptance.wake)
            + ScheduleRoutes.endpoints
            + TopicRoutes.endpoints
            + CallRoutes.endpoints(calls) + ClientCallRoutes.endpoints(calls)
            + TraceRoutes.endpoints(apnsHost)
            + SystemRoutes.endpoints(
                isReady: isReady,
                metrics: {
                    var page = MetricsPage()
                    requests.write(to: &page)
                    await metrics(&page)
                    return page
                })
    }

    /// Every scope that a route asks for, in alphabetical order.
    package static var scopes: [String] {
        Set(
            Operations.all.compactMap { operation -> String? in
                switch operation.access {
                case .management(let scope), .workspace(let scope): scope
                case .client, .open: nil
                }
            }
        ).sorted()
    }

    /// Answers every further request with 503 `draining`, health checks excepted.
    package func drain() { state.withLock { $0 = true } }

    /// The routes for the web server.
    package var router: Router {
        var router = Router()
        for endpoint in endpoints {
            router.on(endpoint.method, endpoint.path) { request in
                let start = self.time.uptime
                let response = await self.answer(request, endpoint)
                let duration = self.time.uptime - start
                self.requests.answered(endpoint, response.status, after: duration)
                if self.log.isNarrated { self.narrate(endpoint, response, duration) }
                return response
            }
        }
        return router
    }

    /// The enveloped answers where no route is reached.
    package var fallback: FallbackResponses {
        var fallback = FallbackResponses()
        fallback.notFound = { request in
            self.refuse(request, APIError(.notFound, "There is no route at this path. See /openapi.yaml."))
        }
        fallback.methodNotAllowed = { request, allowed in
            self.refuse(
                request,
                APIError(.methodNotAllowed, "This path takes \(allowed.joined(separator: ", "))."))
        }
        fallback.bodyTooLarge = { request, limit in
            self.refuse(
                request, APIError(.bodyTooLarge, "The body is larger than \(limit) bytes. Send less at a time."))
        }
        fallback.badRequest = { request, reason in self.refuse(request, APIError(.malformedRequest, reason)) }
        fallback.failed = { request, error in self.refuse(request, error) }
        return fallback
    }

    private func answer(_ request: HTTPRequest, _ endpoint: Endpoint) async -> HTTPResponse {
        let hold = time.hold("api")
        defer { hold.release() }
        let now = time.now
        let requestID = Identifier(.request, at: now)
        do {
            if case .open(let handler) = endpoint.kind { return try await handler(request) }
            if state.withLock({ $0 }) {
                throw APIError(
                    .draining, "The server is stopping. Send the request again, to another one or later.",
                    headers: [("Retry-After", "5"), ("Connection", "close")])
            }
            let reply: Reply
            switch endpoint.kind {
            case .management(let scope, let handler):
                let context = try await gate.admit(request, scope: scope, now: now)
                reply = try await handler(context).adding(context.allowance)
            case .client(let handler):
                let context = try await gate.admitClient(request, now: now)
                reply = try await handler(context).adding(context.base.allowance)
            case .clientStream(let handler):
                let stream = try await handler(try await gate.admitClient(request, now: now))
                return HTTPResponse(
                    status: 200, headers: [("Request-Id", requestID.description)], body: .eventStream(stream))
            case .workspace(let scope, let handler):
                let context = try await gate.admitWorkspace(request, scope: scope, now: now)
                reply = try await handler(context).adding(context.allowance)
            case .page(let scope, let handler):
                _ = try await gate.admitWorkspace(request, scope: scope, now: now)
                return try await handler()
            case .open(let handler):
                return try await handler(request)
            }
            return AnswerEnvelope.success(reply, requestID: requestID, now: now)
        } catch {
            return refuse(request, error, requestID: requestID, now: now)
        }
    }

    /// Tells of a request by its route: the path itself may hold somebody's user id.
    private func narrate(_ endpoint: Endpoint, _ response: HTTPResponse, _ duration: Duration) {
        let id = response.headers.first { $0.0 == "Request-Id" }?.1
        log.debug(
            "Request answered", ("request", id ?? ""), ("method", endpoint.method), ("route", endpoint.path),
            ("status", String(response.status)), ("milliseconds", String(Int(duration / .milliseconds(1)))))
    }

    private func refuse(_ request: HTTPRequest, _ error: any Error) -> HTTPResponse {
        let now = time.now
        return refuse(request, error, requestID: Identifier(.request, at: now), now: now)
    }

    private func refuse(
        _ request: HTTPRequest, _ cause: any Error, requestID: Identifier, now: Date
    ) -> HTTPResponse {
        let (error, isFault) = APIError.answer(to: cause)
        if isFault {
            log.error(
                "Request failed", ("request", requestID.description), ("method", request.method),
                ("cause", "\(cause)"))
        } else {
            log.debug(
                "Request refused", ("request", requestID.description), ("method", request.method),
                ("code", error.code.name))
        }
        return AnswerEnvelope.failure(error, requestID: requestID, now: now)
    }
}
