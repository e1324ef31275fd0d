import Foundation
import WebServer

/// The routes of the control API; each is a few lines over the public interface of the simulator.
struct ControlAPI: Sendable {
    /// The longest time that a request for pushes is kept waiting, in seconds.
    static let longestWait = 50

    let simulator: APNsSimulator

    /// All routes.
    var router: Router {
        var router = Router()
        add("GET", "/v1/health", to: &router) { _ in
            ControlJSON.response(
                ControlBodies.Health(requests: simulator.requestCount, devices: simulator.core.devices.devices.count))
        }
        addKeys(to: &router)
        addDevices(to: &router)
        addFaults(to: &router)
        addChannels(to: &router)
        addDynamics(to: &router)
        add("GET", "/v1/requests", to: &router) { request in
            let after = try Self.number("after", request) ?? 0
            let limit = try Self.number("limit", request, in: 1...10_000) ?? 1000
            let found = simulator.requests(after: after, limit: limit)
            return ControlJSON.response(
                ControlBodies.Requests(
                    requests: found.map(ControlBodies.Request.init), next: found.last?.sequence ?? after))
        }
        return router
    }

    /// What the web server answers where no route does.
    static var fallback: FallbackResponses {
        var fallback = FallbackResponses()
        fallback.notFound = { request in
            ControlError.notFound("not_found", "There is nothing at \(request.path).").response
        }
        fallback.methodNotAllowed = { request, allowed in
            ControlError(
                status: 405, code: "method_not_allowed",
                message: "\(request.path) takes \(allowed.joined(separator: ", "))."
            ).response
        }
        fallback.bodyTooLarge = { _, limit in
            ControlError(
                status: 413, code: "body_too_large", message: "The body is longer than \(limit) bytes."
            ).response
        }
        fallback.badRequest = { _, reason in
            ControlError(status: 400, code: "bad_request", message: reason).response
        }
        fallback.failed = { _, error in ControlError(error).response }
        return fallback
    }

    /// Adds a route whose errors go out in the envelope.
    func add(
        _ method: String, _ pattern: String, to router: inout Router,
        _ handler: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) {
        router.on(method, pattern) { request in
            do { return try await handler(request) } catch { return ControlError(error).response }
        }
    }

    /// A whole number in the query.
    static func number(
        _ name: String, _ request: HTTPRequest, in range: ClosedRange<Int> = 0...Int.max
    ) throws -> Int? {
        guard let text = request.queryValue(name) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            let limit = range.upperBound == .max ? "or more" : "to \(range.upperBound)"
            throw ControlError.invalid(name, "\(name) has to be a whole number, \(range.lowerBound) \(limit).")
        }
        return number
    }

    /// A part of the path.
    static func part(_ name: String, _ request: HTTPRequest) -> String { request.pathParameters[name] ?? "" }
}
