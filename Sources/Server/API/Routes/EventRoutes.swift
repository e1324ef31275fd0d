internal import PushModel
internal import Storage

/// Events, as the tenant's backend writes and reads them.
struct EventRoutes {
    static let list = "events"

    static let endpoints: [Endpoint] = [
        .management("POST", "/v1/events", scope: "events:write") { context in
            try context.refuseQuery()
            let batch = try EventBatch(body: context.body, reporter: nil, now: context.now)
            return try await batch.store(in: context.storage, device: nil, now: context.now)
        },
        .management("GET", "/v1/events", scope: "events:read") { context in
            let query = try ListQuery(context.request, list: list, filters: ["externalId"])
            let page = try await context.storage.events(
                externalID: query.filters["externalId"], before: query.position, limit: query.limit)
            return Reply(page, list: list) { $0.json }
        },
    ]
}

extension Event {
    var json: JSONValue {
        [
            "id": .string(id.description),
            "externalId": .string(externalID),
            "deviceId": deviceID.map { .string($0.description) } ?? .null,
            "name": .string(name),
            "clientId": clientID.map { .string($0) } ?? .null,
            "sequence": .int(sequence),
            "timestamp": .string(Timestamp.format(occurredAt)),
            "receivedAt": .string(Timestamp.format(receivedAt)),
            "data": (try? JSONValue(parsing: data)) ?? [:],
        ]
    }
}
