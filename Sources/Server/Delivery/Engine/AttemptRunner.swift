internal import APNs
internal import Foundation
internal import Metrics
internal import PushModel
internal import Storage
internal import Timekeeping

/// Sends one claimed batch and records what came of it.
struct AttemptRunner: Sendable {
    let storage: SystemHandle
    let sender: PushSender
    let time: any TimeSource
    let log: Log
    let metrics: DeliveryMetrics

    private struct Prepared: Sendable {
        let delivery: DueDelivery
        let push: PushRequest
    }

    /// Renders, sends and records.
    ///
    /// - Parameters:
    ///   - batch: What was claimed.
    ///   - ended: Called for each app of the batch when its part is through, with how long APNs took.
    func run(_ batch: ClaimedBatch, ended: @escaping @Sendable (_ app: Int64, _ took: Duration) -> Void) async {
        let start = time.uptime
        defer { metrics.batch(took: time.uptime - start) }
        var records: [AttemptRecord] = []
        var routes: [PushCredential: [Prepared]] = [:]
        storage.stages.measure("render") { prepare(batch, &routes, &records) }
        if !records.isEmpty { await record(records) }
        let byApp = Dictionary(grouping: routes, by: \.key.app)
        await withTaskGroup(of: Void.self) { group in
            for app in batch.apps {
                let routes = byApp[app] ?? []
                group.addTask { ended(app, await self.send(routes, batch.credentials)) }
            }
        }
    }

    private func prepare(
        _ batch: ClaimedBatch, _ routes: inout [PushCredential: [Prepared]], _ refused: inout [AttemptRecord]
    ) {
        var templates: [Int64: ContentTemplate] = [:]
        var writer = ContentWriter()
        for delivery in batch.deliveries {
            guard let message = batch.messages[delivery.message] else { continue }
            let credential = batch.credentials.first {
                $0.app == delivery.app && $0.environment == delivery.environment
            }
            guard let credential else {
                refused.append(Self.refuse(delivery, .failed, "no_credential"))
                continue
            }
            if let event = message.callEvent {
                switch Self.push(event, of: message, delivery) {
                case .success(let push):
                    routes[credential, default: []].append(Prepared(delivery: delivery, push: push))
                case .failure(let refusal):
                    refused.append(Self.refuse(delivery, .failed, refusal.reason))
                }
                continue
            }
            do {
                let template = try templates[delivery.message] ?? MessageRequest(parsing: message.body).template
                templates[delivery.message] = template
                var content = writer.content(of: template, for: delivery.recipient)
                if message.fallbackOf != nil, let fallback = content.fallback { content = fallback }
                let payload = try DevicePayload(
                    content, message: message.id, insteadOf: message.fallbackOf, for: delivery,
                    truncates: template.overflow == .truncate)
                routes[credential, default: []].append(
                    Prepared(delivery: delivery, push: Self.push(payload, content, message.id, delivery)))
            } catch DevicePayload.Refusal.noEncryptionKey {
                refused.append(Self.refuse(delivery, .skipped, "no_encryption_key"))
            } catch DevicePayload.Refusal.tooLarge {
                refused.append(Self.refuse(delivery, .failed, "payload_too_large"))
            } catch {
                refused.append(Self.refuse(delivery, .failed, "payload_invalid"))
            }
        }
    }

    private static func push(
        _ payload: DevicePayload, _ content: MessageContent, _ message: Identifier, _ delivery: DueDelivery
    ) -> PushRequest {
        PushRequest(
            deviceToken: delivery.token ?? "", topic: delivery.bundleID, pushType: payload.form.pushType,
            priority: content.pushPriority(in: payload.form), expiration: .at(delivery.expiresAt),
            collapseID: content.collapseID ?? message.description,
            id: delivery.apnsID, payload: payload.bytes)
    }

    /// The push of a call; its body is the notice.
    private static func push(
        _ event: CallEvent, of message: ClaimedMessage, _ delivery: DueDelivery
    ) -> Result<PushRequest, CallPayload.Refusal> {
        let notice = (try? JSONValue(parsing: message.body)).flatMap(CallNotice.init(received:))
        guard let notice else { return .failure(.unusable) }
        return Result { () throws(CallPayload.Refusal) in
            let payload = try CallPayload(notice, event, message: message.id, for: delivery)
            let type = payload.kind.pushType
            return PushRequest(
                deviceToken: delivery.token ?? "", topic: type.topic(forBundle: delivery.bundleID) ?? "",
                pushType: type, expiration: .at(delivery.expiresAt),
                collapseID: payload.kind == .alert ? "call-\(notice.id)" : nil, id: delivery.apnsID,
                payload: payload.bytes)
        }
    }

