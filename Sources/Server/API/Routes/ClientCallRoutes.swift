internal import Delivery
internal import Foundation
internal import PushModel
internal import Storage
internal import Timekeeping
internal import WebServer

/// Calls, as the devices of those who are called report and follow them.
struct ClientCallRoutes {
    static let list = "calls"
    static let streamList = "call-events"
    /// How often a live connection without news gives a sign of life, and looks whether the device is still the person's.
    static let heartbeat = Duration.seconds(15)
    private static let feedPage = 100

    static func endpoints(_ keeper: CallKeeper) -> [Endpoint] {
        [
            .client("GET", "/v1/client/calls", calls),
            .clientStream("GET", "/v1/client/calls/stream") { try await stream($0, keeper) },
            .client("POST", "/v1/client/calls/{id}/ringing") { context in
                try await act(.ringing, context, keeper) { body in
                    guard !body.isEmpty else { return nil }
                    var reader = try FieldReader(parsing: body)
                    try reader.finish()
                    return nil
                }
            },
            .client("POST", "/v1/client/calls/{id}/accept") { context in
                try await act(.accept, context, keeper) { body in
                    guard !body.isEmpty else { return nil }
                    var reader = try FieldReader(parsing: body)
                    try reader.finish()
                    return nil
                }
            },
            .client("POST", "/v1/client/calls/{id}/decline") { context in
                try await act(.decline, context, keeper) { try CallReason.read($0, CallDeclineReason.self) }
            },
            .client("POST", "/v1/client/calls/{id}/end") { context in
                try await act(.end, context, keeper) { try CallReason.read($0, CallEndReason.self) }
            },
            .client("DELETE", "/v1/client/device/tokens/{kind}", removeTokens),
        ]
    }

    private static func act(
        _ act: CallAct, _ context: ClientContext, _ keeper: CallKeeper, reason: ([UInt8]) throws -> String?
    ) async throws -> Reply {
        try context.base.refuseQuery()
        let device = try await context.device()
        let result = try await context.storage.act(
            act, by: .device(device), reason: try reason(context.body), call: context.base.part("id").lowercased(),
            now: context.now)
        return Reply(try keeper.call(of: result, context.base).json(for: device.subscriberRow))
    }

    @Sendable
    private static func calls(_ context: ClientContext) async throws -> Reply {
        let query = try ListQuery(
            context.base.request, list: list, cursor: "after", filters: ["missed", "ringing"])
        let device = try await context.device()
        var chosen: [CallFilter] = []
        for (name, filter) in [("missed", CallFilter.missed), ("ringing", .ringing)] {
            switch query.filters[name] {
            case nil, "false": break
            case "true": chosen.append(filter)
            default:
                throw ValidationError([FieldError(.invalidFormat, at: name, "The value has to be true or false.")])
            }
        }
        guard chosen.count < 2 else {
            throw ValidationError([
                FieldError(.invalidFormat, at: "ringing", "A call is missed or rings. Ask for one of the two.")
            ])
        }
        let page = try await context.storage.calls(
            of: device.subscriberRow, chosen.first ?? .all, before: query.position, limit: query.limit,
            now: context.now)
        return Reply(page, list: list) { $0.json(for: device.subscriberRow) }
    }

    /// Opens a live connection: what rings now, or what came after the last event, then everything as it happens.
    private static func stream(_ context: ClientContext, _ keeper: CallKeeper) async throws -> EventStream {
        try context.base.refuseQuery()
        let device = try await context.device()
        var position: Int64?
        if let last = context.base.header("Last-Event-ID"), !last.isEmpty {
            guard let found = Cursor.position(last, in: streamList) else {
                throw APIError(
                    .invalidCursor, "This is no event of this connection. Pass on the last id as it is, or none.",
                    param: "Last-Event-ID")
            }
            position = found
        }
        let start = position
        let (storage, time) = (context.storage, context.base.time)
        let person = CalledPerson(tenant: context.base.tenant.row, person: device.subscriberRow)
        guard keeper.streams.hasRoom(for: person, device: device.row) else {
            throw APIError(
                .tooManyStreams, "The server has as many live connections as it takes. Try again later.",
                headers: [("Retry-After", "30")])
        }
        return EventStream { writer in
            // Taken on before the first look, so that nothing falls between; and not before somebody listens.
            guard let stream = keeper.streams.open(person, device: device.row) else { return }
            defer { stream.close() }
            var position = start
            while stream.isOpen {
                let hold = time.hold("calls.stream")
                defer { hold.release() }
                let feed = try await storage.callFeed(
                    of: person.person, device: device.row, after: position, limit: feedPage, now: time.now)
                // The device has become somebody else's.
                guard let feed else { return }
                for (position, notice) in feed.notices {
                    let event = ServerSentEvent(
                        id: Cursor.text(position, in: streamList), name: "call",
                        data: JSONValue.object(notice.json).description)
                    guard writer.send(event) else { return }
                }
                let isFirst = position == nil
                position = feed.position
                if !isFirst, feed.notices.count == feedPage { continue }
                if feed.notices.isEmpty, !writer.keepAlive() { return }
                hold.release()
                await stream.wait(atMost: heartbeat)
            }
        }
    }

    @Sendable
    private static func removeTokens(_ context: ClientContext) async throws -> Reply {
        guard let kind = TokenKind(rawValue: context.base.part("kind")) else { throw APIError.nothingHere }
        let query = context.base.request.query
        let ofAll = try query.map { name, value -> Bool in
            guard name == "all" else {
                throw ValidationError([FieldError(.unknownField, at: name, "There is no parameter of this name here.")])
            }
            guard query.count == 1, let isSet = ["true": true, "false": false][value] else {
                throw ValidationError([FieldError(.invalidFormat, at: name, "The value has to be true or false.")])
            }
            return isSet
        }
        let device = try await context.device()
        let andOthers = ofAll.first ?? false
        guard !andOthers || context.isVerified || !device.isVerified else {
            throw APIError(
                .forbidden, "Only who proves to be this subscriber may end their other devices. Send Tidings-Identity.",
                param: "all")
        }
        let removed = try await context.storage.removeTokens(kind, of: device, andOthers: andOthers)
        return Reply(["removed": .int(removed)])
    }
}
