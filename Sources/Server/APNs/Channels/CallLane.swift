import EventLoop
import HTTP2
import Timekeeping

/// Makes calls over one connection that is made when it is needed and stays open.
///
/// The rules are those of pushes: one stream until the first success, a token no more often than every 20 minutes, no
/// quick attempts to connect, exact knowledge of what was processed.
final class CallLane: HTTP2ClientOwner, @unchecked Sendable {
    // Unchecked: state is touched on the loop only.

    typealias Outcome = Result<HTTP2Response, CallFailure>

    private struct Pending {
        let call: APNsCall
        let deadline: Duration
        let done: @Sendable (Outcome) -> Void
        var resends = 0
        var handle: HTTP2ClientConnection.RequestHandle?
        var connection: HTTP2ClientConnection?
    }

    let loop: EventLoop
    private let target: HTTP2ClientConfiguration
    private let credential: ProviderCredential?
    private let time: any TimeSource
    private let deadlineAlarm: Alarm
    private let reconnectAlarm: Alarm
    private var schedule: ReconnectSchedule
    private var reconnectAt: Duration?
    private var pending: [Int: Pending] = [:]
    private var waiting: [Int] = []
    private var nextTag = 0
    private var link: PushLink?
    private var block = HeaderBlock()
    private var isClosed = false
    private var hold: BusyHold?

    private static let resendLimit = 3

    init(
        loop: EventLoop, settings: APNsConfiguration, target: HTTP2ClientConfiguration,
        authentication: Authentication, time: any TimeSource
    ) {
        self.loop = loop
        self.target = target
        if case .token(let credential) = authentication { self.credential = credential } else { credential = nil }
        self.time = time
        deadlineAlarm = Alarm(loop: loop, time: time, owner: "APNs call deadline")
        reconnectAlarm = Alarm(loop: loop, time: time, owner: "APNs call reconnect")
        schedule = ReconnectSchedule(first: settings.reconnectDelay, longest: settings.longestReconnectDelay)
    }

    /// Makes a call from any thread and waits for what becomes of it.
    func call(_ call: APNsCall, within limit: Duration) async -> Outcome {
        let deadline = time.uptime + limit
        return await withCheckedContinuation { done in
            loop.execute { self.add(Pending(call: call, deadline: deadline) { done.resume(returning: $0) }) }
        }
    }

    private func add(_ new: Pending) {
        guard !isClosed else {
            new.done(.failure(.notProcessed(APNsError(.closed, detail: "it was closed before the call was made"))))
            return
        }
        nextTag += 1
        pending[nextTag] = new
        waiting.append(nextTag)
        // In this order: on a clock that others move, the deadline must not ring before the call has had its turn.
        pump()
        setDeadlineAlarm()
    }

