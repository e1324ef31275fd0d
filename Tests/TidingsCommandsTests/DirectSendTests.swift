import APNs
import APNsSimulator
import Foundation
import PushCrypto
import PushModel
import Testing

@testable import TidingsCommands

/// `tidings send --apns-key` against the simulated APNs, over TLS.
@Suite(.timeLimit(.minutes(1)))
struct DirectSendTests {
    private struct Place {
        let simulator: APNsSimulator
        let endpoints: APNsSimulator.Endpoints
        let folder: URL
        let token: String
        let device: String

        func run(_ words: String...) async -> ToolRun {
            let key = folder.appendingPathComponent("AuthKey_KEY1234567.p8").path
            return await tool(
                [
                    "send", "--apns-key", key, "--team-id", "TEAM123456", "--topic", "com.example.app", "--host",
                    endpoints.sandboxURL, "--ca", endpoints.caFile,
                ] + words)
        }

        /// A channel that stores nothing.
        func channel() async throws -> String {
            let url = try #require(URL(string: endpoints.sandboxChannelsURL))
            var configuration = APNsConfiguration(host: try #require(url.host()), port: try #require(url.port))
            configuration.trust = .file(endpoints.caFile)
            let pem = try String(contentsOf: folder.appendingPathComponent("AuthKey_KEY1234567.p8"), encoding: .utf8)
            let channels = try BroadcastChannels(
                configuration: configuration,
                credential: ProviderCredential(teamID: "TEAM123456", keyID: "KEY1234567", privateKeyPEM: pem))
            let id = try await channels.create(bundleID: "com.example.app", storing: .none)
            await channels.close()
            return id
        }

        func payloads() throws -> [String] {
            try simulator.pushes(device: device).map { String(decoding: $0.payload, as: UTF8.self) }
        }
    }

    private func with(_ body: (Place) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tidings-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let key = try ES256.PrivateKey.generate()
        try Data(try key.pem().utf8).write(to: folder.appendingPathComponent("AuthKey_KEY1234567.p8"))
        let simulator = APNsSimulator(APNsSimulator.Configuration())
        let endpoints = try await simulator.start()
        try simulator.register(
            APNsSimulator.ProviderKey(
                teamID: "TEAM123456", keyID: "KEY1234567", publicKeyPEM: key.publicKey.pem, bundleIDs: nil,
                environments: [.production, .sandbox]))
        let device = simulator.addDevice()
        let token = try simulator.registerToken("com.example.app", .sandbox, device: device)
        do {
            try await body(
                Place(simulator: simulator, endpoints: endpoints, folder: folder, token: token, device: device))
        } catch {
            await simulator.stop()
            throw error
        }
        await simulator.stop()
    }

