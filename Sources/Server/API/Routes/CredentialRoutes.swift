internal import Delivery
internal import Foundation
internal import PushModel
internal import Storage

/// The APNs credentials of apps: set, and tried at APNs.
struct CredentialRoutes {
    static func endpoints(_ probe: CredentialProbe) -> [Endpoint] {
        [
            .management("PUT", "/v1/apps/{id}/credentials", scope: "apps:write") { try await set($0, probe) },
            .management("POST", "/v1/apps/{id}/credentials/probe", scope: "apps:write") { context in
                try context.refuseQuery()
                let app = try await AppRoutes.app(context)
                let findings = await findings(try await context.storage.credentials(of: app), app, probe)
                return Reply(["items": .array(findings.map(\.json)), "hasMore": false, "nextCursor": .null])
            },
        ]
    }

    private static func set(_ context: RequestContext, _ probe: CredentialProbe) async throws -> Reply {
        let app = try await AppRoutes.app(context)
        var reader = try FieldReader(parsing: context.body)
        let proof = PushProof(&reader, bundleID: app.bundleID, now: context.now)
        var environments = environments(&reader)
        let isProbed = reader.bool("probe") ?? false
        try reader.finish()
        guard let proof else { throw APIError.nothingHere }
        if isProbed {
            let tried = environments.map { PushCredential(app: app.row, environment: $0, proof: proof) }
            let findings = await findings(tried, app, probe)
            environments = findings.filter { $0.verdict == .valid }.map(\.environment)
            guard !environments.isEmpty else {
                throw APIError(
                    .credentialRefused,
                    "APNs takes the credential nowhere, so nothing was changed. " + (findings.first?.message ?? ""),
                    details: findings.map {
                        FieldError(.refused, at: "environments.\($0.environment.rawValue)", $0.message)
                    })
            }
        }
        let changed = try await context.storage.setCredential(
            app: app, environments: environments, proof: proof, now: context.now)
        return Reply(changed.json)
    }

    private static func environments(_ reader: inout FieldReader) -> [PushEnvironment] {
        guard let words = reader.array("environments", count: 1...2) else { return PushEnvironment.allCases }
        var environments: [PushEnvironment] = []
        for (index, word) in words.enumerated() {
            if let environment = word.string.flatMap(PushEnvironment.init(rawValue:)) {
                if !environments.contains(environment) { environments.append(environment) }
            } else {
                reader.fail(
                    "environments[\(index)]", word.string == nil ? .invalidType : .invalidFormat,
                    "The environment has to be \"sandbox\" or \"production\".")
            }
        }
        return environments
    }

    private static func findings(
        _ credentials: [PushCredential], _ app: App, _ probe: CredentialProbe
    ) async -> [CredentialProbe.Finding] {
        let bundleID = app.bundleID
        return await withTaskGroup(of: CredentialProbe.Finding.self) { group in
            for credential in credentials { group.addTask { await probe.run(credential, bundleID) } }
            var findings: [CredentialProbe.Finding] = []
            for await finding in group { findings.append(finding) }
            return findings.sorted { $0.environment.rawValue < $1.environment.rawValue }
        }
    }
}

extension CredentialProbe.Finding {
    var json: JSONValue {
        [
            "environment": .string(environment.rawValue), "result": .string(verdict.rawValue),
            "reason": reason.isEmpty ? .null : .string(reason), "message": .string(message),
        ]
    }
}

extension CredentialSummary {
    var json: JSONValue {
        [
            "kind": .string(kind),
            "environment": .string(environment.rawValue),
            "teamId": teamID.map { .string($0) } ?? .null,
            "keyId": keyID.map { .string($0) } ?? .null,
            "validUntil": validUntil.map { .string(Timestamp.format($0)) } ?? .null,
            "createdAt": .string(Timestamp.format(createdAt)),
        ]
    }
}
