import Foundation
import HTTP2
import PushModel
import Spawning
import TestSupport
import Testing
import Timekeeping

@testable import APNsSimulator

@Suite(.timeLimit(.minutes(1)))
struct WireTests {
    @Test(.rows("AP1")) func `both services answer over TLS and HTTP/2`() async throws {
        let service = try await Service()
        let sender = try await service.sender()
        let id = "123e4567-e89b-42d3-a456-426614174000"
        let accepted = try #require(await sender.send(service.request { $0.apnsID = id }).response)
        #expect(accepted.status == 200)
        #expect(accepted.body.isEmpty)
        #expect(accepted.header("apns-id") == id)
        #expect(accepted.header("apns-unique-id") == nil)
        let refused = try #require(await sender.send(service.request { $0.topic = nil }).response)
        #expect(refused.status == 400)
        #expect(String(decoding: refused.body, as: UTF8.self) == #"{"reason":"MissingTopic"}"#)
        #expect(CanonicalUUID.accepts(refused.header("apns-id") ?? ""))
        sender.close()

        let sandbox = try await service.sender(.sandbox)
        let token = try service.simulator.registerToken(Service.bundleID, .sandbox, device: service.device)
        let inSandbox = try #require(await sandbox.send(service.request { $0.path = "/3/device/\(token)" }).response)
        #expect(inSandbox.status == 200)
        #expect(CanonicalUUID.accepts(inSandbox.header("apns-unique-id") ?? ""))
        sandbox.close()
        await service.simulator.stop()
    }

    @Test(.rows("F14")) func `a 410 says since when in milliseconds`() async throws {
        let service = try await Service()
        try service.simulator.unregister(service.token, device: service.device)
        let now = service.simulator.core.milliseconds
        let sender = try await service.sender()
        let response = try #require(await sender.send(service.request()).response)
        #expect(response.status == 410)
        let body = try JSONSerialization.jsonObject(with: Data(response.body)) as? [String: Any]
        #expect(body?["reason"] as? String == "Unregistered")
        let timestamp = try #require(body?["timestamp"] as? Int64)
        #expect(abs(now - timestamp) < 60_000)
        sender.close()
        await service.simulator.stop()
    }

    @Test(.rows("AP7")) func `one stream is allowed until a request with a valid token was accepted`() async throws {
        let service = try await Service { $0.streams.limit = 321 }
        let sender = try await service.sender()
        await sender.waitForCapacity(1)
        #expect(await sender.send(service.request { $0.authorization = nil }).summary == "403 MissingProviderToken")
        await sender.waitForCapacity(1)
        #expect(await sender.send(service.request()).summary == "200")
        await sender.waitForCapacity(321)
        sender.close()
        await service.simulator.stop()
    }

