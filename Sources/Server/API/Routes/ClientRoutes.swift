internal import Delivery
internal import Foundation
internal import PushCrypto
internal import PushModel
internal import Storage

/// What an app's SDK calls for the own device, its events, and the own subscriber's history.
struct ClientRoutes {
    static let endpoints: [Endpoint] = [
        .client("PUT", "/v1/client/device", register),
        .client("DELETE", "/v1/client/device") { context in
            let device = try await context.device()
            _ = try await context.storage.removeDevice(device.id, now: context.now)
            return Reply(["id": .string(device.id.description), "deleted": true])
        },
        .client("POST", "/v1/client/events") { context in
            let device = try await context.reportingDevice()
            let batch = try EventBatch(body: context.body, reporter: context.externalID, now: context.now)
            return try await batch.store(in: context.storage, device: device, now: context.now)
        },
        .client("GET", "/v1/client/messages", ClientHistory.read),
    ]

    @Sendable
    private static func register(_ context: ClientContext) async throws -> Reply {
        var reader = try FieldReader(parsing: context.body)
        let installID = reader.string("installId", length: 8...100, isRequired: true)
        let bundleID = reader.string("bundleId", length: 1...155, isRequired: true)
        let token = reader.string("token", length: 0...4_096)
        _ = reader.choice("tokenKind", of: MainTokenKind.self)
        let endsVoIP = reader.contains("voipToken")
        let voipToken = reader.string("voipToken", length: 0...4_096)
        let isVoIPUnique = reader.bool("voipUnique")
        let environment = reader.choice("environment", of: PushEnvironment.self, isRequired: true)
        let isUnique = reader.bool("unique")
        let description = description(&reader)
        let encryption = encryption(&reader)
        try reader.finish()
        guard let installID, let bundleID, let environment else { throw APIError.nothingHere }
        var registration = DeviceRegistration(
            externalID: context.externalID, isVerified: context.isVerified,
            remembersVerification: context.isVerified, installID: installID, bundleID: bundleID,
            token: try token.map { try DeviceToken($0).hex }, environment: environment, description: description,
            encryption: encryption)
        registration.isUnique = isUnique ?? false
        registration.isVoIPUnique = isVoIPUnique ?? false
        if let voipToken {
            registration.voipToken = .set(try Self.voipToken(voipToken))
        } else if endsVoIP {
            registration.voipToken = .end
        }
        if let token = registration.token, token == registration.voipToken.token {
            throw APIError(
                .invalidToken, "Both tokens are the same. PushKit gives the one for calls.", param: "voipToken")
        }
        let (device, isNew) = try await context.storage.registerDevice(registration, now: context.now)
        return Reply(
            [
                "id": .string(device.id.description),
                "subscriber": [
                    "id": .string(device.subscriberID.description), "externalId": .string(device.externalID),
                    "verified": .bool(device.isVerified),
                ],
                "token": ["status": .string(device.tokenStatus)],
                "voipToken": ["status": .string(device.voipTokenStatus)],
            ], status: isNew ? 201 : 200)
    }

    private static func voipToken(_ text: String) throws -> String {
        do { return try DeviceToken(text).hex } catch {
            throw APIError(.invalidToken, error.message, param: "voipToken")
        }
    }

    private enum MainTokenKind: String, CaseIterable {
        case alert
    }

    private enum Permission: String, CaseIterable {
        case notDetermined, denied, authorized, provisional, ephemeral
    }

    private static func description(_ reader: inout FieldReader) -> DeviceDescription {
        var description = DeviceDescription()
        description.platform = (reader.choice("platform", of: DevicePlatform.self) ?? .ios).rawValue
        description.permission =
            (reader.choice("permission", of: Permission.self, isRequired: true) ?? .notDetermined).rawValue
        description.locale = reader.string("locale", length: 0...100)
        description.timeZone = reader.string("timeZone", length: 0...100)
        description.sdkVersion = reader.string("sdkVersion", length: 0...100)
        description.appVersion = reader.string("appVersion", length: 0...100)
        description.osVersion = reader.string("osVersion", length: 0...100)
        description.model = reader.string("model", length: 0...100)
        description.hasServiceExtension =
            reader.nested("capabilities") { $0.bool("serviceExtension") } ?? false
        return description
    }

    private static func encryption(_ reader: inout FieldReader) -> DeviceEncryption? {
        reader.nested("encryption") { fields in
            let keyID = fields.string("keyId", length: 1...64, byteLimit: 64, isRequired: true)
            let publicKey = fields.string("publicKey", length: 1...200, isRequired: true)
            let auth = fields.string("auth", length: 1...100, isRequired: true)
            guard let keyID, let publicKey, let auth else { return nil }
            do {
                let keys = try PublicKeys(publicKey: publicKey, authSecret: auth)
                return DeviceEncryption(keyID: keyID, publicKey: keys.publicKey, auth: keys.authSecret)
            } catch {
                fields.fail(
                    "publicKey", .invalidFormat,
                    "Expected an uncompressed P-256 point of 65 bytes and a secret of 16 bytes, in base64url.")
                return nil
            }
        }
    }
}
