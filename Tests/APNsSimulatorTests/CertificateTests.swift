import Foundation
import HTTP2
import PushModel
import Spawning
import TestSupport
import Testing

@testable import APNsSimulator

@Suite(.timeLimit(.minutes(2)))
struct CertificateTests {
    private static let bundleID = "com.example.app"

    private func certificate(_ change: (inout PushCertificate) -> Void = { _ in }) -> PushCertificate {
        let mark: [UInt8] = [5, 0]
        var certificate = PushCertificate(
            PeerCertificate(
                isTrusted: true, userID: Self.bundleID, organizationalUnit: "TEAM123456",
                extensions: [PushCertificate.sandboxMark: mark, PushCertificate.productionMark: mark]))
        change(&certificate)
        return certificate
    }

    private func answer(
        _ certificate: PushCertificate, _ environment: APNsSimulator.Environment = .production,
        _ change: (inout PushFields) -> Void = { _ in }
    ) throws -> String {
        let trial = try Trial()
        trial.connection = ConnectionState(streams: .init(), certificate: certificate)
        return trial.answer(environment) {
            $0.authorization = nil
            change(&$0)
        }
    }

    @Test(.rows("AS7")) func `a certificate stands for the provider token, for its app and its services`() throws {
        #expect(try answer(certificate()) == "200")
        #expect(try answer(certificate { $0.isTrusted = false }) == "403 BadCertificate")
        #expect(try answer(certificate { $0.environments = [] }) == "403 BadCertificate")
        #expect(try answer(certificate { $0.environments = [.sandbox] }) == "403 BadCertificateEnvironment")
        #expect(try answer(certificate { $0.userID = "com.example.other" }) == "400 TopicDisallowed")
    }

    @Test(.rows("AS7")) func `a list of topics decides instead of the bundle id`() throws {
        #expect(try answer(certificate { $0.topics = [Self.bundleID] }) == "200")
        #expect(try answer(certificate { $0.topics = [Self.bundleID + ".voip"] }) == "400 TopicDisallowed")
    }

    @Test(.rows("AS8"), arguments: [PushType.liveActivity, .location])
    func `some types need a provider token`(pushType: PushType) throws {
        let found = try answer(certificate()) {
            $0.topic = Self.bundleID + (pushType.topicSuffix ?? "")
            $0.pushType = pushType.rawValue
        }
        #expect(found == "400 TopicDisallowed")
    }

    @Test(.rows("AS8")) func `device management needs a certificate, with the topic as its user id`() throws {
        let topic = "com.apple.mgmt.External.1"
        let trial = try Trial()
        let token = trial.core.devices.register(topic, .production, .mdm, on: trial.device)
        trial.connection = ConnectionState(streams: .init(), certificate: certificate { $0.userID = topic })
        let found = trial.answer {
            $0.authorization = nil
            $0.topic = topic
            $0.pushType = "mdm"
            $0.path = "/3/device/\(token)"
            $0.body = Array(#"{"mdm":"magic"}"#.utf8)
        }
        #expect(found == "200")
        let withToken = try Trial()
        #expect(
            withToken.answer {
                $0.topic = topic
                $0.pushType = "mdm"
            } == "400 TopicDisallowed")
    }

    @Test(.rows("AS7")) func `environment marks and topic lists are read from the extensions`() {
        let topics = ["com.example.app", "com.example.app.voip", "com.example." + String(repeating: "x", count: 300)]
        #expect(DERTexts.read(DERTexts.write(topics)) == topics)
        #expect(DERTexts.read([0x30, 0x05, 0x0C, 0x7F, 0x41]) == [])
        #expect(DERTexts.read([]) == [])
        let listed = PushCertificate(
            PeerCertificate(
                isTrusted: true, userID: "a", extensions: [PushCertificate.topicList: DERTexts.write(["a"])]))
        #expect(listed.environments == [.production, .sandbox])
        #expect(listed.topics == ["a"])
        let marked = PushCertificate(
            PeerCertificate(isTrusted: true, userID: "a", extensions: [PushCertificate.sandboxMark: [5, 0]]))
        #expect(marked.environments == [.sandbox])
    }

    // MARK: On the wire

    private func curl(_ service: Service, _ issued: (certificatePEM: String, privateKeyPEM: String), _ url: String)
        async throws -> String
    {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("certificate-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (certificate, key) = (folder.appendingPathComponent("c.pem"), folder.appendingPathComponent("k.pem"))
        try Data(issued.certificatePEM.utf8).write(to: certificate)
        try Data(issued.privateKeyPEM.utf8).write(to: key)
        var curl = Launch(
            "curl",
            [
                "--http2", "--silent", "--max-time", "20", "--cacert", service.endpoints.caFile, "--cert",
                certificate.path, "--key", key.path, "--write-out", " %{http_code}", "--data",
                #"{"aps":{"alert":"x"}}"#, "--header", "apns-topic: \(Service.bundleID)",
                url + "/3/device/\(service.token)",
            ])
        curl.output = .pipe
        return try await SpawnedProgram(curl).result().output
    }

    @Test(.rows("AS7")) func `curl pushes with a certificate that the simulator issued, and with wrong ones not`()
        async throws
    {
        let service = try await Service()
        let (simulator, url) = (service.simulator, service.endpoints.productionURL)
        let right = try simulator.issueCertificate(bundleID: Service.bundleID, topics: [Service.bundleID])
        #expect(try await curl(service, right, url) == " 200")
        let expired = try simulator.issueCertificate(bundleID: Service.bundleID, isExpired: true)
        #expect(try await curl(service, expired, url) == #"{"reason":"BadCertificate"} 403"#)
        let sandbox = try simulator.issueCertificate(bundleID: Service.bundleID, environments: [.sandbox])
        #expect(try await curl(service, sandbox, url) == #"{"reason":"BadCertificateEnvironment"} 403"#)
        let foreign = try CertificateAuthority().issueClient(
            name: "x", userID: Service.bundleID, extensions: [PushCertificate.bothMark: [5, 0]])
        #expect(
            try await curl(service, (foreign.certificateChainPEM, foreign.privateKeyPEM), url)
                == #"{"reason":"BadCertificate"} 403"#)
        await simulator.stop()
    }

    @Test(.rows("AS7")) func `the control API issues certificates and manages channels`() async throws {
        let service = try await Service()
        let issued = try await service.control("POST", "/v1/certificates", #"{"bundleId":"com.example.app"}"#)
        #expect(issued.status == 201)
        #expect(issued.json["certificate"]?.string?.contains("BEGIN CERTIFICATE") == true)
        #expect(issued.json["privateKey"]?.string?.contains("PRIVATE KEY") == true)
        let channel = try service.simulator.core.channels.create(Service.bundleID, .production, .mostRecent)
        let list = try await service.control("GET", "/v1/apps/com.example.app/channels")
        #expect(list.json["channels"]?.array?.first?["id"]?.string == channel.id)
        let body = #"{"channelId":"\#(channel.id)","bundleId":"com.example.app","environment":"production"}"#
        let path = "/v1/devices/\(service.device)/channels"
        #expect(try await service.control("POST", path, body).status == 201)
        let unknown = body.replacingOccurrences(of: channel.id, with: "AAAA")
        let refused = try await service.control("POST", path, unknown)
        #expect(refused.status == 404)
        #expect(refused.json["error"]?["code"]?.string == "unknown_channel")
        #expect(try await service.control("DELETE", path, body).status == 200)
        await service.simulator.stop()
        #expect(throws: SimulatorError.self) { try service.simulator.issueCertificate(bundleID: "a") }
    }
}
