internal import Foundation
internal import PushModel
internal import Storage

/// Tells one delivery from the request to the tap, out of what the ledger holds.
///
/// Steps stand in the order of the path, which is that of the server's clock. What the device reports stands behind it in
/// the order in which it arrived: a phone's clock may be wrong.
struct DeliveryTrace {
    let story: DeliveryStory
    /// Where each environment's pushes go.
    let host: @Sendable (PushEnvironment) -> String
    /// What the audience's expression says of the subscriber now.
    let matches: AudienceMatch?

    private var delivery: Delivery { story.delivery }

    /// Every step.
    var steps: [TraceStep] {
        [accepted, audience] + scheduled + [planned] + chronology + ending + receipts
    }

    var json: JSONValue {
        [
            "deliveryId": .string(delivery.id.description), "messageId": .string(delivery.messageID.description),
            "externalId": .string(delivery.externalID),
            "deviceId": delivery.deviceID.map { .string($0.description) } ?? .null,
            "status": .string(delivery.status), "steps": .array(steps.map(\.json)),
        ]
    }

    private var accepted: TraceStep {
        TraceStep(
            kind: .accepted, at: story.message.createdAt,
            text: story.message.callEvent.map { "The call's event \($0.rawValue) was stored." }
                ?? "The message was stored and answered with 202.",
            details: ["expiresAt": .string(Timestamp.format(story.message.expiresAt))])
    }

    private var audience: TraceStep {
        let message = story.message
        let request = try? JSONValue(parsing: message.body)
        var details = JSONObject()
        var text: String
        if message.callEvent != nil {
            text = "It tells of a call of the subscriber"
            details["call"] = request?["id"] ?? .null
        } else if let expression = message.expression {
            text = "The message is for those of whom its expression holds"
            if let segment = message.segment {
                text = "The message is for segment \(segment.slug), version \(segment.version)"
                details["segment"] = .string(segment.slug)
                details["segmentVersion"] = .int(segment.version)
            }
            details["where"] = (try? JSONValue(parsing: expression)) ?? .null
            if let matches {
                details["holdsNow"] = .array(matches.holding.map { .string($0) })
                text +=
                    matches.holds ? "; now \(matches.holding.joined(separator: ", ")) holds" : "; it no longer holds"
            }
        } else if let place = named(in: request?["to"]) {
            text = "The message names the subscriber in \(place)"
            details["to"] = .string(place)
        } else {
            text = "The message is for everybody"
        }
        if let topic = message.topic {
            details["topic"] = .string(topic)
            text += ", of those who want the topic \(topic)"
        }
        return TraceStep(kind: .audience, at: message.createdAt, text: text + ".", details: details)
    }

    /// The place that names the subscriber, such as `to[2]`; an id from before a merge is not found by its place.
    private func named(in audience: JSONValue?) -> String? {
        guard let audience else { return nil }
        guard let ids = audience.array else { return "to" }
        return ids.firstIndex { $0.string == delivery.externalID }.map { "to[\($0)]" } ?? "to"
    }

    private var scheduled: [TraceStep] {
        let request = try? JSONValue(parsing: story.message.body)
        if let message = story.message.fallbackOf { return [standsIn(for: message, request?["local"])] }
        guard let schedule = request?["schedule"] else { return [] }
        let zone = schedule["timezone"]?.string ?? "UTC"
        let clock = zone == "subscriber" ? "the subscriber's clock" : "the clocks of \(zone)"
        return [
            TraceStep(
                kind: .scheduled, at: story.message.createdAt,
                text:
                    "It goes out when \(clock) \(zone == "subscriber" ? "shows" : "show") \(schedule["at"]?.string ?? "").",
                details: ["schedule": schedule])
        ]
    }

    private func standsIn(for message: Identifier, _ plan: JSONValue?) -> TraceStep {
        TraceStep(
            kind: .scheduled, at: story.message.createdAt,
            text:
                "It stands in for the plan \(plan?["id"]?.string ?? "") of message \(message) where no phone has it at \(plan?["at"]?.string ?? "").",
            details: ["fallbackOf": .string(message.description), "local": plan ?? .null])
    }

    private var planned: TraceStep {
        let device = delivery.deviceID.map(\.description)
        return TraceStep(
            kind: .planned, at: delivery.createdAt,
            text: device.map { "The delivery to device \($0) was made." } ?? "No device was found to deliver it to.",
            details: ["deviceId": device.map { .string($0) } ?? .null])
    }

