internal import PushModel

/// Every route of the API as the document describes it; a test holds the router to this list, both ways.
enum Operations {
    static let all =
        tenants + apps + keys + subscribers + devices + imports + messages + events + client + clientSubscriber
        + segments + attributes + topics + calls + clientCalls + trace + settings + system

    private static let keys: [Operation] = [
        .init(
            method: "POST", path: "/v1/keys", id: "createKey", tag: "Keys",
            summary: "Always refused: keys are made with `tidings keys create` on the data folder, never by a key.",
            access: .management(scope: "keys:write"), parameters: [.tenant], success: []),
        .init(
            method: "GET", path: "/v1/keys", id: "listKeys", tag: "Keys",
            summary: "List the tenant's keys, newest first.",
            access: .management(scope: "keys:read"), parameters: [.tenant] + Operation.Parameter.page,
            success: [.init(status: 200, summary: "A page of keys, without their secrets.", schema: "KeyPage")],
            errors: [.invalidCursor]),
        .init(
            method: "DELETE", path: "/v1/keys/{id}", id: "revokeKey", tag: "Keys", summary: "Revoke a key at once.",
            access: .management(scope: "keys:write"), parameters: [.tenant, .path("id", "The key's id.")],
            success: [.init(status: 200, summary: "The key.", schema: "Key")], errors: [.validationFailed]),
    ]

    private static let subscribers: [Operation] = [
        .init(
            method: "PUT", path: "/v1/subscribers/{externalId}", id: "putSubscriber", tag: "Subscribers",
            summary: "Make a subscriber, or replace what is known about one.",
            access: .management(scope: "subscribers:write"),
            parameters: [.tenant, .path("externalId", "Your own user id, at most 255 bytes.")], body: "NewSubscriber",
            bodyIsOptional: true,
            success: [
                .init(status: 201, summary: "The subscriber is new.", schema: "Subscriber"),
                .init(status: 200, summary: "The subscriber was there.", schema: "Subscriber"),
            ], errors: [.attributesTooLarge, .systemAttribute, .invalidTimezone]),
        .init(
            method: "GET", path: "/v1/subscribers", id: "listSubscribers", tag: "Subscribers",
            summary: "List the subscribers, newest first.", access: .management(scope: "subscribers:read"),
            parameters: [.tenant] + Operation.Parameter.page,
            success: [.init(status: 200, summary: "A page of subscribers.", schema: "SubscriberPage")],
            errors: [.invalidCursor]),
        .init(
            method: "GET", path: "/v1/subscribers/{externalId}", id: "readSubscriber", tag: "Subscribers",
            summary: "Read a subscriber.", access: .management(scope: "subscribers:read"),
            parameters: [.tenant, .path("externalId", "Your own user id.")],
            success: [.init(status: 200, summary: "The subscriber.", schema: "Subscriber")],
            errors: [.validationFailed]),
    ]

    private static let devices: [Operation] = [
        .init(
            method: "POST", path: "/v1/devices", id: "registerDevice", tag: "Devices",
            summary: "Register a token from a backend; the same token again refreshes it.",
            access: .management(scope: "devices:write"), parameters: [.tenant], body: "NewDevice",
            success: [
                .init(status: 201, summary: "The device is new.", schema: "Device"),
                .init(status: 200, summary: "The device was there.", schema: "Device"),
            ], errors: [.invalidToken]),
        .init(
            method: "GET", path: "/v1/devices", id: "listDevices", tag: "Devices",
            summary: "List the devices, newest first.", access: .management(scope: "devices:read"),
            parameters: [.tenant] + Operation.Parameter.page + [
                .query("externalId", "Only devices of this subscriber."),
                .query("token", "Only devices that have this token, in hex."),
            ], success: [.init(status: 200, summary: "A page of devices.", schema: "DevicePage")],
            errors: [.invalidCursor, .invalidToken]),
        .init(
            method: "GET", path: "/v1/devices/{id}", id: "readDevice", tag: "Devices", summary: "Read a device.",
            access: .management(scope: "devices:read"), parameters: [.tenant, .path("id", "The device's id.")],
            success: [.init(status: 200, summary: "The device.", schema: "Device")], errors: [.validationFailed]),
        .init(
            method: "PATCH", path: "/v1/devices/{id}", id: "changeDevice", tag: "Devices",
            summary: "Mute or unmute a device.", access: .management(scope: "devices:write"),
            parameters: [.tenant, .path("id", "The device's id.")], body: "DeviceChange",
            success: [.init(status: 200, summary: "The device.", schema: "Device")]),
        .init(
            method: "DELETE", path: "/v1/devices/{id}", id: "removeDevice", tag: "Devices",
            summary: "Remove a device and forget its token.", access: .management(scope: "devices:write"),
            parameters: [.tenant, .path("id", "The device's id.")],
            success: [.init(status: 200, summary: "It is removed.", schema: "Removal")], errors: [.validationFailed]),
    ]

