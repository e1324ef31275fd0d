import ClientTestSupport
import Foundation
import FoundationNetworking
import PushModel
import TestSupport
import Testing
import TidingsCore
import Timekeeping

/// The client's own code for people, topics and attributes beside the real server.
@Suite(.timeLimit(.minutes(1))) struct ProfileTests {
    private struct Access: Decodable, Sendable {
        var url: String
        var bundleId: String
        var secretKey: String
        var publishableKey: String
    }

    private struct Answer {
        var status: Int
        var data: JSONValue
    }

    private static func perform(
        _ method: String, _ url: URL, _ headers: [(String, String)], _ body: Data?
    ) async throws -> (Data, HTTPURLResponse) {
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.httpBody = body
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        return try await HTTPExchange.data(for: request)
    }

    /// A call of the app's backend.
    private static func manage(
        _ method: String, _ path: String, _ access: Access, _ body: JSONValue? = nil
    ) async throws -> Answer {
        let url = try #require(URL(string: access.url + path))
        let headers = [("Authorization", "Bearer \(access.secretKey)"), ("Content-Type", "application/json")]
        let (data, response) = try await perform(method, url, headers, body.map { Data($0.encoded()) })
        return Answer(
            status: response.statusCode, data: try JSONValue(parsing: [UInt8](data))["data"] ?? .null)
    }

    private static func install(_ access: Access, _ folder: TestFolder) throws -> Install {
        let facts = DeviceFacts(
            bundleID: access.bundleId, locale: "en_GB", timeZone: "Europe/London", appVersion: "1.0", osVersion: "18.0",
            model: "iPhone", hasServiceExtension: false)
        let transport = HTTPTransport(
            send: { call in
                let (data, response) = try await Self.perform(
                    call.method, call.url, call.headers.map { ($0, $1) }, call.body)
                return HTTPReply(status: response.statusCode, body: data)
            }, download: { _, _, _, _ in throw URLError(.unsupportedURL) })
        let vault = TestVault()
        return Install(
            url: try #require(URL(string: access.url)), publishableKey: access.publishableKey,
            environment: ClientEnvironment(
                container: try folder.container(), vault: vault.vault, transport: transport, time: SystemTime(),
                log: LogRecorder().log, facts: { facts }, pushEnvironment: .sandbox,
                retry: .single(timeout: .seconds(10))))
    }

    @Test(.rows("B82", "B83", "B62"))
    func `what an anonymous person chose is theirs once they have a name, at the server too`() async throws {
        let process = try ChildProcess(try .product("tidings"), ["serve", "--dev", "--json"])
        defer { process.signal(SIGTERM) }
        let line = try #require(await process.out.first { _ in true })
        let access = try JSONDecoder().decode(Access.self, from: Data(line.utf8))
        for topic in ["news", "deals"] {
            let made = try await Self.manage("POST", "/v1/topics", access, ["slug": .string(topic), "name": "A topic"])
            #expect(made.status == 201)
        }

        let install = try Self.install(access, TestFolder())
        await install.open()
        await install.receive(token: try DeviceToken("ab01cd02"))
        await install.observe(.authorized)
        #expect(await install.synchronise() == .upToDate)
        let anonymous = try #require(await install.session?.registration.subscriber.id)
        #expect(try await install.readTopics().map(\.topic) == ["deals", "news"])
        await install.choose(TopicChoice(everything: false), for: "news")
        await install.setAttributes(["plan": "free", "seen": 1])
        #expect(await install.synchronise() == .upToDate)
        #expect(await install.knownTopics()?.map(\.isEnabled) == [true, false])

        await install.identify(SubscriberIdentity(id: "ada"))
        await install.setAttributes(["plan": "pro", "seen": nil])
        await install.choose(TopicChoice(channel: "push", isOn: false), for: "deals")
        #expect(await install.session?.registration.hasPendingMerge == true)
        #expect(await install.synchronise() == .upToDate)
        #expect(await install.session?.registration.hasPendingMerge == false)

        let ada = try await Self.manage("GET", "/v1/subscribers/ada", access)
        let attributes = ada.data["attributes"]
        #expect(attributes?["plan"] == "pro" && attributes?["seen"] == nil)
        #expect(attributes?["pushPermission"] == "authorized")
        let preferences = try await Self.manage("GET", "/v1/subscribers/ada/preferences", access)
        #expect(preferences.data["items"]?.array?.map { $0["enabled"] } == [false, false])
        // The old id leads to her for ever.
        let alias = try await Self.manage("GET", "/v1/subscribers/\(anonymous)", access)
        #expect(alias.data["externalId"] == "ada")

        // What the server does not know is refused, once.
        await install.choose(TopicChoice(everything: true), for: "weather")
        #expect(await install.synchronise() == .upToDate)
        #expect(await install.refusal(of: "weather")?.contains("topic_not_found") == true)
        process.signal(SIGTERM)
        #expect(await process.exitStatus() == 0)
    }
}