    /// Waits and attempts, as the server's clock orders them.
    private var chronology: [TraceStep] {
        let waits = story.waits.map { wait in
            (
                wait.at,
                [
                    TraceStep(
                        kind: .waited, at: wait.at,
                        text: "It was put off until \(Timestamp.format(wait.until)). \(ReasonSentence.of(wait.reason))",
                        details: ["reason": .string(wait.reason), "until": .string(Timestamp.format(wait.until))])
                ]
            )
        }
        let attempts = story.attempts.map { ($0.startedAt, steps(of: $0)) }
        // The sort is stable, and of one moment the wait came first.
        return (waits + attempts).sorted { $0.0 < $1.0 }.flatMap(\.1)
    }

    private func steps(of attempt: Attempt) -> [TraceStep] {
        let number: JSONValue = .int(attempt.number)
        var steps = [
            TraceStep(
                kind: .attemptStarted, at: attempt.startedAt,
                text: "Attempt \(attempt.number) to \(host(attempt.environment)) was stored with its apns-id.",
                details: [
                    "number": number, "environment": .string(attempt.environment.rawValue),
                    "host": .string(host(attempt.environment)),
                    "apnsId": delivery.apnsID.map { .string($0.uuidString.lowercased()) } ?? .null,
                ])
        ]
        guard let finishedAt = attempt.finishedAt else { return steps }
        let latency = Int((finishedAt.timeIntervalSince(attempt.startedAt) * 1_000).rounded())
        steps.append(
            TraceStep(
                kind: .attemptEnded, at: finishedAt, text: AttemptSentence.of(attempt, latency: latency),
                details: [
                    "number": number, "result": .string(attempt.result),
                    "status": attempt.providerStatus.map { .int($0) } ?? .null,
                    "reason": attempt.reason.map { .string($0) } ?? .null, "latencyMs": .int(latency),
                ]))
        if let nextAt = attempt.nextAt {
            steps.append(
                TraceStep(
                    kind: .retry, at: finishedAt, text: "The next attempt is due at \(Timestamp.format(nextAt)).",
                    details: ["number": number, "nextAttemptAt": .string(Timestamp.format(nextAt))]))
        }
        return steps
    }

    private var ending: [TraceStep] {
        var details: JSONObject = ["reason": delivery.reason.map { .string($0) } ?? .null]
        let why = delivery.reason.map { " " + ReasonSentence.of($0) } ?? ""
        if let outcome = delivery.outcome, let finishedAt = delivery.finishedAt {
            details["outcome"] = .string(outcome.rawValue)
            let text = outcome == .sent ? "APNs took it: sent." : "It ended as \(outcome.rawValue).\(why)"
            return [TraceStep(kind: .outcome, at: finishedAt, text: text, details: details)]
        }
        guard let dueAt = delivery.dueAt else { return [] }
        details["dueAt"] = .string(Timestamp.format(dueAt))
        let isUnderWay = story.attempts.last.map { $0.finishedAt == nil } ?? false
        return [
            TraceStep(
                kind: .pending, at: dueAt,
                text: isUnderWay
                    ? "An attempt is under way; if no answer is recorded, another one begins at \(Timestamp.format(dueAt))."
                    : "It waits until \(Timestamp.format(dueAt)).\(why)",
                details: details)
        ]
    }

    private var receipts: [TraceStep] {
        delivery.receipts.compactMap { receipt in
            guard let kind = TraceStep.Kind(rawValue: receipt.kind.rawValue) else { return nil }
            return TraceStep(
                kind: kind, at: receipt.at, text: Self.sentence(receipt),
                details: [
                    "receivedAt": .string(Timestamp.format(receipt.receivedAt)),
                    "action": receipt.action.map { .string($0) } ?? .null,
                    "hasInput": .bool(receipt.input != nil),
                    "reason": receipt.reason.map { .string($0) } ?? .null,
                ])
        }
    }

    private static func sentence(_ receipt: Storage.Receipt) -> String {
        switch receipt.kind {
        case .delivered: "It reached the device."
        case .presented: "The device showed it."
        case .suppressed: "The app kept it from being shown" + (receipt.reason.map { ": \($0)." } ?? ".")
        case .opened: "The person opened it" + (receipt.action.map { " with the action \($0)." } ?? ".")
        case .dismissed: "The person dismissed it."
        }
    }
}
