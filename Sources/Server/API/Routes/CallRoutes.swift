internal import Delivery
internal import Foundation
internal import PushModel
internal import Storage

/// Calls, as the caller's backend makes and follows them.
struct CallRoutes {
    static func endpoints(_ keeper: CallKeeper) -> [Endpoint] {
        [
            .management("POST", "/v1/calls", scope: "calls:write") { try await place($0, keeper) },
            .management("GET", "/v1/calls/{id}", scope: "calls:read") { context in
                try context.refuseQuery()
                return Reply(try await answer(context.part("id"), context.storage))
            },
            .management("POST", "/v1/calls/{id}/accept", scope: "calls:write") { context in
                try await act(.accept, context, keeper) { .subscriber(try subscriber(context)) }
            },
            .management("POST", "/v1/calls/{id}/decline", scope: "calls:write") { context in
                try await act(.decline, context, keeper) { .subscriber(try subscriber(context)) }
            },
            .management("POST", "/v1/calls/{id}/cancel", scope: "calls:write") { context in
                try await act(.cancel, context, keeper) {
                    if !context.body.isEmpty {
                        var reader = try FieldReader(parsing: context.body)
                        try reader.finish()
                    }
                    return .caller
                }
            },
            .management("POST", "/v1/calls/{id}/end", scope: "calls:write") { context in
                let reason = try CallReason.read(context.body, CallEndReason.self)
                return try await act(.end, context, keeper, reason: reason) { .caller }
            },
        ]
    }

    private static func place(_ context: RequestContext, _ keeper: CallKeeper) async throws -> Reply {
        try context.refuseQuery()
        guard context.tenant.settings.isPushEnabled else {
            throw APIError(
                .channelDisabled, "The tenant has switched pushes off. Switch them on with PATCH /v1/settings.",
                param: "channel")
        }
        let request = try CallRequest(parsing: context.body, now: context.now)
        switch try await context.storage.place(request.call) {
        case .placed(let call):
            keeper.happened(.ring, to: context.people(call.machine.waiting))
            return Reply(try await answer(call.id, context.storage), status: 201)
        case .replayed(let call):
            return Reply(try await answer(call.id, context.storage), headers: [("Idempotent-Replayed", "true")])
        case .idTaken:
            throw APIError(
                .callIDTaken, "Another request made a call with this id. Take a new id for a new call.", param: "id")
        case .unknownSubscribers(let places):
            let errors = places.map { FieldError(.notFound, at: request.places[$0], "Nobody has this id.") }
            throw APIError(
                .subscriberNotFound, "Nobody has \(places.count == 1 ? "this id" : "\(places.count) of the ids").",
                param: errors.first?.param, details: errors)
        }
    }

    private static func act(
        _ act: CallAct, _ context: RequestContext, _ keeper: CallKeeper, reason: String? = nil,
        by actor: () throws -> CallActor
    ) async throws -> Reply {
        try context.refuseQuery()
        let result = try await context.storage.act(
            act, by: try actor(), reason: reason, call: context.part("id").lowercased(), now: context.now)
        let call = try keeper.call(of: result, context)
        return Reply(try await answer(call.id, context.storage))
    }

    private static func subscriber(_ context: RequestContext) throws -> String {
        var reader = try FieldReader(parsing: context.body)
        let subscriber = reader.string(
            "subscriber", length: 1...255, byteLimit: Subscriber.externalIDByteLimit, isRequired: true)
        try reader.finish()
        guard let subscriber else { throw APIError.nothingHere }
        return subscriber
    }

    private static func answer(_ id: String, _ storage: TenantHandle) async throws -> JSONValue {
        guard let (call, details) = try await storage.call(id.lowercased()) else { throw APIError.nothingHere }
        return call.json(details)
    }
}

/// Why a person does not take a call.
enum CallDeclineReason: String, CaseIterable {
    case busy
}

/// Why a call that was answered is over.
enum CallEndReason: String, CaseIterable {
    case completed, connectionLost, acceptFailed, timedOut
}

/// The body of a route that takes a reason and nothing else, or no body at all.
enum CallReason {
    static func read<Reason: RawRepresentable & CaseIterable>(
        _ body: [UInt8], _ type: Reason.Type
    ) throws -> String? where Reason.RawValue == String {
        guard !body.isEmpty else { return nil }
        var reader = try FieldReader(parsing: body)
        let reason = reader.choice("reason", of: type)
        try reader.finish()
        return reason?.rawValue
    }
}

extension RequestContext {
    /// People of the tenant, for those who wait for news of them.
    func people(_ rows: Set<Int64>) -> Set<CalledPerson> {
        Set(rows.map { CalledPerson(tenant: tenant.row, person: $0) })
    }
}

extension CallKeeper {
    /// The call that an act left, with everybody told; what could not be done is an error.
    func call(of result: CallActResult, _ context: RequestContext) throws -> Call {
        switch result {
        case .done(let call, let event, let told):
            happened(event ?? .missed, to: context.people(told))
            return call
        case .alreadyAccepted(let told):
            happened(.missed, to: context.people(told))
            throw APIError(.callAlreadyAccepted, "Somebody has answered the call. End it, or leave it to them.")
        case .over(let told):
            happened(.missed, to: context.people(told))
            throw APIError(.callEnded, "The call is over.")
        case .unknown: throw APIError.nothingHere
        }
    }
}

extension Call {
    /// The call as the backend sees it.
    func json(_ details: CallDetails) -> JSONValue {
        var object = notice().json
        object["state"] = .string(machine.state.rawValue)
        object["to"] = .array(
            people.sorted { $0.key < $1.key }.map { row, externalID in
                ["subscriber": .string(externalID), "state": .string(machine.state(for: row).rawValue)]
            })
        object["createdAt"] = .string(Timestamp.format(createdAt))
        object["ringsUntil"] = .string(Timestamp.format(expiresAt))
        object["ringingAt"] = ringingAt.map { .string(Timestamp.format($0)) } ?? .null
        object["answeredAt"] = answeredAt.map { .string(Timestamp.format($0)) } ?? .null
        object["answeredBy"] =
            answeredBy.map {
                ["subscriber": .string($0), "device": answeredDevice.map { .string($0.description) } ?? .null]
            } ?? .null
        let isOver = machine.state != .ringing && machine.state != .accepted
        object["endedAt"] = isOver ? .string(Timestamp.format(changedAt)) : .null
        object["devices"] = .array(
            details.devices.map { ring in
                [
                    "device": .string(ring.device.description), "subscriber": .string(ring.externalID),
                    "token": ring.tokenKind.map { .string($0.rawValue) } ?? .null,
                    "ringingAt": ring.ringingAt.map { .string(Timestamp.format($0)) } ?? .null,
                ]
            })
        object["events"] = .array(
            details.events.map { entry in
                [
                    "event": .string(entry.event.rawValue), "subscriber": .string(entry.externalID),
                    "by": entry.device.map { .string($0.description) } ?? .null,
                    "reason": entry.reason.map { .string($0) } ?? .null, "at": .string(Timestamp.format(entry.at)),
                ]
            })
        object["messages"] = .array(
            details.messages.map { ["id": .string($0.id.description), "event": .string($0.event.rawValue)] })
        return .object(object)
    }

    /// The call as one of its people sees it.
    func json(for person: Int64) -> JSONValue {
        var object = notice(for: person).json
        object["state"] = .string(machine.state(for: person).rawValue)
        return .object(object)
    }
}