    @Test func `an alert, a background push, a call and a payload as it is reach the phone`() async throws {
        try await with { place in
            let alert = await place.run("--token", place.token, "--title", "Hello", "--mutable", "--data", #"{"k":1}"#)
            #expect(alert.exit == .done, "\(alert)")
            #expect(alert.out.hasPrefix("200 accepted \(place.token.prefix(4))…\(place.token.suffix(4))\n"))
            #expect(!alert.out.contains(place.token))
            #expect(await place.run("--token", place.token, "--push-type", "background").exit == .done)
            let call = try place.simulator.registerToken("com.example.app", .sandbox, kind: .voip, device: place.device)
            let voip = await place.run("--token", call, "--push-type", "voip", "--data", #"{"call":"c"}"#)
            #expect(voip.exit == .done, "\(voip)")
            let file = place.folder.appendingPathComponent("push.json")
            try Data(#"{"aps":{"alert":"raw"},"x":1.0}"#.utf8).write(to: file)
            let raw = await place.run("--token", place.token, "--payload", file.path, "--json")
            #expect(raw.out.contains(#""outcome":"accepted""#) && raw.out.contains(#""status":200"#))
            let payloads = try place.payloads()
            #expect(payloads.contains(#"{"aps":{"alert":{"title":"Hello"},"mutable-content":1},"k":1}"#), "\(payloads)")
            #expect(payloads.contains(#"{"aps":{"alert":"raw"},"x":1.0}"#))
        }
    }

    @Test func `a Live Activity is started, and updated for all by its channel`() async throws {
        try await with { place in
            let token = try place.simulator.registerToken(
                "com.example.app", .sandbox, kind: .liveActivity, device: place.device)
            let start = await place.run(
                "--token", token, "--event", "start", "--attributes-type", "Match", "--attributes", #"{"home":"A"}"#,
                "--content-state", #"{"score":0}"#, "--title", "Kick-off")
            #expect(start.exit == .done, "\(start)")
            let missing = await place.run("--token", token, "--event", "start", "--content-state", "{}")
            #expect(missing.exit == .mistake && missing.error.contains("--attributes-type"))
            place.simulator.setBroadcasts(true, for: "com.example.app")
            let channel = try await place.channel()
            let update = await place.run(
                "--channel", channel, "--event", "update", "--content-state", #"{"score":1}"#, "--ttl", "0")
            #expect(update.exit == .done && update.out.hasPrefix("200 accepted channel\n"), "\(update)")
            let unknown = await place.run(
                "--channel", "dGVzdA==", "--event", "update", "--content-state", #"{"score":1}"#)
            #expect(unknown.exit == .mistake)
            #expect(
                unknown.out.contains("ChannelNotRegistered") || unknown.out.contains("FeatureNotEnabled"), "\(unknown)")
        }
    }

    @Test func `a refusal is explained, with since when for a token that is gone`() async throws {
        try await with { place in
            let nobody = await place.run("--token", String(repeating: "ab", count: 32), "--body", "a")
            #expect(nobody.exit == .mistake)
            #expect(nobody.out.hasPrefix("400 BadDeviceToken abab…abab\n"))
            #expect(nobody.out.contains("--sandbox"))
            let form = await place.run("--token", "<00fc 13ad>", "--body", "a")
            #expect(form.exit == .mistake && form.out.hasPrefix("not sent (400 BadDeviceToken) …\n"), "\(form)")
            #expect(form.out.contains("tidings token inspect says how"))
            let large = await place.run("--token", place.token, "--body", String(repeating: "a", count: 5000))
            #expect(large.exit == .mistake && large.out.hasPrefix("not sent (413 PayloadTooLarge)"))
            try place.simulator.unregister(place.token, device: place.device)
            let gone = await place.run("--token", place.token, "--body", "a")
            #expect(gone.exit == .mistake, "\(gone)")
            #expect(
                gone.out.contains("410 Unregistered") && gone.out.contains("It has been so since 20"), "\(gone.out)")
        }
    }

    @Test func `what cannot be reached or trusted is a failure with what to do`() async throws {
        try await with { place in
            let key = place.folder.appendingPathComponent("AuthKey_KEY1234567.p8").path
            let run = await tool(
                "send", "--apns-key", key, "--team-id", "TEAM123456", "--topic", "com.example.app", "--host",
                place.endpoints.sandboxURL, "--token", place.token, "--body", "a")
            #expect(run.exit == .failure, "\(run)")
            #expect(run.out.contains("--ca"))
        }
    }

    @Test(arguments: [
        (["--token", "aa", "--title", "x"], "--apns-key"),
        (["--apns-key", "k.p8", "--to", "user-1"], "--to is for a Tidings server"),
        (["--apns-key", "k.p8"], "--token"), (["--apns-key", "k.p8", "--token", "aa"], "--topic"),
    ])
    func `what does not go together is refused by name`(words: [String], text: String) async {
        let run = await tool(["send"] + words)
        #expect(run.exit == .mistake)
        #expect(run.error.contains(text), "\(run.error)")
    }

    @Test func `every reason that Apple documents has words of its own`() {
        for reason in Set(RejectionReason.documented.keys).union(RejectionReason.documentedForChannels.keys) {
            #expect(APNsWords.byReason[reason] != nil, "\(reason)")
        }
        for status in [429, 500, 503, 418] {
            #expect(!APNsWords.of(Rejection(status: status, reason: .unknown)).advice.isEmpty)
        }
    }
}
