import Foundation
import Timekeeping
import WebServer

extension ControlAPI {
    /// Open connections, scripts, waiting, and the page for the browser.
    func addDynamics(to router: inout Router) {
        add("GET", "/v1/connections", to: &router) { _ in
            ControlJSON.response(ConnectionList(connections: simulator.connections.map(ConnectionAnswer.init)))
        }
        add("POST", "/v1/connections", to: &router) { request in
            let body = try ControlJSON.read(ConnectionEventDescription.self, request)
            let count = simulator.perform(
                try body.connectionAction(), on: body.connection, environment: body.environment)
            return ControlJSON.response(Count(connections: count))
        }
        add("POST", "/v1/script", to: &router) { request in
            try ControlJSON.check(request.body)
            try simulator.script(json: Data(request.body))
            return ControlJSON.response(ControlBodies.Done(), status: 201)
        }
        add("GET", "/v1/wait", to: &router, wait)
        add("GET", "/v1/time", to: &router) { _ in ControlJSON.response(TimeAnswer(simulator)) }
        add("POST", "/v1/time", to: &router) { request in
            let body = try ControlJSON.read(TimeChange.self, request)
            guard (1...31_622_400).contains(body.advanceSeconds) else {
                throw ControlError.invalid("advanceSeconds", "advanceSeconds has to be from 1 to 31622400, a year.")
            }
            guard let time = simulator.configuration.time as? VirtualTime else {
                throw ControlError(
                    status: 400, code: "time_is_real",
                    message: "The simulator runs on the machine's clock. Start it with --virtual-time to move its own.")
            }
            await time.advance(by: .seconds(body.advanceSeconds))
            simulator.core.bell.ring()
            return ControlJSON.response(TimeAnswer(simulator))
        }
        add("GET", "/", to: &router) { _ in
            HTTPResponse(
                status: 200,
                headers: [
                    ("Content-Type", "text/html; charset=utf-8"),
                    (
                        "Content-Security-Policy",
                        "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'"
                    ),
                ],
                body: .bytes(Array(StatusPage.html.utf8)))
        }
    }

    /// Waits until enough requests in the log fit, or the time is up.
    private func wait(_ request: HTTPRequest) async throws -> HTTPResponse {
        let wanted = try Self.number("count", request, in: 1...1_000_000) ?? 1
        let after = try Self.number("after", request) ?? 0
        let seconds = try Self.number("seconds", request, in: 0...Self.longestWait) ?? 10
        let status = try Self.number("status", request, in: 0...599)
        let reason = request.queryValue("reason")
        let prefix = request.queryValue("tokenPrefix").map { "/3/device/" + $0.lowercased() }
        func matches() -> Int {
            guard status != nil || reason != nil || prefix != nil else { return max(0, simulator.requestCount - after) }
            return simulator.requests(after: after).count {
                (status == nil || $0.status == status) && (reason == nil || $0.reason == reason)
                    && (prefix.map($0.path.lowercased().hasPrefix) ?? true)
            }
        }
        let clock = SystemTime()
        let deadline = clock.uptime + .seconds(seconds)
        while true {
            let rung = simulator.core.bell.count
            let found = matches()
            let left = deadline - clock.uptime
            if found >= wanted || left <= .zero {
                return ControlJSON.response(WaitAnswer(met: found >= wanted, count: found))
            }
            await simulator.core.bell.wait(beyond: rung, upTo: left)
        }
    }

    private struct TimeChange: Decodable {
        var advanceSeconds: Int
    }

    private struct TimeAnswer: Encodable {
        var now: String
        var virtual: Bool

        init(_ simulator: APNsSimulator) {
            now = ControlJSON.text(milliseconds: simulator.core.milliseconds)
            virtual = simulator.configuration.time is VirtualTime
        }
    }

    private struct ConnectionList: Encodable {
        var connections: [ConnectionAnswer]
    }

    private struct ConnectionAnswer: Encodable {
        var id: UInt64
        var environment: APNsSimulator.Environment
        var management: Bool
        var remoteAddress: String

        init(_ connection: APNsSimulator.Connection) {
            id = connection.id
            environment = connection.environment
            management = connection.isManagement
            remoteAddress = connection.remoteAddress
        }
    }

    private struct Count: Encodable {
        var connections: Int
    }

    private struct WaitAnswer: Encodable {
        var met: Bool
        var count: Int
    }
}
