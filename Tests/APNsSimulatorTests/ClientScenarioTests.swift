import APNs
import Foundation
import PushModel
import TestSupport
import Testing
import Timekeeping

@testable import APNsSimulator

/// The provider client against the simulated APNs: what it tells is held against what the service and its devices saw.
@Suite(.timeLimit(.minutes(2)))
struct ClientScenarioTests {
    typealias Fault = APNsSimulator.Fault

    private func client(
        _ service: Service, _ environment: APNsSimulator.Environment = .production,
        authentication: Authentication? = nil, time: any TimeSource = SystemTime()
    ) throws -> APNsClient {
        let url = environment == .production ? service.endpoints.productionURL : service.endpoints.sandboxURL
        var configuration = APNsConfiguration(host: "localhost", port: try #require(URL(string: url)?.port))
        configuration.trust = .file(service.endpoints.caFile)
        let credential = try ProviderCredential(
            teamID: service.signer.teamID, keyID: service.signer.keyID, privateKeyPEM: service.signer.privateKeyPEM)
        return try APNsClient(
            configuration: configuration, authentication: authentication ?? .token(credential), time: time)
    }

    private func push(_ token: String, _ text: String = "Hello", topic: String = Service.bundleID) -> PushRequest {
        PushRequest(deviceToken: token, topic: topic, payload: Array(#"{"aps":{"alert":"\#(text)"}}"#.utf8))
    }

    /// Recovery: none is needed, the connection goes on; the ambiguous pushes are known after one request timeout.
    @Test(.rows("SF9"), arguments: [false, true])
    func `of many pushes those without an answer are ambiguous, and they alone`(delivers: Bool) async throws {
        let time = VirtualTime.forTest()
        let service = try await Service { $0.time = time }
        let client = try client(service, time: time)
        var fault = Fault(.neverAnswer, skips: 10, times: 30)
        fault.delivers = delivers
        service.simulator.script(fault)
        let pushes = (0..<300).map { push(service.token, "\($0)") }
        async let sent = client.send(pushes)
        try await service.simulator.wait { $0.requestCount == 300 }
        // Answers come in order: with this one all others are there.
        #expect(await client.send([push(service.token)]).first?.outcome == "accepted")
        await time.advance(by: .seconds(20))
        let results = await sent
        let silent = Set(service.simulator.requests().filter { $0.status == 0 }.compactMap { $0.headers["apns-id"] })
        #expect(silent.count == 30)
        for (push, result) in zip(pushes, results) {
            let isSilent = silent.contains(push.id.uuidString.lowercased())
            #expect(result.outcome == (isSilent ? "ambiguous timed_out" : "accepted"))
        }
        // Ambiguous says neither: here the truth is the one or the other.
        let arrived = try service.simulator.pushes(device: service.device).count
        #expect(arrived == 271 + (delivers ? 30 : 0))
        #expect(Set(service.simulator.requests().map(\.connection)).count == 1)
        await client.close()
        await service.simulator.stop()
    }

    @Test(.rows("SF40"))
    func `a removed app is told with the millisecond at which APNs knew`() async throws {
        let time = VirtualTime.forTest()
        let service = try await Service { $0.time = time }
        let client = try client(service, time: time)
        #expect(await client.send([push(service.token)]).first?.outcome == "accepted")
        await time.advance(by: .milliseconds(90_061_007))
        let removedAt = time.now
        try service.simulator.unregister(service.token, device: service.device)
        await time.advance(by: .seconds(3600))
        guard case .rejected(let rejection) = await client.send([push(service.token)])[0] else {
            Issue.record("not rejected")
            return
        }
        #expect((rejection.status, rejection.reason) == (410, .unregistered))
        let timestamp = try #require(rejection.timestamp)
        #expect(abs(timestamp.timeIntervalSince(removedAt)) < 0.001)
        #expect(Int64((timestamp.timeIntervalSince1970 * 1000).rounded()) % 1000 == 7)
        await client.close()
        await service.simulator.stop()
    }

    @Test(.rows("SF44"))
    func `tokens of the other environment are refused one by one and the right ones go through`() async throws {
        let service = try await Service()
        let clients = try [client(service, .production), client(service, .sandbox)]
        var tokens: [(text: String, isProduction: Bool)] = []
        for number in 0..<40 {
            let device = service.simulator.addDevice()
            let isProduction = number % 4 != 0
            let token = try service.simulator.registerToken(
                Service.bundleID, isProduction ? .production : .sandbox, device: device)
            tokens.append((token, isProduction))
        }
        for (client, isProduction) in zip(clients, [true, false]) {
            // Twice: the second time the wrong ones are known, and go over a connection of their own.
            for _ in 0..<2 {
                let results = await client.send(tokens.map { push($0.text) })
                for (token, result) in zip(tokens, results) {
                    let isRight = token.isProduction == isProduction
                    #expect(result.outcome == (isRight ? "accepted" : "rejected BadDeviceToken"))
                }
            }
        }
        let accepted = service.simulator.requests().filter { $0.status == 200 }
        #expect(accepted.count == 2 * 40, "each token twice, in its own environment")
        for client in clients { await client.close() }
        await service.simulator.stop()
    }

    @Test(.rows("SF52"), arguments: [(3599, true), (3601, false)])
    func `an expiration holds to the second and a background push keeps its mark`(
        wait: Int, isDelivered: Bool
    ) async throws {
        let time = VirtualTime.forTest()
        let service = try await Service { $0.time = time }
        let client = try client(service, time: time)
        let content = PushContent.background(data: ["k": .string("v")])
        try service.simulator.setOnline(false, device: service.device)
        var request = PushRequest(content, to: service.token, bundleID: Service.bundleID)
        request.expiration = .at(time.now.addingTimeInterval(3600))
        #expect(await client.send([request]).first?.outcome == "accepted")
        let header = service.simulator.requests().first?.headers["apns-expiration"]
        #expect(header == String(Int(time.now.timeIntervalSince1970) + 3600))
        await time.advance(by: .seconds(wait))
        try service.simulator.setOnline(true, device: service.device)
        let arrived = try service.simulator.pushes(device: service.device)
        #expect(arrived.count == (isDelivered ? 1 : 0))
        for push in arrived {
            #expect(try JSONValue(parsing: push.payload)["aps"]?["content-available"]?.int == 1)
            #expect(push.priority == 5)
        }
        await client.close()
        await service.simulator.stop()
    }

    @Test(.rows("SF38"), arguments: [7, 19, 61])
    func `for a day the service never finds a token too old or too new`(minutes: Int) async throws {
        let time = VirtualTime.forTest()
        let service = try await Service { $0.time = time }
        let client = try client(service, time: time)
        var count = 0
        while count * minutes < 24 * 60 {
            #expect(await client.send([push(service.token)]).first?.outcome == "accepted")
            await time.advance(by: .seconds(minutes * 60))
            count += 1
        }
        #expect(service.simulator.requests().allSatisfy { $0.status == 200 })
        #expect(service.simulator.requestCount == count, "nothing had to be sent again")
        #expect(Set(service.simulator.requests().map(\.connection)).count == 1)
        await client.close()
        await service.simulator.stop()
    }

    @Test(.rows("AS7"))
    func `a client with a certificate pushes to its app, and each fault of the certificate is told`() async throws {
        let service = try await Service()
        let simulator = service.simulator
        let bundleID = Service.bundleID
        let voip = try simulator.registerToken(bundleID, kind: .voip, device: service.device)
        func outcomes(
            _ issued: (certificatePEM: String, privateKeyPEM: String), _ pushes: [PushRequest]
        ) async throws -> [String] {
            let credential = try CertificateCredential(
                certificatePEM: issued.certificatePEM, privateKeyPEM: issued.privateKeyPEM)
            let client = try client(service, authentication: .certificate(credential))
            let results = await client.send(pushes)
            await client.close()
            return results.map(\.outcome)
        }
        let call = PushRequest(
            deviceToken: voip, topic: bundleID + ".voip", pushType: .voip, payload: Array(#"{"a":1}"#.utf8))
        let activity = PushRequest(
            deviceToken: service.token, topic: bundleID + ".push-type.liveactivity", pushType: .liveActivity,
            payload: Array(#"{"aps":{}}"#.utf8))
        let right = try simulator.issueCertificate(
            bundleID: bundleID, topics: [bundleID, bundleID + ".voip"])
        let foreign = push(service.token, topic: "com.other.app")
        #expect(
            try await outcomes(right, [push(service.token), call, activity, foreign])
                == ["accepted", "accepted", "rejected InvalidPushType", "rejected TopicDisallowed"])
        let expired = try simulator.issueCertificate(bundleID: bundleID, isExpired: true)
        #expect(try await outcomes(expired, [push(service.token)]) == ["rejected BadCertificate"])
        let sandbox = try simulator.issueCertificate(bundleID: bundleID, environments: [.sandbox])
        #expect(try await outcomes(sandbox, [push(service.token)]) == ["rejected BadCertificateEnvironment"])
        #expect(try simulator.pushes(device: service.device).count == 2)
        await simulator.stop()
    }
}

extension PushResult {
    /// What became of the push in a word or two.
    fileprivate var outcome: String {
        switch self {
        case .accepted: "accepted"
        case .rejected(let rejection): "rejected \(rejection.reason.rawValue)"
        case .notProcessed(let error): "not processed \(error.code.rawValue)"
        case .ambiguous(let error): "ambiguous \(error.code.rawValue)"
        }
    }
}
