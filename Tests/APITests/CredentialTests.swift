import APNs
import Foundation
import HTTP2
import PushCrypto
import PushModel
import Storage
import StorageTestSupport
import TestSupport
import Testing

@Suite(.onBothEngines, .timeLimit(.minutes(1)))
struct CredentialTests {
    private static func appPath(_ server: APIFixture) async throws -> String {
        let apps = try await server.call("GET", "/v1/apps").data["items"]?.array
        return "/v1/apps/\(apps?.first?["id"]?.string ?? "")"
    }

    private static func key(probe: Bool? = nil) throws -> JSONValue {
        var body: JSONObject = [
            "kind": "token", "teamId": "ABCDE12345", "keyId": "12345ABCDE",
            "privateKey": .string(try ES256.PrivateKey.generate().pem()),
        ]
        body["probe"] = probe.map { .bool($0) }
        return .object(body)
    }

    private static func certificate(_ userID: String? = APIFixture.bundleID, days: Int = 30) throws -> JSONObject {
        let identity = try CertificateAuthority().issueClient(name: "Apple Push Services", userID: userID, days: days)
        return [
            "kind": "certificate", "certificate": .string(identity.certificateChainPEM),
            "privateKey": .string(identity.privateKeyPEM),
        ]
    }

    @Test(.rows("B35")) func `a certificate takes the place of a key where it is set, and is never shown again`()
        async throws
    {
        try await APIFixture.with { server in
            let path = try await Self.appPath(server)
            var body = try Self.certificate()
            body["environments"] = ["production"]
            let answer = try await server.call("PUT", "\(path)/credentials", .object(body))
            #expect(answer.status == 200)
            let credentials = answer.data["credentials"]?.array ?? []
            #expect(credentials.map { $0["kind"] } == ["certificate", "token"])
            #expect(credentials.map { $0["environment"] } == ["production", "sandbox"])
            #expect(credentials.first?["teamId"]?.isNull == true && credentials.first?["validUntil"]?.string != nil)
            #expect(credentials.last?["validUntil"]?.isNull == true)
            #expect(!String(decoding: answer.body, as: UTF8.self).contains("PRIVATE"))
            #expect(try await server.call("GET", path).data == answer.data)
        }
    }

    @Test(.rows("B35", "SF117")) func `a certificate of another app, an old one, and what is none are refused`()
        async throws
    {
        try await APIFixture.with { server in
            let path = try await Self.appPath(server)
            let before = try await server.call("GET", path).data
            var noKey = try Self.certificate()
            noKey["privateKey"] = nil
            var both = try Self.certificate()
            both["pkcs12"] = "AAAA"
            var foreign = try Self.certificate()
            foreign["privateKey"] = try Self.certificate()["privateKey"]
            let faults: [(JSONObject, String)] = [
                (try Self.certificate("com.example.other"), "certificate"), (try Self.certificate(nil), "certificate"),
                (try Self.certificate(days: -1), "certificate"), (noKey, "certificate"), (both, "certificate"),
                (foreign, "certificate"), (["kind": "certificate"], "certificate"),
                (["kind": "certificate", "pkcs12": "!"], "pkcs12"),
                (["kind": "certificate", "pkcs12": "AAAA"], "pkcs12"),
                (["kind": "oauth"], "kind"),
            ]
            for (body, param) in faults {
                let answer = try await server.call("PUT", "\(path)/credentials", .object(body))
                #expect(answer.status == 400 && answer.code == "validation_failed")
                #expect(answer.param == param, "\(answer.json)")
            }
            #expect(try await server.call("GET", path).data == before)
        }
    }

    @Test(.rows("B35")) func `a credential is set where APNs takes it, and nowhere when it takes it nowhere`()
        async throws
    {
        try await APIFixture.with(probe: { credential in
            let reason: RejectionReason =
                credential.environment == .sandbox ? .badDeviceToken : .badEnvironmentKeyIDInToken
            return .rejected(Rejection(status: 403, reason: reason))
        }) { server in
            let path = try await Self.appPath(server)
            let answer = try await server.call("PUT", "\(path)/credentials", try Self.key(probe: true))
            #expect(answer.status == 200)
            let keys = (answer.data["credentials"]?.array ?? []).map { $0["keyId"]?.string }
            #expect(keys == ["KEY0000001", "12345ABCDE"])
            let found = try await server.call("POST", "\(path)/credentials/probe")
            #expect(found.data["items"]?.array?.map { $0["result"] } == ["refused", "valid"])
            #expect(found.data["items"]?.array?.first?["reason"] == "BadEnvironmentKeyIdInToken")
            #expect(
                found.data["items"]?.array?.first?["message"] == "The credential is for the other environment only.")
            var one = try Self.key(probe: true).object ?? JSONObject()
            one["environments"] = ["production"]
            let refused = try await server.call("PUT", "\(path)/credentials", .object(one))
            #expect(refused.status == 400 && refused.code == "credential_refused")
            #expect(refused.details == ["environments.production refused"])
            #expect(try await server.call("GET", path).data == answer.data)
        }
    }
}
