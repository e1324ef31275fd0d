package import Foundation
internal import PushCrypto
package import PushModel
internal import Scheduling
package import Storage

/// The first step of a message: checked, stored with its idempotency key, and only then confirmed.
package struct MessageAcceptance: Sendable {
    /// A message that is stored.
    package struct Receipt: Sendable, Equatable {
        /// Its id.
        package let id: Identifier
        /// Whether an earlier request made it.
        package let isReplay: Bool
        /// The first moment at which it goes out anywhere; nil means now.
        package let scheduledFor: Date?
    }

    /// Says that there is something new to do for the deliveries.
    package let wake: @Sendable () -> Void

    /// Makes the step.
    ///
    /// - Parameter wake: Called when there is something new to deliver.
    package init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

    /// Checks and stores a message; returns when it is durable.
    ///
    /// - Parameters:
    ///   - body: The request's body.
    ///   - idempotencyKey: The key of the request's header, 1 to 255 bytes; it goes before the body's.
    ///   - storage: The database of the tenant.
    ///   - now: The wall clock.
    /// - Returns: The message's id, and whether the request is a repeat.
    /// - Throws: `PushModelError`, `ValidationError`, `DeliveryError` or `StorageError`.
    package func accept(
        body: [UInt8], idempotencyKey: String?, storage: TenantHandle, now: Date
    ) async throws -> Receipt {
        let request = try MessageRequest(parsing: body)
        if let inBody = request.idempotencyKey, let idempotencyKey, inBody != idempotencyKey {
            throw ValidationError([
                FieldError(
                    .invalidFormat, at: "idempotencyKey",
                    "The header Idempotency-Key says something else. Send one of the two.")
            ])
        }
        if request.sealedByCaller == nil {
            try PayloadMeter.check(
                request.template.constantContent, truncates: request.template.overflow == .truncate)
        }
        let id = request.sealedByCaller?.id ?? Identifier(.message, at: now)
        let key = idempotencyKey ?? request.idempotencyKey
        let bodyHash = key == nil ? [] : SHA256.hash(body)
        let window: ClosedRange<Date>?
        switch Self.window(of: request, now: now) {
        case .success(let found): window = found
        case .failure(let error):
            // A repeat may come when the time of the first request has passed.
            guard error.code == .inPast, let key,
                let earlier = try await storage.message(idempotencyKey: key, bodyHash: bodyHash)
            else { throw error }
            return Receipt(id: earlier, isReplay: true, scheduledFor: nil)
        }
        var message = NewMessage(
            id: id, body: body, externalIDs: request.audience, topic: request.topic,
            expression: request.expression, segment: request.segment, bundleID: request.bundleID,
            idempotencyKey: key, bodyHash: bodyHash, createdAt: now,
            expiresAt: (window?.upperBound ?? now).addingTimeInterval(request.timeToLive / .seconds(1)))
        message.ciphertexts = request.sealedByCaller?.all ?? []
        message.ignoresCaps = request.template.constantContent.policy == .ignore
        if let window, let schedule = request.schedule {
            message.schedule = JSONValue.object(schedule).description
            if window.lowerBound > now { message.planAt = window.lowerBound }
        }
        let content = request.template.content
        message.plans = MessagePlans(local: content.local, cancel: content.cancelLocal)
        message.fallback = content.local.flatMap {
            FallbackMessage(for: $0, timeToLive: request.timeToLive, earliest: message.planAt ?? now, now: now)
        }
        switch try await storage.accept(message) {
        case .accepted:
            wake()
            return Receipt(id: id, isReplay: false, scheduledFor: message.planAt)
        case .replayed(let earlier):
            return Receipt(id: earlier, isReplay: true, scheduledFor: message.planAt)
        case .keyReused:
            throw DeliveryError(
                .idempotencyKeyReused,
                "The idempotency key belongs to a request with another body. Use a new key for a new message.",
                param: "idempotencyKey")
        case .unknownApp:
            throw DeliveryError(.appNotFound, "The tenant has no app with this bundle id.", param: "app")
        case .unknownTopic:
            throw DeliveryError(.topicNotFound, "The tenant has no such topic. Make it first.", param: "topic")
        case .unknownSegment:
            throw DeliveryError(.segmentNotFound, "The tenant has no such segment. Make it first.", param: "segment")
        case .refusedCiphertexts(let faults):
            throw ValidationError(faults.map { Self.error($0.kind, of: message.ciphertexts[$0.place].device) })
        case .idTaken:
            throw DeliveryError(
                .messageIDTaken, "Another message has this id. Choose a new one, and seal with it.", param: "id")
        case .unknownSubscribers(let indices):
            throw Self.unknownSubscribers(indices.map { request.places[$0] })
        }
    }

    private static func error(_ fault: CiphertextFault.Kind, of device: Identifier) -> FieldError {
        let path = "ciphertexts.\(device)"
        return switch fault {
        case .unknownDevice: FieldError(.notFound, at: path, "There is no such device.")
        case .otherSubscriber:
            FieldError(.invalidFormat, at: path, "The device is of nobody whom the message names in \"to\".")
        case .unknownKey:
            FieldError(
                .invalidFormat, at: "\(path).keyId",
                "The device has no key of this name. Read its key again, and seal with that one.")
        }
    }

    /// The error for places of a request that name nobody.
    static func unknownSubscribers(_ places: [String]) -> DeliveryError {
        DeliveryError(
            .subscriberNotFound,
            places.count == 1
                ? "Nobody has this id. Make the subscriber first."
                : "Nobody has \(places.count) of the ids. Make the subscribers first.", param: places.first,
            details: places.map { FieldError(.notFound, at: $0, "Nobody has this id.") })
    }

    /// The moments between which a message goes out; nil if it goes out now.
    private static func window(of request: MessageRequest, now: Date) -> Result<ClosedRange<Date>?, ScheduleError> {
        guard let object = request.schedule else { return .success(nil) }
        do {
            return .success(try Schedule(object, at: "schedule", now: now).window)
        } catch {
            return .failure(error)
        }
    }
}
