import Foundation
import PushCrypto

@testable import ProjectDoctor

extension RuleCase {
    private static func profile(
        _ make: @escaping @Sendable () throws -> [UInt8], _ edit: @escaping @Sendable (inout Subject) -> Void = { _ in }
    ) -> @Sendable (inout Patient) throws -> Void {
        { patient in
            let evidence = ProfileEvidence(path: "kiosk.mobileprovision", bytes: try make())
            patient.extra = { subject in
                subject.profiles = [evidence]
                edit(&subject)
            }
        }
    }

    private static func subject(_ edit: @escaping @Sendable (inout Subject) -> Void)
        -> @Sendable (inout Patient) throws -> Void
    {
        { $0.extra = edit }
    }

    @Sendable private static func tampered() throws -> [UInt8] {
        var bytes = try SignedProfile.profile()
        let name = Data("Kiosk Profile".utf8)
        if let place = Data(bytes).firstRange(of: name)?.lowerBound { bytes[place] = UInt8(ascii: "P") }
        return bytes
    }

    static let signing = [
        RuleCase(
            code: "profile_unreadable", failing: profile { Array("not signed".utf8) },
            passing: profile { try SignedProfile.profile() }),
        RuleCase(code: "profile_changed", failing: profile(tampered), passing: profile { try SignedProfile.profile() }),
        RuleCase(
            code: "profile_without_push", failing: profile { try SignedProfile.profile(environment: nil) },
            passing: profile { try SignedProfile.profile(bundleID: "com.example.kiosk.NSE", environment: nil) }),
        RuleCase(
            code: "profile_other_app", failing: profile { try SignedProfile.profile(bundleID: "com.example.other") },
            passing: profile { try SignedProfile.profile(bundleID: "com.example.*") }),
        RuleCase(
            code: "profile_expired", failing: profile { try SignedProfile.profile(expires: Patient.now - 60) },
            passing: profile { try SignedProfile.profile(expires: Patient.now + 86_400) }),
        RuleCase(
            code: "profile_expires_soon", failing: profile { try SignedProfile.profile(expires: Patient.now + 86_400) },
            passing: profile { try SignedProfile.profile(expires: Patient.now + 31 * 86_400) }),
        RuleCase(
            code: "profile_other_team", failing: profile { try SignedProfile.profile(team: "OTHER12345") },
            passing: profile { try SignedProfile.profile() }),
        RuleCase(
            code: "profile_groups", failing: profile { try SignedProfile.profile(groups: []) },
            passing: profile { try SignedProfile.profile(groups: ["group.a", "group.com.example.kiosk"]) }),
        RuleCase(
            code: "environment_mismatch",
            failing: profile({ try SignedProfile.profile() }, { $0.sendsTo = .production }),
            passing: profile(
                { try SignedProfile.profile(environment: "production") }, { $0.sendsTo = .production })),
        RuleCase(
            code: "server_other_environment",
            failing: profile({ try SignedProfile.profile() }, { $0.server = server([.production]) }),
            passing: profile({ try SignedProfile.profile() }, { $0.server = server([.production, .sandbox]) })),
    ]

    private static func server(_ environments: [TokenEnvironment], team: String? = "TEAM123456") -> ServerEvidence {
        var server = ServerEvidence(url: "http://127.0.0.1:8080")
        server.bundleIDs = ["com.example.kiosk"]
        server.credentialsByApp = [
            "com.example.kiosk": environments.isEmpty ? [] : [.init(teamID: team, environments: environments)]
        ]
        return server
    }

    private static func key(_ name: String, text: String? = nil, id: String? = nil, team: String? = nil)
        -> @Sendable (inout Patient) throws -> Void
    {
        { patient in
            let evidence = KeyEvidence(
                path: name, text: try text ?? ES256.PrivateKey.generate().pem(), givenID: id, givenTeam: team)
            patient.extra = { $0.key = evidence }
        }
    }

    private static func payload(_ text: String, _ edit: @escaping @Sendable (inout Patient) -> Void = { _ in })
        -> @Sendable (inout Patient) throws -> Void
    {
        { patient in
            edit(&patient)
            patient.extra = { $0.payload = PayloadEvidence(path: "push.json", bytes: Array(text.utf8)) }
        }
    }

    private static func skew(_ lead: Double) -> @Sendable (inout Patient) throws -> Void {
        subject {
            $0.server = server([.sandbox])
            $0.server?.clockLead = lead
        }
    }

    static let push = [
        RuleCase(
            code: "key_unreadable",
            failing: key(
                "AuthKey_ABC123DEFG.p8", text: "-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----"),
            passing: key("AuthKey_ABC123DEFG.p8")),
        RuleCase(
            code: "key_id_mismatch", failing: key("AuthKey_ABC123DEFG.p8", id: "XYZ123DEFG"),
            passing: key("keys/AuthKey_ABC123DEFG (1).p8", id: "ABC123DEFG")),
        RuleCase(
            code: "key_id_form", failing: key("key.p8", id: "abc123defg"), passing: key("key.p8", id: "ABC123DEFG")),
        RuleCase(
            code: "key_other_team", failing: key("key.p8", team: "OTHER12345"),
            passing: key("key.p8", team: "TEAM123456")),
        RuleCase(
            code: "payload_unreadable", failing: payload("{\"aps\": {\"alert\": \"a\",}}"),
            passing: payload(#"{"aps":{"alert":"a","mutable-content":1}}"#)),
        RuleCase(
            code: "mutable_content_missing", failing: payload(#"{"aps":{"alert":"a","mutableContent":true}}"#),
            passing: payload(#"{"aps":{"content-available":1}}"#)),
        RuleCase(
            code: "payload_wrong", failing: payload(#"{"aps":{"alert":"a","mutableContent":1}}"#),
            passing: payload(#"{"aps":{"alert":"a","mutable-content":1}}"#)),
        RuleCase(
            code: "payload_doubtful",
            failing: payload(#"{"aps":{"alert":"a","mutable-content":1,"content-available":0}}"#),
            passing: payload(#"{"aps":{"alert":"a","mutable-content":1}}"#)),
        RuleCase(
            code: "token_form", failing: subject { $0.deviceToken = "<00112233 44556677>" },
            passing: subject { $0.deviceToken = String(repeating: "aB", count: 32) }),
        RuleCase(
            code: "token_length", failing: subject { $0.deviceToken = String(repeating: "ab", count: 20) },
            passing: subject { $0.deviceToken = String(repeating: "ab", count: 80) }),
        RuleCase(
            code: "server_unreachable",
            failing: subject {
                $0.server = ServerEvidence(url: "http://127.0.0.1:1")
                $0.server?.fault = "No answer."
            }, passing: subject { $0.server = server([.sandbox]) }),
        RuleCase(
            code: "server_app_unknown",
            failing: subject {
                $0.server = server([.sandbox])
                $0.server?.bundleIDs = ["com.example.other"]
            }, passing: subject { $0.server = server([.sandbox]) }),
        RuleCase(
            code: "server_without_credentials", failing: subject { $0.server = server([]) },
            passing: subject { $0.server = server([.sandbox]) }),
        RuleCase(
            code: "server_other_team", failing: subject { $0.server = server([.sandbox], team: "OTHER12345") },
            passing: subject { $0.server = server([.sandbox], team: nil) }),
        RuleCase(code: "clock_skew", failing: skew(-3600), passing: skew(900)),
        RuleCase(code: "clock_inexact", failing: skew(900), passing: skew(30)),
    ]
}