    /// Sends and records an app's part, one environment beside the other.
    ///
    /// - Returns: How long the slower one took to answer.
    private func send(_ routes: [(PushCredential, [Prepared])], _ all: [PushCredential]) async -> Duration {
        await withTaskGroup(of: Duration.self) { group in
            for (credential, prepared) in routes {
                group.addTask { await self.send(prepared, credential, all) }
            }
            return await group.reduce(.zero) { max($0, $1) }
        }
    }

    private func send(_ prepared: [Prepared], _ credential: PushCredential, _ all: [PushCredential]) async -> Duration {
        let start = time.uptime
        let answers = await sender.send(prepared.map(\.push), credential)
        let took = time.uptime - start
        let now = time.now
        var records: [AttemptRecord] = []
        records.reserveCapacity(prepared.count)
        for (index, item) in prepared.enumerated() {
            let answer = index < answers.count ? ProviderAnswer(answers[index]) : .ambiguous(.connection, "no_answer")
            let delivery = item.delivery
            let attempt = DeliveryMachine.Attempt(
                environment: delivery.environment,
                hasOtherEnvironment: all.contains {
                    $0.app == delivery.app && $0.environment == delivery.environment.other
                },
                changedEnvironment: delivery.changedEnvironment, failures: delivery.failures,
                immediateResends: delivery.immediateResends, registeredAt: delivery.registeredAt,
                expiresAt: delivery.expiresAt)
            let action = DeliveryMachine.decide(
                answer, for: attempt, now: now, jitter: .random(in: -1...1))
            records.append(AttemptRecord(delivery, answer, action))
            if case .rejected(let status, let reason, _) = answer {
                log.info(
                    "Push rejected", ("delivery", delivery.id.description), ("status", String(status)),
                    ("reason", reason))
            }
        }
        await record(records)
        return took
    }

    /// Records, and tries again while the storage is away: what APNs took must not be forgotten lightly.
    private func record(_ records: [AttemptRecord]) async {
        for attempt in 0..<5 {
            do {
                try await storage.record(records, now: time.now)
                return metrics.recorded(records)
            } catch {
                log.error("Outcomes not recorded", ("cause", "\(error)"), ("count", String(records.count)))
                if (error as? StorageError)?.code == .closed { return }
                try? await time.sleep(for: .milliseconds(200 << attempt))
            }
        }
    }

    private static func refuse(
        _ delivery: DueDelivery, _ outcome: DeliveryOutcome, _ reason: String
    ) -> AttemptRecord {
        AttemptRecord(
            delivery: delivery.row, message: delivery.message, token: delivery.tokenRow,
            tokenRegisteredAt: delivery.registeredAt, number: delivery.attempts + 1, result: "not_sent",
            providerReason: reason, next: .finish(outcome, reason: reason))
    }
}

extension AttemptRecord {
    init(_ delivery: DueDelivery, _ answer: ProviderAnswer, _ action: DeliveryMachine.Action) {
        self.init(
            delivery: delivery.row, message: delivery.message, token: delivery.tokenRow,
            tokenRegisteredAt: delivery.registeredAt, number: delivery.attempts + 1, result: "accepted",
            next: .finish(.sent, reason: nil))
        switch answer {
        case .accepted(let id):
            providerStatus = 200
            uniqueID = id
        case .rejected(let status, let reason, _):
            result = "rejected"
            providerStatus = status
            providerReason = reason
        case .notProcessed(let why):
            result = "not_processed"
            providerReason = why
        case .ambiguous(_, let why):
            result = "ambiguous"
            providerReason = why
        }
        switch action {
        case .finish(let outcome, let reason, let change):
            next = .finish(outcome, reason: reason)
            tokenChange = .init(change)
        case .retry(let retry, let change):
            next = .retry(
                at: retry.at, reason: retry.reason, environment: retry.environment,
                changedEnvironment: retry.changedEnvironment, failures: retry.failures,
                immediateResends: retry.immediateResends)
            tokenChange = .init(change)
        }
    }
}

extension AttemptRecord.TokenChange {
    init(_ change: DeliveryMachine.TokenChange) {
        switch change {
        case .none: self = .none
        case .belongs(let environment): self = .belongs(environment)
        case .invalidate(let reason): self = .invalidate(reason: reason)
        case .pause(let until): self = .pause(until: until)
        }
    }
}
