import EventLoop
import HTTP2
import PushModel
import Timekeeping

/// One connection's worth of pushes: a queue, the connection that serves it, and those that are being left.
///
/// Everything runs on one loop; callers hand over whole batches and get whole batches back.
final class PushLane: HTTP2ClientOwner, @unchecked Sendable {
    // Unchecked: state is touched on the loop only.
    // Properties that every push touches are not checked for exclusive access: that alone took a tenth of the time.

    /// Where the lane lives.
    let loop: EventLoop

    private let settings: APNsConfiguration
    private let target: HTTP2ClientConfiguration
    private let credential: ProviderCredential?
    private let time: any TimeSource
    private let deadlineAlarm: Alarm
    private let reconnectAlarm: Alarm
    @exclusivity(unchecked) private var queue = PushQueue()
    @exclusivity(unchecked) private var link: PushLink?
    /// Connections that get no more pushes and still have answers to bring.
    @exclusivity(unchecked) private var leaving: [PushLink] = []
    private var schedule: ReconnectSchedule
    private var reconnectAt: Duration?
    private var topicsRetried: Set<String> = []
    @exclusivity(unchecked) private var hold: BusyHold?
    @exclusivity(unchecked) private var isClosed = false
    @exclusivity(unchecked) private var isPumping = false
    /// The time for pushes that are sent in one go.
    @exclusivity(unchecked) private var pumpedAt = Duration.zero
    /// The time for answers that came in one go; nil once what they lead to was sent.
    @exclusivity(unchecked) private var answeredAt: Duration?
    @exclusivity(unchecked) private var totals = ConnectionStatistics()
    private var tokenTroubleAt: Duration?
    private let suspects: SuspectTokens
    private let isQuarantine: Bool
    /// Told how many streams a connection of this lane has.
    private let widthChanged: @Sendable (Int) -> Void

    /// How often a push that certainly was not processed is sent again before the caller has to decide.
    private static let resendLimit = 3
    /// The same where the connection had accepted other pushes before: then there is progress, and repeating is right.
    private static let progressLimit = 64

    init(
        loop: EventLoop, settings: APNsConfiguration, target: HTTP2ClientConfiguration,
        authentication: Authentication, time: any TimeSource, suspects: SuspectTokens, isQuarantine: Bool = false,
        widthChanged: @escaping @Sendable (Int) -> Void = { _ in }
    ) {
        self.loop = loop
        self.settings = settings
        self.target = target
        if case .token(let credential) = authentication { self.credential = credential } else { credential = nil }
        self.time = time
        self.suspects = suspects
        self.isQuarantine = isQuarantine
        self.widthChanged = widthChanged
        deadlineAlarm = Alarm(loop: loop, time: time, owner: "APNs deadline")
        reconnectAlarm = Alarm(loop: loop, time: time, owner: "APNs reconnect")
        schedule = ReconnectSchedule(first: settings.reconnectDelay, longest: settings.longestReconnectDelay)
    }

    // MARK: Pushes

    /// Takes in a batch.
    func send(_ batch: PushBatch) {
        guard !isClosed else {
            batch.finishUnsent(.notProcessed(APNsError(.closed, detail: "it was closed before the push was sent")))
            return
        }
        queue.append(batch)
        // In this order: on a clock that others move, the deadline must not ring before the pushes have had their turn.
        pump()
        setDeadlineAlarm()
    }

