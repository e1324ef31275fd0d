internal import Delivery
internal import Foundation
internal import PushModel
internal import Storage

/// Messages and what became of them.
struct MessageRoutes {
    static let list = "messages"
    static let deliveryList = "deliveries"

    static func endpoints(_ acceptance: MessageAcceptance) -> [Endpoint] {
        [
            .management("POST", "/v1/messages", scope: "messages:send") { try await accept($0, acceptance) },
            .management("POST", "/v1/messages/preview", scope: "messages:read") { context in
                try context.refuseQuery()
                let measure = try await acceptance.measure(
                    body: context.body, storage: context.storage, now: context.now)
                return Reply(measure.json)
            },
            .management("GET", "/v1/messages", scope: "messages:read") { context in
                let query = try ListQuery(context.request, list: list)
                let page = try await context.storage.messages(before: query.position, limit: query.limit)
                return Reply(page, list: list) { $0.json }
            },
            .management("GET", "/v1/messages/{id}", scope: "messages:read") { context in
                try context.refuseQuery()
                guard let message = try await context.storage.message(try context.id(.message)) else {
                    throw APIError.nothingHere
                }
                return Reply(message.json)
            },
            .management("POST", "/v1/messages/{id}/cancel", scope: "messages:send") { context in
                try context.refuseQuery()
                switch try await context.storage.cancel(try context.id(.message), now: context.now) {
                case .canceled(let message):
                    acceptance.wake()
                    return Reply(message.json)
                case .tooLate:
                    throw APIError(.messageNotCancelable, "All of its deliveries have ended already.", param: "id")
                case .unknown: throw APIError.nothingHere
                }
            },
            .management("GET", "/v1/messages/{id}/deliveries", scope: "messages:read", deliveries),
            .management("GET", "/v1/deliveries/{id}", scope: "messages:read") { context in
                try context.refuseQuery()
                guard let delivery = try await context.storage.delivery(try context.id(.delivery)) else {
                    throw APIError.nothingHere
                }
                return Reply(delivery.json(withReceipts: true))
            },
            .management("GET", "/v1/deliveries/{id}/attempts", scope: "messages:read") { context in
                try context.refuseQuery()
                guard let attempts = try await context.storage.attempts(delivery: try context.id(.delivery)) else {
                    throw APIError.nothingHere
                }
                return Reply(["items": .array(attempts.map(\.json)), "hasMore": false, "nextCursor": .null])
            },
        ]
    }

