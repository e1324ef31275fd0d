internal import PushModel

extension Operations {
    private static let id = Operation.Parameter.path("id", "The call's id: a UUID.")
    private static let device: [Operation.Parameter] = [.subscriber, .identity, .device]

    /// The routes by which a backend makes calls and follows them.
    static let calls: [Operation] = [
        .init(
            method: "POST", path: "/v1/calls", id: "placeCall", tag: "Calls",
            summary:
                "Ring every device of people. The same id and body again answer the same call: Idempotent-Replayed: true.",
            access: .management(scope: "calls:write"), parameters: [.tenant], body: "NewCall",
            success: [
                .init(status: 201, summary: "It rings.", schema: "Call"),
                .init(
                    status: 200, summary: "The same request has made it before; this is how it stands.", schema: "Call"),
            ],
            errors: [.targetsMissing, .payloadTooLarge, .subscriberNotFound, .channelDisabled, .callIDTaken]),
        .init(
            method: "GET", path: "/v1/calls/{id}", id: "readCall", tag: "Calls",
            summary: "Read how a call stands, which devices it rang, and what happened.",
            access: .management(scope: "calls:read"), parameters: [.tenant, id],
            success: [.init(status: 200, summary: "The call.", schema: "Call")], errors: [.validationFailed]),
        .init(
            method: "POST", path: "/v1/calls/{id}/accept", id: "acceptCall", tag: "Calls",
            summary: "Somebody answers elsewhere, such as on the web: their devices stop ringing.",
            access: .management(scope: "calls:write"), parameters: [.tenant, id], body: "CallSubscriber",
            success: [.init(status: 200, summary: "The call.", schema: "Call")],
            errors: [.callAlreadyAccepted, .callEnded]),
        .init(
            method: "POST", path: "/v1/calls/{id}/decline", id: "declineCall", tag: "Calls",
            summary: "Somebody declines elsewhere: their devices stop ringing.",
            access: .management(scope: "calls:write"), parameters: [.tenant, id], body: "CallSubscriber",
            success: [.init(status: 200, summary: "The call.", schema: "Call")],
            errors: [.callAlreadyAccepted, .callEnded]),
        .init(
            method: "POST", path: "/v1/calls/{id}/cancel", id: "cancelCall", tag: "Calls",
            summary: "The caller hangs up before anybody answers. Repeating it changes nothing.",
            access: .management(scope: "calls:write"), parameters: [.tenant, id],
            success: [.init(status: 200, summary: "The call.", schema: "Call")],
            errors: [.callAlreadyAccepted, .callEnded, .validationFailed, .invalidJSON]),
        .init(
            method: "POST", path: "/v1/calls/{id}/end", id: "endCall", tag: "Calls",
            summary: "Either side hangs up; a call that still rings is cancelled. Repeating it changes nothing.",
            access: .management(scope: "calls:write"), parameters: [.tenant, id], body: "CallEnd", bodyIsOptional: true,
            success: [.init(status: 200, summary: "The call.", schema: "Call")], errors: [.callEnded]),
    ]

    /// The routes by which the devices of those who are called report and follow calls.
    static let clientCalls: [Operation] = [
        .init(
            method: "GET", path: "/v1/client/calls", id: "clientCalls", tag: "Client",
            summary: "List the own subscriber's calls, newest first.", access: .client,
            parameters: device + [
                .query(
                    "limit", "How many items a page has.",
                    ["type": "integer", "minimum": 1, "maximum": 100, "default": 50]),
                .query("after", "The nextCursor of the page before.", Operation.Parameter.cursor),
                .query("missed", "Only calls that nobody took and the person did not decline.", ["type": "boolean"]),
                .query("ringing", "Only calls that ring.", ["type": "boolean"]),
            ], success: [.init(status: 200, summary: "A page of calls.", schema: "ClientCallPage")],
            errors: [.invalidCursor]),
        .init(
            method: "GET", path: "/v1/client/calls/stream", id: "clientCallStream", tag: "Client",
            summary:
                "A live connection: the calls that ring, or what came after Last-Event-ID, then each event as it happens.",
            access: .client,
            parameters: device + [
                .header("Last-Event-ID", "The id of the last event that was taken.", Operation.Parameter.cursor)
            ],
            success: [.init(status: 200, summary: "Server-sent events.", schema: "CallStream")],
            errors: [.invalidCursor, .tooManyStreams]),
        .init(
            method: "POST", path: "/v1/client/calls/{id}/ringing", id: "clientRinging", tag: "Client",
            summary: "The device rings. The caller learns of the first one.", access: .client,
            parameters: device + [id],
            success: [.init(status: 200, summary: "The call, as it stands for the person.", schema: "ClientCall")],
            errors: [.invalidJSON]),
        .init(
            method: "POST", path: "/v1/client/calls/{id}/accept", id: "clientAcceptCall", tag: "Client",
            summary: "The person answers on this device. Of several devices the first has the call.", access: .client,
            parameters: device + [id],
            success: [.init(status: 200, summary: "This device has the call.", schema: "ClientCall")],
            errors: [.callAlreadyAccepted, .callEnded, .invalidJSON]),
        .init(
            method: "POST", path: "/v1/client/calls/{id}/decline", id: "clientDeclineCall", tag: "Client",
            summary: "The person does not take the call: all their devices stop.", access: .client,
            parameters: device + [id], body: "CallDecline", bodyIsOptional: true,
            success: [.init(status: 200, summary: "The call, as it stands for the person.", schema: "ClientCall")],
            errors: [.callAlreadyAccepted, .callEnded]),
        .init(
            method: "POST", path: "/v1/client/calls/{id}/end", id: "clientEndCall", tag: "Client",
            summary: "The device that has the call hangs up; of one that only rings it changes nothing.",
            access: .client, parameters: device + [id], body: "CallEnd", bodyIsOptional: true,
            success: [.init(status: 200, summary: "The call, as it stands for the person.", schema: "ClientCall")],
            errors: [.callAlreadyAccepted, .callEnded]),
        .init(
            method: "DELETE", path: "/v1/client/device/tokens/{kind}", id: "clientRemoveTokens", tag: "Client",
            summary: "Forget the token of a kind, of this device or of all devices that the person has of the app.",
            access: .client,
            parameters: device + [
                .path("kind", "alert or voip."),
                .query(
                    "all", "Whether the tokens of the other devices go, too.", ["type": "boolean", "default": false]),
            ], success: [.init(status: 200, summary: "They are forgotten.", schema: "TokenRemoval")]),
    ]
}