    /// Ends everything; all open pushes get their results before this returns.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        reconnectAlarm.cancel()
        queue.finishWaiting(.notProcessed(APNsError(.closed, detail: "it was closed before the push was sent")))
        for link in leaving + (link.map { [$0] } ?? []) { link.connection.close() }
        deadlineAlarm.cancel()
        updateHold()
    }

    /// Sends as much as the connection takes now.
    private func pump() {
        guard !isPumping else { return }
        isPumping = true
        defer {
            isPumping = false
            updateHold()
        }
        guard queue.hasWaiting, let link = usableLink() else { return }
        guard let authorization = authorization(for: link) else { return }
        var room = link.room
        pumpedAt = time.uptime
        while room > 0, let next = queue.takeNext() {
            guard submit(next, on: link, authorization) else {
                queue.sendAgain(next.slot)
                leave(link)
                connect()
                return
            }
            room -= 1
        }
    }

    private func submit(
        _ next: (slot: Int, batch: PushBatch, index: Int), on link: PushLink, _ authorization: [UInt8]
    ) -> Bool {
        let (slot, batch, index) = next
        _ = batch.withRequest(index) { link.headers.write($0, authorization: authorization) }
        let (size, limit) = (link.headers.block.listByteCount, link.connection.peerHeaderListByteLimit)
        guard size <= limit else {
            queue.finish(slot, .rejected(.headersTooLarge(size, limit: limit)))
            return true
        }
        do {
            let handle = try link.connection.submit(
                link.headers.block, body: batch.requests[index].payload, tag: slot)
            queue.sent(slot, handle, answersBefore: link.answerCount, at: pumpedAt)
            link.statistics.sent += 1
            totals.sent += 1
            return true
        } catch {
            // Stream ids are used up, or the connection is about to end: another one takes over.
            return false
        }
    }

    /// The token for the connection; nil when there is none, or when another connection is needed for it.
    ///
    /// Empty with a certificate, which speaks for the whole connection.
    private func authorization(for link: PushLink) -> [UInt8]? {
        guard let credential else { return [] }
        do throws(APNsError) {
            let token = try credential.token(time)
            guard let current = link.token else {
                link.token = (token.serial, time.uptime)
                return token.authorization
            }
            guard current.serial != token.serial else { return token.authorization }
            guard ProviderTokenAge.mayChange(start: current.since, uptime: time.uptime) else {
                leave(link)
                connect()
                return nil
            }
            link.token = (token.serial, time.uptime)
            return token.authorization
        } catch {
            queue.finishWaiting(.notProcessed(error))
            return nil
        }
    }

    // MARK: Connections

    private func usableLink() -> PushLink? {
        if let link { return link.isOpen ? link : nil }
        connect()
        return nil
    }

    /// Connects, or waits until it may.
    private func connect() {
        guard link == nil, !isClosed else { return }
        if let reconnectAt, time.uptime < reconnectAt {
            guard reconnectAlarm.deadline == nil else { return }
            reconnectAlarm.set(reconnectAt) { [weak self] in self?.pump() }
            return
        }
        reconnectAt = nil
        let link = PushLink(connection: HTTP2ClientConnection(loop: loop, configuration: target, owner: self))
        self.link = link
        link.connection.start()
    }

    /// Gives the connection no more pushes and lets it bring the answers that are open.
    private func leave(_ link: PushLink) {
        guard self.link === link else { return }
        self.link = nil
        leaving.append(link)
        closeIfDone(link)
    }

    private func closeIfDone(_ link: PushLink) {
        guard link.connection.openRequestCount == 0 else { return }
        loop.execute { [connection = link.connection] in connection.close() }
    }

    private func link(of connection: HTTP2ClientConnection) -> PushLink? {
        if let link, link.connection === connection { return link }
        return leaving.first { $0.connection === connection }
    }

    func connectionOpened(_ connection: HTTP2ClientConnection) {
        link(of: connection)?.isOpen = true
        settings.onEvent?(.connected(host: target.host))
        pump()
    }

    func connectionSettingsChanged(_ connection: HTTP2ClientConnection) {
        guard let link = link(of: connection) else { return }
        let limit = connection.peerStreamLimit
        link.gate.settingsReceived(limit: limit)
        if link.toldLimit != limit {
            link.toldLimit = limit
            widthChanged(limit)
            settings.onEvent?(.streamLimit(limit))
        }
    }

    func connectionWillFlush(_ connection: HTTP2ClientConnection) {
        answeredAt = nil
        if queue.hasWaiting, link?.connection === connection { pump() } else { updateHold() }
    }

    func connectionGoesAway(_ connection: HTTP2ClientConnection, code: HTTP2ErrorCode, debugData: [UInt8]) {
        settings.onEvent?(.goAway(Rejection.reason(inDebugData: debugData)))
        guard let link = link(of: connection) else { return }
        planReconnect(after: link)
        leave(link)
        loop.execute { self.pump() }
    }

    func connectionEnded(_ connection: HTTP2ClientConnection, error: HTTP2Error) {
        let failure = APNsError(error)
        if let link, link.connection === connection {
            self.link = nil
            if !isClosed { lost(link, failure) }
        } else {
            leaving.removeAll { $0.connection === connection }
        }
        pump()
    }

    private func lost(_ link: PushLink, _ failure: APNsError) {
        planReconnect(after: link)
        if link.isOpen {
            settings.onEvent?(.disconnected(failure))
        } else {
            settings.onEvent?(.connectFailed(failure, retryAfter: (reconnectAt ?? .zero) - time.uptime))
            // Nobody is served by waiting: the caller may know another way, and will come again.
            queue.finishWaiting(.notProcessed(failure))
        }
    }

    /// Connections that did nothing useful must not follow each other quickly: APNs takes that for an attack.
    private func planReconnect(after link: PushLink) {
        if link.wasUseful {
            schedule.succeeded()
        } else {
            reconnectAt = time.uptime + schedule.failed(random: .random(in: 0...1))
        }
    }

    // MARK: Answers

    func requestEnded(_ connection: HTTP2ClientConnection, tag slot: Int, outcome: HTTP2Outcome) {
        let link = link(of: connection)
        if case .answered(let response) = outcome {
            let now = answeredAt ?? time.uptime
            answeredAt = now
            link?.answerCount += 1
            if response.status == 200 {
                accepted(slot, response, link, at: now)
                return
            }
            if let sentAt = queue[slot]?.sentAt { note(latency: now - sentAt, link) }
        }
        guard let item = queue[slot] else { return }
        switch outcome {
        case .answered(let response):
            rejected(slot, item, Rejection(status: response.status, body: response.body), link)
        case .refused(let error):
            link?.statistics.notProcessed += 1
            totals.notProcessed += 1
            if isClosed {
                queue.finish(slot, .notProcessed(APNsError(.closed, detail: "it was closed before the push was sent")))
            } else if item.batch.deadline <= time.uptime || !mayFollow(item, after: link) {
                queue.finish(slot, .notProcessed(APNsError(error)))
            } else {
                if link?.wasUseful == true { queue[slot]?.refusals += 1 } else { queue[slot]?.resends += 1 }
                queue.sendAgain(slot)
            }
        case .ambiguous(let error):
            link?.statistics.ambiguous += 1
            totals.ambiguous += 1
            queue.finish(slot, .ambiguous(APNsError(error)))
        }
        if let link, link !== self.link { closeIfDone(link) }
    }

    private func accepted(_ slot: Int, _ response: HTTP2Response, _ link: PushLink?, at now: Duration) {
        guard let item = queue.take(slot) else { return }
        note(latency: now - item.sentAt, link)
        totals.accepted += 1
        if let link {
            link.gate.accepted()
            link.wasUseful = true
            link.statistics.accepted += 1
        }
        if isQuarantine { suspects.acquit(item.batch.requests[item.index].deviceToken) }
        let uniqueID = response.headers.isEmpty ? nil : response.header("apns-unique-id")
        queue.finish(item, .accepted(apnsID: item.batch.requests[item.index].id, uniqueID: uniqueID))
        if let link, link !== self.link { closeIfDone(link) }
    }

    private func note(latency: Duration, _ link: PushLink?) {
        link?.statistics.latencies.record(latency)
        totals.latencies.record(latency)
    }

    private func mayFollow(_ item: PushQueue.Item, after link: PushLink?) -> Bool {
        link?.wasUseful == true ? item.refusals < Self.progressLimit : item.resends < Self.resendLimit
    }

    private func sendAgain(_ slot: Int) {
        queue[slot]?.resends += 1
        queue.sendAgain(slot)
    }

    /// Some refusals say that this connection, not the push, is at fault.
    private func rejected(_ slot: Int, _ item: PushQueue.Item, _ rejection: Rejection, _ link: PushLink?) {
        let topic = item.batch.requests[item.index].topic
        link?.statistics.rejected[rejection.reason, default: 0] += 1
        totals.rejected[rejection.reason, default: 0] += 1
        let mayResend = item.resends < Self.resendLimit && !isClosed
        switch rejection.reason {
        case .expiredProviderToken:
            if mayResend, let credential, credential.reportExpired(serial: link?.token?.serial ?? 0, time) {
                sendAgain(slot)
                return
            }
        case .topicDisallowed:
            // The connection knows the bundle ids that the team had when it was made.
            if mayResend, topicsRetried.count < 1000, topicsRetried.insert(topic).inserted {
                if let link { leave(link) }
                sendAgain(slot)
                return
            }
        case .tooManyProviderTokenUpdates:
            // APNs counts per connection. One other connection is worth a try, more of them would be an attack.
            let isNew = tokenTroubleAt.map { time.uptime - $0 >= ProviderTokenAge.minimumChange } ?? true
            let isOld = link.map { $0 !== self.link } ?? true
            if mayResend, item.resends == 0, isNew || isOld {
                if isNew { tokenTroubleAt = time.uptime }
                if let link { leave(link) }
                sendAgain(slot)
                return
            }
        case .badDeviceToken, .deviceTokenNotForTopic:
            suspects.note(item.batch.requests[item.index].deviceToken)
        case .shutdown, .idleTimeout, .unrelatedKeyIDInToken:
            if let link { leave(link) }
        default: break
        }
        queue.finish(slot, .rejected(rejection))
    }

    // MARK: Observation

    /// What the lane has done, and what each of its connections is doing.
    func statistics() -> (totals: ConnectionStatistics, connections: [ConnectionStatistics]) {
        let links = (link.map { [$0] } ?? []).filter(\.isOpen) + leaving
        let connections = links.map { link in
            var statistics = link.statistics
            statistics.streamLimit = link.connection.peerStreamLimit
            statistics.underWay = link.connection.openRequestCount
            statistics.isLeaving = link !== self.link
            statistics.isQuarantine = isQuarantine
            return statistics
        }
        var totals = totals
        totals.isQuarantine = isQuarantine
        totals.waiting = queue.waitingCount
        return (totals, connections)
    }

    // MARK: Time

    private func setDeadlineAlarm() {
        guard let next = queue.nextDeadline else {
            deadlineAlarm.cancel()
            return
        }
        guard deadlineAlarm.deadline.map({ next < $0 }) ?? true else { return }
        deadlineAlarm.set(next) { [weak self] in self?.expire() }
    }

    private func expire() {
        let now = time.uptime
        for batch in queue.batches where batch.deadline <= now {
            queue.finishWaiting(
                of: batch,
                .notProcessed(APNsError(.timedOut, detail: "the push did not get its turn within the request timeout")))
            for slot in queue.slotsUnderWay(of: batch) { giveUp(slot) }
        }
        setDeadlineAlarm()
        pump()
    }

    private func giveUp(_ slot: Int) {
        guard let item = queue[slot], let handle = item.handle else { return }
        let error = HTTP2Error(.timedOut, detail: "no answer within the request timeout")
        for link in leaving + (link.map { [$0] } ?? []) where handle.isOpen && link.connection.owns(handle) {
            link.connection.abandon(handle, because: error)
            // Not one answer since it was sent: the connection is dead without having said so.
            if link.answerCount == item.answersBefore, link === self.link {
                planReconnect(after: link)
                leave(link)
            }
        }
    }

    /// Virtual time stands still while answers are on their way.
    private func updateHold() {
        let isBusy =
            !isClosed
            && (link.map { !$0.isOpen || $0.connection.openRequestCount > 0 } ?? false
                || leaving.contains { $0.connection.openRequestCount > 0 })
        if isBusy, hold == nil {
            hold = time.hold("APNs exchange")
        } else if !isBusy, let hold {
            hold.release()
            self.hold = nil
        }
        if queue.batches.isEmpty { deadlineAlarm.cancel() }
    }
}