    private static func accept(_ context: RequestContext, _ acceptance: MessageAcceptance) async throws -> Reply {
        try context.refuseQuery()
        guard context.tenant.settings.isPushEnabled else {
            throw APIError(
                .channelDisabled, "The tenant has switched pushes off. Switch them on with PATCH /v1/settings.",
                param: "channel")
        }
        let key = context.header("Idempotency-Key")
        if let key, !(1...255).contains(key.utf8.count) {
            throw ValidationError([
                FieldError(
                    key.isEmpty ? .invalidFormat : .tooLong, at: "Idempotency-Key",
                    "The key has between 1 and 255 bytes.")
            ])
        }
        let receipt = try await acceptance.accept(
            body: context.body, idempotencyKey: key, storage: context.storage, now: context.now)
        var text = JSONText(capacity: 80)
        text.append(raw: #"{"id":""#)
        text.append(raw: receipt.id.description.utf8)
        if let scheduledFor = receipt.scheduledFor {
            text.append(raw: #"","status":"scheduled","scheduledFor":""#)
            text.append(raw: Timestamp.format(scheduledFor).utf8)
            text.append(raw: #""}"#)
        } else {
            text.append(raw: #"","status":"queued"}"#)
        }
        return Reply(
            json: text.bytes, status: 202, headers: receipt.isReplay ? [("Idempotent-Replayed", "true")] : [])
    }

    @Sendable
    private static func deliveries(_ context: RequestContext) async throws -> Reply {
        let id = try context.id(.message)
        let query = try ListQuery(context.request, list: deliveryList, filters: ["status", "externalId"])
        var filter = DeliveryFilter.all
        if let status = query.filters["status"] {
            guard let found = DeliveryFilter(status) else {
                throw ValidationError([
                    FieldError(
                        .invalidFormat, at: "status",
                        "The status has to be pending, retrying or one of the outcomes.")
                ])
            }
            filter = found
        }
        let page = try await context.storage.deliveries(
            message: id, filter: filter, externalID: query.filters["externalId"], before: query.position,
            limit: query.limit)
        guard let page else { throw APIError.nothingHere }
        return Reply(page, list: deliveryList) { $0.json(withReceipts: false) }
    }
}

extension PayloadMeasure {
    var json: JSONValue {
        [
            "bytes": .int(byteCount), "limit": .int(byteLimit), "fits": .bool(byteCount <= byteLimit),
            "precision": .string(precision.rawValue),
            "recipients": recipientCount.map { .int($0) } ?? .null, "largest": largest.map { .string($0) } ?? .null,
        ]
    }
}

extension Message {
    var json: JSONValue {
        var counts: JSONObject = ["total": .int(total), "pending": .int(pending)]
        for outcome in DeliveryOutcome.allCases { counts[outcome.rawValue] = .int(outcomes[outcome] ?? 0) }
        var reports = JSONObject()
        for kind in ReceiptKind.allCases { reports[kind.rawValue] = .int(receipts[kind] ?? 0) }
        var targets = JSONObject()
        targets["topic"] = topic.map { .string($0) }
        if let segment {
            targets["segment"] = .string(segment.slug)
            targets["segmentVersion"] = .int(segment.version)
        }
        if let expression { targets["where"] = (try? JSONValue(parsing: expression)) ?? .null }
        if let callEvent {
            targets["call"] = (try? JSONValue(parsing: body))?["id"] ?? .null
            targets["callEvent"] = .string(callEvent.rawValue)
        }
        return [
            "id": .string(id.description),
            "status": .string(status.rawValue),
            "targets": .object(targets),
            "counts": .object(counts),
            "receipts": .object(reports),
            "createdAt": .string(Timestamp.format(createdAt)),
            "expiresAt": .string(Timestamp.format(expiresAt)),
            "scheduledFor": scheduledFor.map { .string(Timestamp.format($0)) } ?? .null,
            "canceledAt": canceledAt.map { .string(Timestamp.format($0)) } ?? .null,
            "completedAt": completedAt.map { .string(Timestamp.format($0)) } ?? .null,
            "fallback": fallback.map { .string($0.description) } ?? .null,
            "fallbackOf": fallbackOf.map { .string($0.description) } ?? .null,
        ]
    }
}

extension Delivery {
    func json(withReceipts: Bool) -> JSONValue {
        var object: JSONObject = [
            "id": .string(id.description),
            "messageId": .string(messageID.description),
            "externalId": .string(externalID),
            "deviceId": deviceID.map { .string($0.description) } ?? .null,
            "environment": environment.map { .string($0.rawValue) } ?? .null,
            "status": .string(status),
            "outcome": outcome.map { .string($0.rawValue) } ?? .null,
            "reason": reason.map { .string($0) } ?? .null,
            "providerStatus": providerStatus.map { .int($0) } ?? .null,
            "providerReason": providerReason.map { .string($0) } ?? .null,
            "attempts": .int(attempts),
            "ambiguousAttempts": .int(ambiguous),
            "apnsId": apnsID.map { .string($0.uuidString.lowercased()) } ?? .null,
            "apnsUniqueId": uniqueID.map { .string($0) } ?? .null,
            "nextAttemptAt": dueAt.map { .string(Timestamp.format($0)) } ?? .null,
            "createdAt": .string(Timestamp.format(createdAt)),
            "expiresAt": .string(Timestamp.format(expiresAt)),
            "finishedAt": finishedAt.map { .string(Timestamp.format($0)) } ?? .null,
        ]
        if withReceipts { object["receipts"] = .array(receipts.map(\.json)) }
        return .object(object)
    }
}

extension Storage.Receipt {
    var json: JSONValue {
        [
            "kind": .string(kind.rawValue),
            "at": .string(Timestamp.format(at)),
            "action": action.map { .string($0) } ?? .null,
            "input": input.map { .string($0) } ?? .null,
            "reason": reason.map { .string($0) } ?? .null,
        ]
    }
}

extension Attempt {
    var json: JSONValue {
        [
            "number": .int(number),
            "environment": .string(environment.rawValue),
            "result": .string(result),
            "providerStatus": providerStatus.map { .int($0) } ?? .null,
            "reason": reason.map { .string($0) } ?? .null,
            "startedAt": .string(Timestamp.format(startedAt)),
            "finishedAt": finishedAt.map { .string(Timestamp.format($0)) } ?? .null,
            "latencyMs": finishedAt.map { .int(Int(($0.timeIntervalSince(startedAt) * 1000).rounded())) } ?? .null,
            "nextAttemptAt": nextAt.map { .string(Timestamp.format($0)) } ?? .null,
        ]
    }
}