    @Test(.rows("AP8", "AP12")) func `rejections take the streams, and refuse what came with them`() async throws {
        let service = try await Service {
            $0.streams.rejectionsToCollapse = 3
            $0.streams.limit = 50
        }
        let sender = try await service.sender()
        #expect(await sender.send(service.request()).summary == "200")
        await sender.waitForCapacity(50)
        let bad = service.request { $0.topic = nil }
        let first = await sender.submit([bad, bad, bad, service.request(), service.request()])
        for index in 0..<3 { #expect(await sender.outcome(first + index).summary == "400 MissingTopic") }
        for index in 3..<5 { #expect(await sender.outcome(first + index).summary == "refused") }
        await sender.waitForCapacity(1)
        #expect(await sender.send(service.request()).summary == "200")
        await sender.waitForCapacity(50)
        sender.close()
        await service.simulator.stop()
    }

    @Test(.rows("AP8")) func `too many bad tokens end the connection`() async throws {
        let service = try await Service {
            $0.streams.rejectionsToCollapse = nil
            $0.streams.rejectionsToDisconnect = 4
        }
        let sender = try await service.sender()
        let bad = service.request { $0.path = "/3/device/00" }
        for _ in 0..<2 { #expect(await sender.send(bad).summary == "400 BadDeviceToken") }
        #expect(await sender.waitForGoAway() == "")
        await sender.waitForEnd()
        sender.close()
        await service.simulator.stop()
    }

    @Test func `a body that is far too large is answered`() async throws {
        let service = try await Service()
        let sender = try await service.sender()
        let answer = await sender.send(service.request { $0.body = .json(ofSize: 300_000) })
        #expect(answer.summary == "413 PayloadTooLarge")
        #expect(await sender.send(service.request()).summary == "200")
        sender.close()
        await service.simulator.stop()
    }

    // MARK: Faults

    @Test(
        .rows("AP9"),
        arguments: [
            (APNsSimulator.Refusal.Reason.shutdown, #"{"reason":"Shutdown"}"#), (nil, ""),
        ] as [(APNsSimulator.Refusal.Reason?, String)])
    func `GOAWAY can carry the reason as JSON or nothing`(
        reason: APNsSimulator.Refusal.Reason?, debugData: String
    ) async throws {
        let service = try await Service()
        let sender = try await service.sender()
        service.simulator.script(.init(.goAway(reason), times: 1))
        #expect(await sender.send(service.request()).summary == "refused")
        #expect(await sender.waitForGoAway() == debugData)
        #expect(try service.simulator.pushes(device: service.device).isEmpty)
        sender.close()
        let next = try await service.sender()
        #expect(await next.send(service.request()).summary == "200")
        next.close()
        await service.simulator.stop()
    }

    @Test(arguments: [false, true])
    func `a cut connection leaves the sender in doubt, whether or not the push went through`(delivers: Bool)
        async throws
    {
        let service = try await Service()
        let sender = try await service.sender()
        service.simulator.script(.init(.close, tokenPrefix: String(service.token.prefix(8)), delivers: delivers))
        #expect(await sender.send(service.request()).summary == "ambiguous")
        await sender.waitForEnd()
        #expect(try service.simulator.pushes(device: service.device).count == (delivers ? 1 : 0))
        #expect(service.simulator.requests().map(\.status) == [0])
        sender.close()
        await service.simulator.stop()
    }

    @Test func `a request that is never answered holds up no other`() async throws {
        let service = try await Service()
        let sender = try await service.sender()
        #expect(await sender.send(service.request()).summary == "200")
        service.simulator.script(.init(.neverAnswer, times: 1, delivers: true))
        await sender.waitForCapacity(1000)
        let silent = await sender.submit([service.request()])
        #expect(await sender.send(service.request()).summary == "200")
        #expect(try service.simulator.pushes(device: service.device).count == 3)
        sender.close()
        #expect(await sender.outcome(silent).summary == "ambiguous")
        await service.simulator.stop()
    }

    @Test func `a delay runs on the simulator's clock`() async throws {
        let time = VirtualTime.forTest()
        let service = try await Service { $0.time = time }
        let sender = try await service.sender()
        service.simulator.script(.init(.delay(.seconds(30)), times: 1))
        let index = await sender.submit([service.request()])
        await time.waitForSleepers(1)
        #expect(service.simulator.requestCount == 0)
        await time.advance(by: .seconds(30))
        #expect(await sender.outcome(index).summary == "200")
        sender.close()
        await service.simulator.stop()
    }

    @Test func `answers and resets are as scripted`() async throws {
        let service = try await Service()
        let sender = try await service.sender()
        service.simulator.script(.init(.answer(.init(.serviceUnavailable)), times: 1))
        service.simulator.script(.init(.answer(.init(.unregistered, timestamp: 1234)), times: 1))
        service.simulator.script(.init(.refuseStream, times: 1))
        #expect(await sender.send(service.request()).summary == "503 ServiceUnavailable")
        #expect(await sender.send(service.request()).summary == "410 Unregistered")
        #expect(await sender.send(service.request()).summary == "refused")
        #expect(await sender.send(service.request()).summary == "200")
        #expect(service.simulator.requests().map(\.status) == [503, 410, 0, 200])
        sender.close()
        await service.simulator.stop()
    }

    // MARK: In process

    @Test func `requests are logged with their answer, without the provider token`() async throws {
        let service = try await Service()
        let sender = try await service.sender()
        let request = service.request { $0.priority = "5" }
        _ = await sender.send(request)
        _ = await sender.send(service.request { $0.priority = "7" })
        let log = service.simulator.requests()
        #expect(log.map(\.sequence) == [1, 2])
        #expect(log.map(\.status) == [200, 400])
        #expect(log.map(\.reason) == [nil, "BadPriority"])
        #expect(log[0].path == request.path)
        #expect(
            log[0].headers == ["apns-topic": Service.bundleID, "apns-push-type": "alert", "apns-priority": "5"])
        #expect(log[0].payload == request.body)
        #expect(log[0].connection == log[1].connection)
        #expect(service.simulator.requests(after: 1).map(\.sequence) == [2])
        sender.close()
        await service.simulator.stop()
    }

    @Test func `the log keeps the newest requests`() async throws {
        let service = try await Service { $0.requestLogLimit = 3 }
        let sender = try await service.sender()
        for _ in 0..<5 { _ = await sender.send(service.request()) }
        #expect(service.simulator.requestCount == 5)
        #expect(service.simulator.requests().map(\.sequence) == [3, 4, 5])
        #expect(service.simulator.requests(after: 4).map(\.sequence) == [5])
        sender.close()
        await service.simulator.stop()
    }

    @Test func `a test can wait for what it expects`() async throws {
        let service = try await Service()
        let sender = try await service.sender()
        async let waiting: Void = service.simulator.wait { $0.requestCount == 3 }
        for _ in 0..<3 { _ = await sender.send(service.request()) }
        try await waiting
        let never = Task { try await service.simulator.wait { _ in false } }
        never.cancel()
        await #expect(throws: CancellationError.self) { try await never.value }
        sender.close()
        await service.simulator.stop()
    }

    @Test func `it starts once, stops cleanly, and takes its temporary folder along`() async throws {
        let service = try await Service()
        await #expect(throws: SimulatorError.self) { try await service.simulator.start() }
        #expect(FileManager.default.fileExists(atPath: service.endpoints.caFile))
        await service.simulator.stop()
        #expect(!FileManager.default.fileExists(atPath: service.endpoints.caFile))
        await service.simulator.stop()
        let again = try await service.simulator.start()
        #expect(again.caFile != service.endpoints.caFile)
        await service.simulator.stop()
    }

    @Test func `a taken port is said in a sentence, and nothing stays open`() async throws {
        let service = try await Service()
        var configuration = APNsSimulator.Configuration()
        configuration.sandboxPort = try #require(Int(service.endpoints.sandboxURL.split(separator: ":").last ?? ""))
        let second = APNsSimulator(configuration)
        await #expect {
            _ = try await second.start()
        } throws: { error in
            (error as? SimulatorError)?.code == .cannotListen && "\(error)".contains("\(configuration.sandboxPort)")
        }
        await service.simulator.stop()
        _ = try await second.start()
        await second.stop()
    }

    @Test func `curl gets Apple's answer`() async throws {
        let service = try await Service()
        let request = service.request()
        var curl = Launch(
            "curl",
            [
                "--http2", "--silent", "--cacert", service.endpoints.caFile, "--write-out",
                "%{http_version} %{http_code}",
                "--data", String(decoding: request.body, as: UTF8.self), "--header",
                "authorization: \(request.authorization ?? "")", "--header", "apns-topic: \(Service.bundleID)",
                "--header",
                "apns-priority: 7", service.endpoints.productionURL + request.path,
            ])
        curl.output = .pipe
        let text = try await SpawnedProgram(curl).result().output
        #expect(text == #"{"reason":"BadPriority"}2 400"#)
        await service.simulator.stop()
    }
}
