import EventLoop
import HTTP2
import Timekeeping

/// One of the HTTP/2 ports: turns requests into verdicts, performs scripted faults, and steers the connections.
final class PushPort: Sendable {
    private let environment: APNsSimulator.Environment
    private let isManagement: Bool
    private let core: SimulatorCore
    /// How long a connection lasts after too many rejections, so that GOAWAY and the last answers get through.
    private static let farewell = Duration.seconds(1)

    /// The state of one connection.
    private final class Connection: @unchecked Sendable {
        // Unchecked: the properties are only touched on the event loop of their connection.
        var state: ConnectionState
        /// Whether requests that came together with one too many rejections are turned away.
        var refusesRest = false
        /// The highest stream that was answered.
        var lastAnswered: Int32 = 0
        /// When the last request came; kept where idle connections are ended.
        var lastUse = Duration.zero
        /// What ends the connection when it is idle.
        var idleWatch: Task<Void, Never>?
        /// Requests whose scripted delay runs.
        var delayed: [Task<Void, Never>] = []
        /// The fields of the answer that is being given, on memory that is used again.
        var answer = HeaderBlock()

        init(_ state: ConnectionState) { self.state = state }
    }

    init(_ environment: APNsSimulator.Environment, isManagement: Bool = false, core: SimulatorCore) {
        self.environment = environment
        self.isManagement = isManagement
        self.core = core
    }

    /// What the HTTP/2 server calls.
    var handler: HTTP2Server.Handler {
        HTTP2Server.Handler(
            request: { [self] in receive($0, $1) },
            connectionOpened: { [self] in opened($0) },
            connectionClosed: { [self] in
                guard let connection = connection(of: $0) else { return }
                connection.idleWatch?.cancel()
                for task in connection.delayed { task.cancel() }
            })
    }

    private func opened(_ wire: HTTP2ServerConnection) {
        let certificate = wire.peerCertificate.map(PushCertificate.init)
        let connection = Connection(ConnectionState(streams: core.configuration.streams, certificate: certificate))
        wire.handlerState = connection
        if let timeout = core.configuration.idleTimeout { watch(connection, wire, timeout) }
        if certificate != nil { wire.setMaxConcurrentStreams(UInt32(clamping: connection.state.streamLimit)) }
    }

    private func watch(_ connection: Connection, _ wire: HTTP2ServerConnection, _ timeout: Duration) {
        let time = core.configuration.time
        connection.lastUse = time.uptime
        let start = connection.lastUse
        connection.idleWatch = Task {
            var due = start + timeout
            while (try? await time.sleep(until: due)) != nil {
                due = await withCheckedContinuation { done in
                    wire.loop.execute { done.resume(returning: connection.lastUse + timeout) }
                }
                guard due <= time.uptime else { continue }
                wire.closeWhenAnswered(debugData: APNsSimulator.Refusal(.idleTimeout).body)
                return
            }
        }
    }

    private func connection(of wire: HTTP2ServerConnection) -> Connection? {
        // Set once, when the connection opened.
        wire.handlerState.map { unsafeDowncast($0, to: Connection.self) }
    }

    private func receive(_ request: HTTP2Request, _ responder: HTTP2Responder) {
        guard let connection = connection(of: responder.connection) else { return }
        if connection.idleWatch != nil { connection.lastUse = core.configuration.time.uptime }
        guard !connection.refusesRest else {
            responder.reset(.refusedStream)
            return
        }
        let fields = PushFields(request)
        guard let fault = core.fault(for: fields, environment, service(of: fields)) else {
            answer(fields, connection, responder)
            return
        }
        perform(fault, fields, connection, responder)
    }

    private func service(of fields: PushFields) -> APNsSimulator.Fault.Service {
        isManagement ? .channels : fields.isForBroadcast ? .broadcasts : .devices
    }

    private func answer(_ fields: PushFields, _ connection: Connection, _ responder: HTTP2Responder) {
        guard service(of: fields) == .devices else {
            let answer = core.answerChannel(fields, isManagement: isManagement, environment, &connection.state)
            send(answer, fields, connection, responder)
            return
        }
        let verdict = core.check(fields, environment, &connection.state)
        send(verdict, fields, connection, responder)
    }

    private func send(
        _ answer: ChannelAnswer, _ fields: PushFields, _ connection: Connection, _ responder: HTTP2Responder
    ) {
        connection.lastAnswered = max(connection.lastAnswered, responder.streamID)
        responder.respond(answer.response)
        follow(
            answer.refusal.map { connection.state.rejected($0) } ?? connection.state.accepted(), connection,
            responder.connection)
        let verdict = Verdict(
            answerID: AnswerID(answer.requestID), milliseconds: answer.milliseconds, refusal: answer.refusal)
        note(verdict, fields, responder.connection, status: answer.status)
    }

