import EventLoop
import HTTP2
import Timekeeping

/// One of the two HTTP/2 ports: turns requests into verdicts, performs scripted faults, and steers the connections.
final class PushPort: Sendable {
    private let environment: APNsSimulator.Environment
    private let core: SimulatorCore
    /// How long a connection lasts after too many rejections, so that GOAWAY and the last answers get through.
    private static let farewell = Duration.seconds(1)

    /// The state of one connection.
    private final class Connection: @unchecked Sendable {
        // Unchecked: the properties are only touched on the event loop of their connection.
        var state: ConnectionState
        /// Whether requests that came together with one too many rejections are turned away.
        var refusesRest = false
        /// Requests whose scripted delay runs.
        var delayed: [Task<Void, Never>] = []

        init(_ streams: APNsSimulator.StreamRules) { state = ConnectionState(streams: streams) }
    }

    init(_ environment: APNsSimulator.Environment, core: SimulatorCore) {
        self.environment = environment
        self.core = core
    }

    /// What the HTTP/2 server calls.
    var handler: HTTP2Server.Handler {
        HTTP2Server.Handler(
            request: { [self] in receive($0, $1) },
            connectionOpened: { [self] in $0.handlerState = Connection(core.configuration.streams) },
            connectionClosed: { [self] in connection(of: $0)?.delayed.forEach { $0.cancel() } })
    }

    private func connection(of wire: HTTP2ServerConnection) -> Connection? {
        // Set once, when the connection opened.
        wire.handlerState.map { unsafeDowncast($0, to: Connection.self) }
    }

    private func receive(_ request: HTTP2Request, _ responder: HTTP2Responder) {
        guard let connection = connection(of: responder.connection) else { return }
        guard !connection.refusesRest else {
            responder.reset(.refusedStream)
            return
        }
        let fields = PushFields(
            method: request.method, path: request.path, headers: request.headers, body: request.body)
        guard let fault = core.fault(for: request.path, environment) else {
            answer(fields, connection, responder)
            return
        }
        perform(fault, fields, connection, responder)
    }

    private func answer(_ fields: PushFields, _ connection: Connection, _ responder: HTTP2Responder) {
        let verdict = core.check(fields, environment, &connection.state)
        send(verdict, fields, connection, responder)
    }

    private func send(
        _ verdict: Verdict, _ fields: PushFields, _ connection: Connection, _ responder: HTTP2Responder
    ) {
        var headers = [HTTP2Header("apns-id", verdict.id)]
        if let refusal = verdict.refusal {
            headers.append(HTTP2Header("content-type", "application/json"))
            responder.respond(HTTP2Response(status: refusal.status, headers: headers, body: refusal.body))
            follow(connection.state.rejected(refusal), connection, responder.connection)
        } else {
            if environment == .sandbox { headers.append(HTTP2Header("apns-unique-id", CanonicalUUID.random())) }
            responder.respond(HTTP2Response(status: 200, headers: headers))
            follow(connection.state.accepted(), connection, responder.connection)
        }
        note(verdict, fields, responder.connection)
    }

    private func follow(_ step: ConnectionState.Step, _ connection: Connection, _ wire: HTTP2ServerConnection) {
        switch step {
        case .carryOn: break
        case .limitStreams(let count):
            wire.setMaxConcurrentStreams(UInt32(clamping: count))
            guard count == 1 else { return }
            // Those that stand in the same read were sent before the client could know of the limit.
            connection.refusesRest = true
            wire.loop.execute { connection.refusesRest = false }
        case .disconnect:
            wire.goAway(code: .enhanceYourCalm)
            wire.loop.schedule(after: Self.farewell) { wire.closeNow() }
        }
    }

    /// Puts the request into the log; an unanswered one with status 0.
    private func note(
        _ verdict: Verdict, _ fields: PushFields, _ connection: HTTP2ServerConnection, isAnswered: Bool = true
    ) {
        core.log.append(
            RequestLog.Entry(
                receivedAt: verdict.milliseconds, environment: environment, connection: connection.id, fields: fields,
                status: isAnswered ? verdict.status : 0, reason: isAnswered ? verdict.refusal?.reason : nil,
                id: verdict.id))
        core.bell.ring()
    }
}

// MARK: - Faults

extension PushPort {
    private func perform(
        _ fault: APNsSimulator.Fault, _ fields: PushFields, _ connection: Connection, _ responder: HTTP2Responder
    ) {
        switch fault.action {
        case .answer(let refusal):
            let id = fields.apnsID.flatMap { CanonicalUUID.accepts($0) ? $0 : nil } ?? CanonicalUUID.random()
            if fault.delivers { _ = core.check(fields, environment, &connection.state) }
            send(Verdict(id: id, milliseconds: core.milliseconds, refusal: refusal), fields, connection, responder)
        case .delay(let duration):
            let time = core.configuration.time
            connection.delayed.append(
                Task { [self] in
                    guard (try? await time.sleep(for: duration)) != nil else { return }
                    responder.connection.loop.execute { self.answer(fields, connection, responder) }
                })
        case .neverAnswer:
            leaveUnanswered(fault, fields, connection, responder)
        case .refuseStream:
            leaveUnanswered(fault, fields, connection, responder)
            responder.reset(.refusedStream)
        case .goAway(let reason):
            let debugData = reason.map { APNsSimulator.Refusal($0).body } ?? []
            if fault.delivers {
                answer(fields, connection, responder)
                responder.connection.goAway(lastStreamID: responder.streamID, debugData: debugData)
            } else {
                leaveUnanswered(fault, fields, connection, responder)
                responder.connection.goAway(lastStreamID: max(0, responder.streamID - 2), debugData: debugData)
            }
        case .close:
            leaveUnanswered(fault, fields, connection, responder)
            responder.connection.closeAbruptly()
        }
    }

    private func leaveUnanswered(
        _ fault: APNsSimulator.Fault, _ fields: PushFields, _ connection: Connection, _ responder: HTTP2Responder
    ) {
        let verdict =
            fault.delivers
            ? core.check(fields, environment, &connection.state)
            : Verdict(id: fields.apnsID ?? "", milliseconds: core.milliseconds)
        note(verdict, fields, responder.connection, isAnswered: false)
    }
}