    private static let messages: [Operation] = [
        .init(
            method: "POST", path: "/v1/messages", id: "sendMessage", tag: "Messages",
            summary: "Notify people. The answer comes once the message is stored durably.",
            access: .management(scope: "messages:send"),
            parameters: [
                .tenant,
                .header(
                    "Idempotency-Key",
                    "1 to 255 bytes, per tenant, never forgotten. The same body again answers the first message with "
                        + "Idempotent-Replayed: true; another body is refused.",
                    ["type": "string", "minLength": 1, "maxLength": 255]),
            ], body: "NewMessage",
            success: [
                .init(status: 202, summary: "The message is stored and will be delivered.", schema: "AcceptedMessage")
            ],
            errors: [
                .targetsMissing, .targetsConflict, .payloadMissing, .payloadTooLarge, .subscriberNotFound,
                .topicNotFound, .segmentNotFound, .invalidExpression, .invalidTemplate, .channelDisabled,
                .invalidSchedule,
                .scheduleInPast,
                .idempotencyKeyReused, .messageIDTaken,
            ]),
        .init(
            method: "POST", path: "/v1/messages/preview", id: "previewMessage", tag: "Messages",
            summary: "Measure the payload of a message in bytes, without sending anything.",
            access: .management(scope: "messages:read"), parameters: [.tenant], body: "NewMessage",
            success: [.init(status: 200, summary: "The size of the largest payload.", schema: "PayloadSize")],
            errors: [
                .targetsMissing, .targetsConflict, .payloadMissing, .subscriberNotFound, .invalidExpression,
                .invalidTemplate, .invalidSchedule,
            ]),
        .init(
            method: "GET", path: "/v1/messages", id: "listMessages", tag: "Messages",
            summary: "List the messages, newest first.", access: .management(scope: "messages:read"),
            parameters: [.tenant] + Operation.Parameter.page,
            success: [.init(status: 200, summary: "A page of messages.", schema: "MessagePage")],
            errors: [.invalidCursor]),
        .init(
            method: "GET", path: "/v1/messages/{id}", id: "readMessage", tag: "Messages",
            summary: "Read how far a message has come.", access: .management(scope: "messages:read"),
            parameters: [.tenant, .path("id", "The message's id.")],
            success: [.init(status: 200, summary: "The message.", schema: "Message")], errors: [.validationFailed]),
        .init(
            method: "POST", path: "/v1/messages/{id}/cancel", id: "cancelMessage", tag: "Messages",
            summary: "Take a message back: what has not gone out by now never does. Repeating it changes nothing.",
            access: .management(scope: "messages:send"), parameters: [.tenant, .path("id", "The message's id.")],
            success: [.init(status: 200, summary: "The message.", schema: "Message")],
            errors: [.messageNotCancelable, .validationFailed]),
        .init(
            method: "POST", path: "/v1/schedules/preview", id: "previewSchedule", tag: "Messages",
            summary: "List the moments of a schedule in time zones, without sending anything.",
            access: .management(scope: "messages:read"), parameters: [.tenant], body: "ScheduleTrial",
            success: [.init(status: 200, summary: "The moments.", schema: "ScheduleMoments")],
            errors: [.invalidSchedule, .scheduleInPast]),
        .init(
            method: "GET", path: "/v1/messages/{id}/deliveries", id: "listDeliveries", tag: "Messages",
            summary: "List a message's deliveries, newest first.", access: .management(scope: "messages:read"),
            parameters: [.tenant, .path("id", "The message's id.")] + Operation.Parameter.page + [
                .query(
                    "status", "Only deliveries of this status.",
                    [
                        "type": "string",
                        "enum": [
                            "pending", "retrying", "sent", "failed", "invalid", "expired", "canceled", "skipped",
                        ],
                    ]),
                .query("externalId", "Only deliveries to this subscriber."),
            ], success: [.init(status: 200, summary: "A page of deliveries.", schema: "DeliveryPage")],
            errors: [.invalidCursor]),
        .init(
            method: "GET", path: "/v1/deliveries/{id}", id: "readDelivery", tag: "Messages",
            summary: "Read a delivery with its receipts.", access: .management(scope: "messages:read"),
            parameters: [.tenant, .path("id", "The delivery's id.")],
            success: [.init(status: 200, summary: "The delivery.", schema: "Delivery")], errors: [.validationFailed]),
        .init(
            method: "GET", path: "/v1/deliveries/{id}/attempts", id: "listAttempts", tag: "Messages",
            summary: "List a delivery's attempts, first to last.", access: .management(scope: "messages:read"),
            parameters: [.tenant, .path("id", "The delivery's id.")],
            success: [.init(status: 200, summary: "All attempts.", schema: "AttemptPage")],
            errors: [.validationFailed]),
    ]