    private func send(
        _ verdict: Verdict, _ fields: PushFields, _ connection: Connection, _ responder: HTTP2Responder
    ) {
        connection.lastAnswered = max(connection.lastAnswered, responder.streamID)
        if let refusal = verdict.refusal {
            let headers = [HTTP2Header("apns-id", verdict.id), HTTP2Header("content-type", "application/json")]
            responder.respond(HTTP2Response(status: refusal.status, headers: headers, body: refusal.body))
            follow(connection.state.rejected(refusal), connection, responder.connection)
        } else {
            connection.answer.removeAll()
            connection.answer.add(":status", "200")
            // Ids never come again: kept out of the compression table, they cost both sides less.
            if let id = verdict.answerID { connection.answer.add("apns-id", id) }
            if environment == .sandbox { connection.answer.add("apns-unique-id", .random()) }
            responder.respond(connection.answer)
            follow(connection.state.accepted(), connection, responder.connection)
        }
        note(verdict, fields, responder.connection)
    }

    /// Takes the streams of a connection to a number that the next accepted request lifts again.
    static func limitStreams(of wire: HTTP2ServerConnection, to count: Int) {
        wire.loop.execute {
            guard let connection = wire.handlerState as? Connection else { return }
            connection.state.limitStreams(to: count)
            wire.setMaxConcurrentStreams(UInt32(clamping: count))
        }
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
        _ verdict: Verdict, _ fields: PushFields, _ connection: HTTP2ServerConnection, isAnswered: Bool = true,
        status: Int? = nil
    ) {
        core.log.append(
            RequestLog.Entry(
                request: verdict.kept ?? KeptRequest(fields, id: verdict.answerID), receivedAt: verdict.milliseconds,
                environment: environment, connection: connection.id,
                status: isAnswered ? status ?? verdict.status : 0, reason: isAnswered ? verdict.refusal?.reason : nil))
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
            if fault.delivers { _ = process(fields, connection) }
            answer(refusal, fields, connection, responder)
        case .delay(let duration):
            let time = core.configuration.time
            connection.delayed.append(
                Task { [self] in
                    guard (try? await time.sleep(for: duration)) != nil else { return }
                    responder.connection.loop.execute {
                        // A stream that was reset or fell to a GOAWAY meanwhile was never looked at.
                        if responder.isOpen { self.answer(fields, connection, responder) }
                    }
                })
        case .neverAnswer:
            leaveUnanswered(fault, fields, connection, responder)
        case .refuseStream:
            leaveUnanswered(fault, fields, connection, responder)
            responder.reset(.refusedStream)
        case .goAway(let reason, let unprocessed):
            let debugData = reason.map { APNsSimulator.Refusal($0).body } ?? []
            if fault.delivers {
                answer(fields, connection, responder)
                responder.connection.goAway(lastStreamID: responder.streamID, debugData: debugData)
            } else {
                leaveUnanswered(fault, fields, connection, responder)
                // What was answered was processed, and cannot be taken back.
                let last = max(connection.lastAnswered, responder.streamID - 2 * Int32(clamping: unprocessed))
                responder.connection.goAway(lastStreamID: last, debugData: debugData)
            }
        case .limitStreams(let count):
            leaveUnanswered(fault, fields, connection, responder)
            responder.reset(.refusedStream)
            Self.limitStreams(of: responder.connection, to: count)
        case .close:
            leaveUnanswered(fault, fields, connection, responder)
            responder.connection.closeAbruptly()
        case .closeTLS:
            leaveUnanswered(fault, fields, connection, responder)
            responder.connection.closeWithoutGoAway()
        case .halfOpen:
            leaveUnanswered(fault, fields, connection, responder)
            responder.connection.freeze()
        }
    }

    private func leaveUnanswered(
        _ fault: APNsSimulator.Fault, _ fields: PushFields, _ connection: Connection, _ responder: HTTP2Responder
    ) {
        let verdict =
            fault.delivers
            ? process(fields, connection)
            : Verdict(
                answerID: fields.sentID ?? fields.requestID.flatMap { AnswerID($0) }, milliseconds: core.milliseconds)
        note(verdict, fields, responder.connection, isAnswered: false)
    }

    /// Has done what the request asks for, whatever is answered.
    private func process(_ fields: PushFields, _ connection: Connection) -> Verdict {
        guard service(of: fields) != .devices else { return core.check(fields, environment, &connection.state) }
        let answer = core.answerChannel(fields, isManagement: isManagement, environment, &connection.state)
        return Verdict(answerID: AnswerID(answer.requestID), milliseconds: answer.milliseconds, refusal: answer.refusal)
    }

    private func answer(
        _ refusal: APNsSimulator.Refusal, _ fields: PushFields, _ connection: Connection, _ responder: HTTP2Responder
    ) {
        let milliseconds = core.milliseconds
        if service(of: fields) == .devices {
            let verdict = Verdict(answerID: fields.sentID ?? .random(), milliseconds: milliseconds, refusal: refusal)
            send(verdict, fields, connection, responder)
        } else {
            let id = fields.requestID.flatMap { AnswerID($0) } ?? .random()
            var answer = ChannelAnswer(status: refusal.status, requestID: id.text, milliseconds: milliseconds)
            answer.refusal = refusal
            answer.body = refusal.body
            send(answer, fields, connection, responder)
        }
    }
}

extension HeaderBlock {
    /// Adds an id, which never comes again.
    fileprivate mutating func add(_ name: StaticString, _ id: AnswerID) {
        add(name, capacity: AnswerID.byteCount, isIndexed: false) { id.write(into: $0) }
    }
}
