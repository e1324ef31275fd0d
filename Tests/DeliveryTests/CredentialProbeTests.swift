import APNs
import APNsSimulator
import Delivery
import Foundation
import PushCrypto
import PushModel
import Storage
import StorageTestSupport
import TestSupport
import Testing
import Timekeeping

/// Credentials of both kinds against the simulated APNs.
@Suite(.timeLimit(.minutes(1)))
struct CredentialProbeTests {
    private static let bundleID = "com.example.app"

    private static func with(
        _ body: (APNsSimulator, APNsSenders) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            var configuration = APNsSimulator.Configuration()
            configuration.dataDirectory = folder
            let simulator = APNsSimulator(configuration)
            let endpoints = try await simulator.start()
            func target(_ url: String) -> APNsConfiguration {
                let address = URL(string: url)
                var target = APNsConfiguration(host: address?.host ?? "", port: address?.port ?? 0)
                target.trust = .file(endpoints.caFile)
                return target
            }
            let senders = APNsSenders(
                production: target(endpoints.productionURL), sandbox: target(endpoints.sandboxURL), time: SystemTime(),
                log: .none)
            let result: Result<Void, any Error>
            do { result = .success(try await body(simulator, senders)) } catch { result = .failure(error) }
            await senders.close()
            await simulator.stop()
            try result.get()
        }
    }

    private static func key(_ teamID: String = "TEAM000001", _ keyID: String = "KEY0000001") throws -> (
        proof: PushProof, publicPEM: String
    ) {
        let key = try ES256.PrivateKey.generate()
        return (.token(teamID: teamID, keyID: keyID, privateKey: try key.pem()), key.publicKey.pem)
    }

    private static func verdicts(_ senders: APNsSenders, _ proof: PushProof) async -> [String] {
        var verdicts: [String] = []
        for environment in PushEnvironment.allCases {
            let finding = await senders.probe.run(
                PushCredential(app: 1, environment: environment, proof: proof), bundleID)
            #expect(finding.environment == environment && finding.message.count > 20)
            verdicts.append("\(finding.verdict.rawValue) \(finding.reason)")
        }
        return verdicts
    }

    @Test(.rows("B35")) func `a key is valid where APNs knows it, and what is wrong is said`() async throws {
        try await Self.with { simulator, senders in
            let (proof, publicPEM) = try Self.key()
            #expect(await Self.verdicts(senders, proof) == Array(repeating: "refused InvalidProviderToken", count: 2))
            try simulator.register(
                .init(teamID: "TEAM000001", keyID: "KEY0000001", publicKeyPEM: publicPEM, environments: [.sandbox]))
            let found = await Self.verdicts(senders, proof)
            #expect(Set(found) == ["valid BadDeviceToken", "refused BadEnvironmentKeyIdInToken"])
            simulator.registerApp(Self.bundleID, teamID: "TEAM000002")
            #expect(await Self.verdicts(senders, proof).contains { $0.hasPrefix("refused TopicDisallowed") })
        }
    }

    @Test(.rows("B35")) func `a certificate is valid for its own services and its own app`() async throws {
        try await Self.with { simulator, senders in
            func proof(_ bundleID: String, _ environments: Set<APNsSimulator.Environment>) throws -> PushProof {
                let issued = try simulator.issueCertificate(bundleID: bundleID, environments: environments)
                return .certificate(
                    chain: issued.certificatePEM, privateKey: issued.privateKeyPEM, validUntil: .distantFuture)
            }
            let found = await Self.verdicts(senders, try proof(Self.bundleID, [.production]))
            #expect(Set(found) == ["valid BadDeviceToken", "refused BadCertificateEnvironment"])
            let other = await Self.verdicts(senders, try proof("com.example.other", [.production, .sandbox]))
            #expect(other.allSatisfy { $0 == "refused TopicDisallowed" })
        }
    }

    @Test(.rows("B35")) func `an APNs that cannot be reached tells nothing about the credential`() async throws {
        var nowhere = APNsConfiguration(host: "127.0.0.1", port: 1)
        nowhere.connectTimeout = .seconds(1)
        nowhere.requestTimeout = .seconds(1)
        let senders = APNsSenders(production: nowhere, sandbox: nowhere, time: SystemTime(), log: .none)
        let finding = await senders.probe.run(
            PushCredential(app: 1, environment: .production, proof: try Self.key().proof), Self.bundleID)
        #expect(finding.verdict == .unreachable)
        await senders.close()
    }

    @Test(.rows("SF117")) func `each app's pushes go out with its own credential, on connections of its own`()
        async throws
    {
        try await Self.with { simulator, senders in
            let (one, onePEM) = try Self.key("TEAM000001", "KEY0000001")
            let (two, twoPEM) = try Self.key("TEAM000002", "KEY0000002")
            try simulator.register(.init(teamID: "TEAM000001", keyID: "KEY0000001", publicKeyPEM: onePEM))
            try simulator.register(.init(teamID: "TEAM000002", keyID: "KEY0000002", publicKeyPEM: twoPEM))
            simulator.registerApp("com.example.one", teamID: "TEAM000001")
            simulator.registerApp("com.example.two", teamID: "TEAM000002")
            let device = simulator.addDevice()
            for (row, bundleID, proof) in [(Int64(1), "com.example.one", one), (2, "com.example.two", two)] {
                let token = try simulator.registerToken(bundleID, device: device)
                let push = PushRequest(
                    deviceToken: token, topic: bundleID, payload: Array(#"{"aps":{"alert":"x"}}"#.utf8))
                let credential = PushCredential(app: row, environment: .production, proof: proof)
                let results = await senders.sender.send([push], credential)
                guard case .accepted = results.first else {
                    Issue.record("\(bundleID): \(results)")
                    continue
                }
            }
            let connections = Set(simulator.requests().map(\.connection))
            #expect(simulator.requests().count == 2 && connections.count == 2)
        }
    }
}