    /// Ends everything; all open calls get their results before this returns.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        reconnectAlarm.cancel()
        failWaiting(APNsError(.closed, detail: "it was closed before the call was made"))
        link?.connection.close()
        for item in pending.values { item.connection?.close() }
        deadlineAlarm.cancel()
        updateHold()
    }

    private func finish(_ tag: Int, _ outcome: Outcome) {
        guard let item = pending.removeValue(forKey: tag) else { return }
        item.done(outcome)
        if pending.isEmpty { deadlineAlarm.cancel() }
    }

    private func failWaiting(_ error: APNsError) {
        let tags = waiting
        waiting = []
        for tag in tags { finish(tag, .failure(.notProcessed(error))) }
    }

    // MARK: Sending

    private func pump() {
        defer { updateHold() }
        while !waiting.isEmpty, let link = usableLink(), link.room > 0 {
            guard let authorization = authorization(for: link) else { return }
            let tag = waiting.removeFirst()
            guard let call = pending[tag]?.call else { continue }
            write(call, on: link, authorization)
            let (size, limit) = (block.listByteCount, link.connection.peerHeaderListByteLimit)
            guard size <= limit else {
                finish(tag, .failure(.rejected(.headersTooLarge(size, limit: limit))))
                continue
            }
            do {
                pending[tag]?.connection = link.connection
                pending[tag]?.handle = try link.connection.submit(block, body: call.body, tag: tag)
            } catch {
                waiting.insert(tag, at: 0)
                self.link = nil
            }
        }
    }

    private func write(_ call: APNsCall, on link: PushLink, _ authorization: [UInt8]) {
        block.removeAll()
        block.add(":method", prefix: call.method, "")
        block.add(":scheme", "https")
        block.add(":authority", link.headers.authority)
        block.add(":path", call.path)
        if !authorization.isEmpty { block.add("authorization", bytes: authorization) }
        for header in call.headers { block.add(header.name, header.value, isIndexed: false) }
    }

    private func authorization(for link: PushLink) -> [UInt8]? {
        guard let credential else { return [] }
        do throws(APNsError) {
            let token = try credential.token(time)
            if let current = link.token, current.serial != token.serial,
                !ProviderTokenAge.mayChange(start: current.since, uptime: time.uptime)
            {
                self.link = nil
                loop.execute { self.pump() }
                return nil
            }
            if link.token?.serial != token.serial { link.token = (token.serial, time.uptime) }
            return token.authorization
        } catch {
            failWaiting(error)
            return nil
        }
    }

    // MARK: The connection

    private func usableLink() -> PushLink? {
        if let link { return link.isOpen ? link : nil }
        if let reconnectAt, time.uptime < reconnectAt {
            if reconnectAlarm.deadline == nil { reconnectAlarm.set(reconnectAt) { [weak self] in self?.pump() } }
            return nil
        }
        guard !isClosed else { return nil }
        reconnectAt = nil
        let new = PushLink(connection: HTTP2ClientConnection(loop: loop, configuration: target, owner: self))
        link = new
        new.connection.start()
        return nil
    }

    func connectionOpened(_ connection: HTTP2ClientConnection) {
        if link?.connection === connection { link?.isOpen = true }
        pump()
    }

    func connectionSettingsChanged(_ connection: HTTP2ClientConnection) {
        if link?.connection === connection { link?.gate.settingsReceived(limit: connection.peerStreamLimit) }
    }

    func connectionWillFlush(_ connection: HTTP2ClientConnection) { if !waiting.isEmpty { pump() } }

    func connectionGoesAway(_ connection: HTTP2ClientConnection, code: HTTP2ErrorCode, debugData: [UInt8]) {
        leave(connection)
        loop.execute { self.pump() }
    }

    func connectionEnded(_ connection: HTTP2ClientConnection, error: HTTP2Error) {
        if let link, link.connection === connection {
            let wasOpen = link.isOpen
            leave(connection)
            if !wasOpen { failWaiting(APNsError(error)) }
        }
        pump()
    }

    private func leave(_ connection: HTTP2ClientConnection) {
        guard let link, link.connection === connection else { return }
        if link.wasUseful {
            schedule.succeeded()
        } else {
            reconnectAt = time.uptime + schedule.failed(random: .random(in: 0...1))
        }
        self.link = nil
    }

    // MARK: Answers

    func requestEnded(_ connection: HTTP2ClientConnection, tag: Int, outcome: HTTP2Outcome) {
        guard let item = pending[tag] else { return }
        let ownLink = link?.connection === connection ? link : nil
        let maySendAgain = item.resends < Self.resendLimit && !isClosed && item.deadline > time.uptime
        switch outcome {
        case .answered(let response) where (200...299).contains(response.status):
            ownLink?.gate.accepted()
            ownLink?.wasUseful = true
            finish(tag, .success(response))
        case .answered(let response):
            let rejection = Rejection(status: response.status, body: response.body)
            if rejection.reason == .expiredProviderToken, maySendAgain, let credential,
                credential.reportExpired(serial: ownLink?.token?.serial ?? 0, time)
            {
                sendAgain(tag)
            } else {
                finish(tag, .failure(.rejected(rejection)))
            }
        case .refused(let error):
            if maySendAgain { sendAgain(tag) } else { finish(tag, .failure(.notProcessed(APNsError(error)))) }
        case .ambiguous(let error): finish(tag, .failure(.ambiguous(APNsError(error))))
        }
        // A connection that was left is of no use any more when its last answer is there.
        if ownLink == nil, connection.openRequestCount == 0 { loop.execute { connection.close() } }
    }

    private func sendAgain(_ tag: Int) {
        pending[tag]?.resends += 1
        pending[tag]?.handle = nil
        pending[tag]?.connection = nil
        waiting.append(tag)
        loop.execute { self.pump() }
    }

    // MARK: Time

    private func setDeadlineAlarm() {
        guard let next = pending.values.lazy.map(\.deadline).min() else {
            deadlineAlarm.cancel()
            return
        }
        guard deadlineAlarm.deadline.map({ next < $0 }) ?? true else { return }
        deadlineAlarm.set(next) { [weak self] in self?.expire() }
    }

    private func expire() {
        for (tag, item) in pending where item.deadline <= time.uptime {
            if let handle = item.handle, let connection = item.connection {
                connection.abandon(
                    handle, because: HTTP2Error(.timedOut, detail: "no answer within the request timeout"))
            } else {
                waiting.removeAll { $0 == tag }
                finish(
                    tag,
                    .failure(
                        .notProcessed(
                            APNsError(.timedOut, detail: "the call did not get its turn within the request timeout"))))
            }
        }
        setDeadlineAlarm()
    }

    /// Virtual time stands still while answers are on their way.
    private func updateHold() {
        let isBusy =
            !isClosed && (link.map { !$0.isOpen } ?? false || pending.values.contains { $0.handle?.isOpen == true })
        if isBusy, hold == nil {
            hold = time.hold("APNs call")
        } else if !isBusy, let hold {
            hold.release()
            self.hold = nil
        }
    }
}
