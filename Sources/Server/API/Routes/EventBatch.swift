internal import Delivery
internal import Foundation
internal import PushModel
internal import Storage

/// A batch of events: each is accepted, a duplicate, or rejected with its own error, and none holds back another.
struct EventBatch {
    /// How many events one request may carry.
    static let countLimit = 100

    private enum Slot {
        case event(NewEvent)
        case rejected([FieldError])
    }
    private var slots: [(id: String?, slot: Slot)] = []

    /// Reads `{"events": […]}`, or from a backend one bare event.
    ///
    /// - Parameters:
    ///   - body: The request's body.
    ///   - reporter: Whose events a device reports; nil for a backend, whose events name their subscribers.
    ///   - now: The wall clock.
    /// - Throws: `ValidationError` if the batch itself is malformed.
    init(body: [UInt8], reporter: String?, now: Date) throws {
        var reader = try FieldReader(parsing: body)
        let values: [JSONValue]
        if reporter == nil, !reader.contains("events") {
            values = [try JSONValue(parsing: body)]
        } else {
            values = reader.array("events", count: 0...Self.countLimit, isRequired: true) ?? []
            try reader.finish()
        }
        for (index, value) in values.enumerated() {
            slots.append(Self.slot(value, at: "events[\(index)]", reporter: reporter, now: now))
        }
    }

    private static func slot(
        _ value: JSONValue, at path: String, reporter: String?, now: Date
    ) -> (id: String?, slot: Slot) {
        guard let object = value.object else {
            return (
                nil, .rejected([FieldError(.invalidType, at: path, "Expected an object, found \(value.kindName).")])
            )
        }
        var reader = FieldReader(object, at: path)
        let input = EventInput(&reader, isDevice: reporter != nil, now: now)
        let receipt = input.receipt(&reader)
        reader.reportUnknown()
        guard reader.errors.isEmpty, let name = input.name, let timestamp = input.timestamp,
            let externalID = reporter ?? input.externalID
        else { return (object["id"]?.string, .rejected(reader.errors)) }
        let event = NewEvent(
            clientID: input.id, externalID: externalID, name: name, occurredAt: timestamp,
            data: (input.data ?? JSONObject()).encoded(), receipt: receipt, planReport: input.planReport)
        return (input.id, .event(event))
    }

    /// Stores what can be stored and answers for each event in order.
    func store(in storage: TenantHandle, device: Device?, now: Date) async throws -> Reply {
        let events = slots.compactMap { entry -> NewEvent? in
            if case .event(let event) = entry.slot { event } else { nil }
        }
        var stored = try await events.isEmpty ? [] : storage.record(events, device: device, now: now)
        stored.reverse()
        var results: [JSONValue] = []
        for (id, slot) in slots {
            var result: JSONObject = ["id": id.map { .string($0) } ?? .null]
            switch slot {
            case .rejected(let errors): Self.reject(&result, errors)
            case .event:
                switch stored.popLast() {
                case .accepted(let event)?:
                    result["status"] = "accepted"
                    if id == nil { result["id"] = .string(event.description) }
                case .duplicate?: result["status"] = "duplicate"
                case .unknownSubscriber?:
                    Self.reject(&result, [FieldError(.notFound, at: "externalId", "There is no such subscriber.")])
                case .unknownMessage?, nil:
                    Self.reject(
                        &result,
                        [FieldError(.notFound, at: "data.messageId", "The device has no delivery of this message.")])
                }
            }
            results.append(.object(result))
        }
        return Reply(["results": .array(results)], status: 202)
    }

    private static func reject(_ result: inout JSONObject, _ errors: [FieldError]) {
        result["status"] = "rejected"
        result["error"] = errors.first.map { .object($0.json) } ?? .null
    }
}