    private static let events: [Operation] = [
        .init(
            method: "POST", path: "/v1/events", id: "recordEvents", tag: "Events",
            summary: "Record up to 100 events, or one that stands alone; each has its own result.",
            access: .management(scope: "events:write"), parameters: [.tenant], body: "EventBatch",
            success: [.init(status: 202, summary: "What became of each event, in order.", schema: "EventResults")]),
        .init(
            method: "GET", path: "/v1/events", id: "listEvents", tag: "Events",
            summary: "List the events, newest first.",
            access: .management(scope: "events:read"),
            parameters: [.tenant] + Operation.Parameter.page + [
                .query("externalId", "Only events of this subscriber.")
            ], success: [.init(status: 200, summary: "A page of events.", schema: "EventPage")],
            errors: [.invalidCursor]),
    ]

    private static let client: [Operation] = [
        .init(
            method: "PUT", path: "/v1/client/device", id: "clientRegister", tag: "Client",
            summary: "Register this install, or refresh it; a new subscriber takes the device over.", access: .client,
            parameters: [.subscriber, .identity], body: "ClientDevice",
            success: [
                .init(status: 201, summary: "The device is new.", schema: "ClientDeviceAnswer"),
                .init(status: 200, summary: "The device was there.", schema: "ClientDeviceAnswer"),
            ], errors: [.invalidToken]),
        .init(
            method: "DELETE", path: "/v1/client/device", id: "clientUnregister", tag: "Client",
            summary: "Log out: this device gets no more pushes.", access: .client,
            parameters: [.subscriber, .identity, .device],
            success: [.init(status: 200, summary: "It is removed.", schema: "Removal")]),
        .init(
            method: "POST", path: "/v1/client/events", id: "clientEvents", tag: "Client",
            summary: "Report up to 100 events and receipts, also of a subscriber who had the device before.",
            access: .client,
            parameters: [.subscriber, .identity, .device], body: "ClientEventBatch",
            success: [.init(status: 202, summary: "What became of each event, in order.", schema: "EventResults")]),
        .init(
            method: "GET", path: "/v1/client/messages", id: "clientMessages", tag: "Client",
            summary: "Read the own subscriber's messages, oldest first.", access: .client,
            parameters: [
                .subscriber, .identity, .device,
                .query(
                    "limit", "How many items a page has.",
                    ["type": "integer", "minimum": 1, "maximum": 100, "default": 50]),
                .query(
                    "after", "The nextCursor of an earlier page: only what came later is answered.",
                    Operation.Parameter.cursor),
                .query("conversation", "Only messages of this conversation."),
                .query(
                    "wait", "Seconds that the answer may wait for a message when there is none.",
                    ["type": "integer", "minimum": 0, "maximum": 20, "default": 0]),
            ], success: [.init(status: 200, summary: "A page of messages.", schema: "ClientMessagePage")],
            errors: [.invalidCursor]),
    ]

    private static let system: [Operation] = [
        .init(
            method: "GET", path: "/healthz", id: "health", tag: "System", summary: "Whether the process runs.",
            access: .open, success: [.init(status: 200, summary: "It runs.", schema: "Health")]),
        .init(
            method: "GET", path: "/readyz", id: "readiness", tag: "System",
            summary: "Whether the server can take requests; 503 if not.", access: .open,
            success: [.init(status: 200, summary: "It can.", schema: "Health")]),
        .init(
            method: "GET", path: "/openapi.yaml", id: "documentYAML", tag: "System", summary: "This document as YAML.",
            access: .open, success: [.init(status: 200, summary: "The document.", schema: "Document")]),
        .init(
            method: "GET", path: "/openapi.json", id: "documentJSON", tag: "System", summary: "This document as JSON.",
            access: .open, success: [.init(status: 200, summary: "The document.", schema: "Document")]),
        .init(
            method: "GET", path: "/llms.txt", id: "overview", tag: "System",
            summary: "What a language model has to know to use the server.", access: .open,
            success: [.init(status: 200, summary: "The text.", schema: "Text")]),
        .init(
            method: "GET", path: "/metrics", id: "metrics", tag: "System",
            summary: "Numbers about the server, all tenants together, in Prometheus' text format.",
            access: .workspace(scope: "metrics:read"),
            success: [.init(status: 200, summary: "The page.", schema: "MetricsPage")]),
    ]
}
