import APNs
import APNsSimulator
import Foundation
import PushCrypto
import Testing
import Timekeeping

/// The examples of the pages of both modules.
@Suite(.timeLimit(.minutes(1))) struct ExampleTests {
    @Test func `a sender is held to Apple's rules by a simulated service`() async throws {
        let signingKey = try ES256.PrivateKey.generate()

        let apns = APNsSimulator()
        let endpoints = try await apns.start()
        try apns.register(
            .init(teamID: "TEAM123456", keyID: "ABC123DEFG", publicKeyPEM: signingKey.publicKey.pem))
        let phone = apns.addDevice()
        let token = try apns.registerToken("com.example.app", device: phone)

        // The first push gets 503 and Apple's word for it; the second is looked at.
        apns.script(.init(.answer(.init(.serviceUnavailable)), tokenPrefix: String(token.prefix(8)), times: 1))

        let port = URL(string: endpoints.productionURL)?.port ?? 443
        var configuration = APNsConfiguration(host: "localhost", port: port)
        configuration.trust = .file(endpoints.caFile)
        let client = try APNsClient(
            configuration: configuration,
            credential: ProviderCredential(
                teamID: "TEAM123456", keyID: "ABC123DEFG", privateKeyPEM: try signingKey.pem()),
            time: SystemTime())

        let push = PushRequest(
            deviceToken: token, topic: "com.example.app", payload: Array(#"{"aps":{"alert":"Hello"}}"#.utf8))
        for _ in 1...2 {
            switch await client.send([push])[0] {
            case .accepted(let id, _): print("APNs has it as \(id).")
            case .rejected(let rejection): print("APNs refused it: \(rejection.reason), \(rejection.status).")
            case .notProcessed(let error): print("Send it again: \(error)")
            case .ambiguous(let error): print("It may have arrived: \(error)")
            }
        }

        let arrived = try apns.pushes(device: phone)
        await client.close()
        await apns.stop()

        #expect(arrived.map { String(decoding: $0.payload, as: UTF8.self) } == [#"{"aps":{"alert":"Hello"}}"#])
    }
}
