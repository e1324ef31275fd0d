internal import Foundation
internal import PushCrypto
internal import PushModel
internal import Storage

/// Devices, as the tenant's backend sees and registers them.
struct DeviceRoutes {
    static let list = "devices"

    static let endpoints: [Endpoint] = [
        .management("POST", "/v1/devices", scope: "devices:write", register),
        .management("GET", "/v1/devices", scope: "devices:read") { context in
            let query = try ListQuery(context.request, list: list, filters: ["externalId", "token"])
            if let token = query.filters["token"] {
                let found = try await context.storage.devices(token: try DeviceToken(token).hex).filter {
                    [nil, $0.externalID].contains(query.filters["externalId"])
                }
                return Reply(Page(found, limit: found.count, key: \.row), list: list) { $0.json }
            }
            let page = try await context.storage.devices(
                externalID: query.filters["externalId"], before: query.position, limit: query.limit)
            return Reply(page, list: list) { $0.json }
        },
        .management("GET", "/v1/devices/{id}", scope: "devices:read") { context in
            try context.refuseQuery()
            guard let device = try await context.storage.device(try context.id(.device)) else {
                throw APIError.nothingHere
            }
            return Reply(device.json)
        },
        .management("PATCH", "/v1/devices/{id}", scope: "devices:write") { context in
            let id = try context.id(.device)
            var reader = try FieldReader(parsing: context.body)
            let enabled = reader.bool("enabled", isRequired: true)
            try reader.finish()
            guard let enabled, let device = try await context.storage.setDevice(id, enabled: enabled) else {
                throw APIError.nothingHere
            }
            return Reply(device.json)
        },
        .management("DELETE", "/v1/devices/{id}", scope: "devices:write") { context in
            try context.refuseQuery()
            let id = try context.id(.device)
            guard try await context.storage.removeDevice(id, now: context.now) else { throw APIError.nothingHere }
            return Reply(["id": .string(id.description), "deleted": true])
        },
    ]

    @Sendable
    private static func register(_ context: RequestContext) async throws -> Reply {
        var reader = try FieldReader(parsing: context.body)
        let externalID = reader.string(
            "externalId", length: 1...255, byteLimit: Subscriber.externalIDByteLimit, isRequired: true)
        let bundleID = reader.string("bundleId", length: 1...155, isRequired: true)
        let platform = reader.choice("platform", of: DevicePlatform.self)
        let environment = reader.choice("environment", of: PushEnvironment.self)
        let token = reader.string("token", length: 0...4_096, isRequired: true)
        try reader.finish()
        guard let externalID, let bundleID, let token else { throw APIError.nothingHere }
        _ = platform
        let registration = DeviceRegistration(
            externalID: externalID, isVerified: true, remembersVerification: false, installID: nil,
            bundleID: bundleID, token: try DeviceToken(token).hex, environment: environment ?? .production,
            description: nil, encryption: nil)
        let (device, isNew) = try await context.storage.registerDevice(registration, now: context.now)
        return Reply(device.json, status: isNew ? 201 : 200)
    }
}

/// The operating systems that devices can run.
enum DevicePlatform: String, CaseIterable {
    case ios
}

extension TenantHandle {
    /// Registers a device and turns refusals into answers.
    func registerDevice(_ registration: DeviceRegistration, now: Date) async throws -> (Device, isNew: Bool) {
        switch try await register(registration, now: now) {
        case .registered(let device, let isNew):
            return (device, isNew)
        case .unknownApp:
            throw APIError(.notFound, "The tenant has no app with this bundle id. Make it first.", param: "bundleId")
        case .tokenTaken(let kind):
            throw APIError(
                .forbidden, "The token belongs to another subscriber's device. Send Tidings-Identity.",
                param: kind.field)
        case .wrongKind(let kind):
            throw APIError(
                .invalidToken,
                kind == .voip
                    ? "This is a token for alerts. PushKit gives the one for calls."
                    : "This is a token for calls. The app delegate gives the one for alerts.", param: kind.field)
        case .unprovenUnique:
            throw APIError(
                .forbidden, "Only who proves to be this subscriber may end their other devices. Send Tidings-Identity.",
                param: "unique")
        }
    }
}

extension Device {
    var tokenStatus: String { token.status }
    var voipTokenStatus: String { voipToken.status }

    var json: JSONValue {
        [
            "id": .string(id.description),
            "subscriber": ["id": .string(subscriberID.description), "externalId": .string(externalID)],
            "bundleId": .string(bundleID),
            "platform": .string(description.platform),
            "enabled": .bool(isEnabled),
            "token": token.json,
            "voipToken": voipToken.json,
            "permission": .string(description.permission),
            "locale": description.locale.map { .string($0) } ?? .null,
            "timeZone": description.timeZone.map { .string($0) } ?? .null,
            "sdkVersion": description.sdkVersion.map { .string($0) } ?? .null,
            "appVersion": description.appVersion.map { .string($0) } ?? .null,
            "osVersion": description.osVersion.map { .string($0) } ?? .null,
            "model": description.model.map { .string($0) } ?? .null,
            "capabilities": ["serviceExtension": .bool(description.hasServiceExtension)],
            "encryption": encryption.map {
                [
                    "keyId": .string($0.keyID), "publicKey": .string(Base64URL.encode($0.publicKey)),
                    "auth": .string(Base64URL.encode($0.auth)),
                ]
            } ?? .null,
            "createdAt": .string(Timestamp.format(createdAt)),
            "lastSeenAt": .string(Timestamp.format(lastSeenAt)),
        ]
    }
}

extension TokenKind {
    /// The field of a registration that holds such a token.
    var field: String { self == .voip ? "voipToken" : "token" }
}

extension DeviceTokenRecord? {
    fileprivate var status: String { map { $0.isValid ? "active" : "invalid" } ?? "none" }

    fileprivate var json: JSONValue {
        map { token in
            [
                "status": .string(status),
                "environment": .string(token.environment.rawValue),
                "hint": .string((try? DeviceToken(token.token))?.description ?? "…"),
                "reason": token.reason.map { .string($0) } ?? .null,
                "registeredAt": .string(Timestamp.format(token.registeredAt)),
            ]
        } ?? ["status": "none"]
    }
}
