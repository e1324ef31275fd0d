import PushModel
import TestSupport
import Testing
import Timekeeping

@testable import APNsSimulator

/// Channel management and broadcasts without sockets, on virtual time.
@Suite struct ChannelTests {
    private static let channelBody = #"{"message-storage-policy":1,"push-type":"LiveActivity"}"#
    private static let update = #"{"aps":{"event":"update","timestamp":1,"content-state":{}}}"#

    private func manage(
        _ trial: Trial, _ method: String, _ path: String = "/1/apps/com.example.app/channels", body: String = "",
        _ environment: APNsSimulator.Environment = .production, _ change: (inout PushFields) -> Void = { _ in }
    ) -> ChannelAnswer {
        var fields = PushFields(method: method, path: path, headers: [], body: Array(body.utf8))
        fields.authorization = trial.authorization
        change(&fields)
        return trial.core.answerChannel(fields, isManagement: true, environment, &trial.connection)
    }

    private func broadcast(
        _ trial: Trial, to channel: String?, body: String = ChannelTests.update,
        path: String = "/4/broadcasts/apps/com.example.app", _ change: (inout PushFields) -> Void = { _ in }
    ) -> ChannelAnswer {
        var fields = PushFields(method: "POST", path: path, headers: [], body: Array(body.utf8))
        fields.authorization = trial.authorization
        fields.pushType = "liveactivity"
        fields.channelID = channel
        fields.expiration = "0"
        change(&fields)
        return trial.core.answerChannel(fields, isManagement: false, .production, &trial.connection)
    }

    private func create(_ trial: Trial, policy: Int = 1) -> String {
        manage(trial, "POST", body: #"{"message-storage-policy":\#(policy),"push-type":"LiveActivity"}"#).channelID
            ?? ""
    }

    @Test(.rows("AS20")) func `a channel is created, read, listed and deleted for good`() throws {
        let trial = try Trial()
        let id = "123e4567-e89b-42d3-a456-426614174000"
        let created = manage(trial, "POST", body: Self.channelBody) { $0.requestID = id }
        #expect(created.status == 201)
        #expect(created.requestID == id)
        let channel = try #require(created.channelID)
        let read = manage(trial, "GET") { $0.channelID = channel }
        #expect(read.status == 200)
        #expect(String(decoding: read.body, as: UTF8.self) == Self.channelBody)
        let second = create(trial, policy: 0)
        let list = manage(trial, "GET", "/1/apps/com.example.app/all-channels")
        #expect(String(decoding: list.body, as: UTF8.self) == #"{"channels":["\#(channel)","\#(second)"]}"#)
        let deleted = manage(trial, "DELETE") { $0.channelID = channel }
        #expect(deleted.status == 204)
        #expect(deleted.body.isEmpty)
        #expect(manage(trial, "GET") { $0.channelID = channel }.summary == "400 ChannelNotRegistered")
        #expect(manage(trial, "DELETE") { $0.channelID = channel }.summary == "404 BadPath")
    }

    @Test(.rows("AS22", "A6.13", "A6.27")) func `an app has ten thousand channels at most, in each environment`() throws
    {
        let trial = try Trial()
        #expect(trial.core.configuration.channelLimit == 10_000)
        for _ in 0..<10_000 { _ = try trial.core.channels.create(Trial.bundleID, .production, .none) }
        #expect(manage(trial, "POST", body: Self.channelBody).summary == "400 CannotCreateChannelConfig")
        #expect(manage(trial, "POST", body: Self.channelBody, .sandbox).status == 201)
        let oldest = try #require(trial.core.channels.channels(Trial.bundleID, .production).first)
        #expect(manage(trial, "DELETE") { $0.channelID = oldest.id }.status == 204)
        #expect(manage(trial, "POST", body: Self.channelBody).status == 201)
    }

    @Test(
        .rows("AS23"),
        arguments: [
            ("POST", "", "400 PayloadEmpty"), ("POST", "[]", "400 BadRequestPayload"),
            ("POST", #"{"message-storage-policy":1}"#, "400 MissingPushType"),
            ("POST", #"{"message-storage-policy":1,"push-type":"alert"}"#, "400 InvalidPushType"),
            ("POST", #"{"message-storage-policy":2,"push-type":"LiveActivity"}"#, "400 BadRequestPayload"),
            ("POST", #"{"push-type":"LiveActivity"}"#, "400 BadRequestPayload"),
            ("GET", "", "400 MissingChannelId"), ("DELETE", "", "400 MissingChannelId"),
            ("GET", "{}", "400 BadRequestPayload"), ("PUT", "", "405 MethodNotAllowed"),
        ])
    func `a request that does not fit is refused with Apple's reason`(method: String, body: String, answer: String)
        throws
    {
        #expect(manage(try Trial(), method, body: body).summary == answer)
    }

    @Test(.rows("AS23")) func `headers and paths of channel requests are checked`() throws {
        let trial = try Trial()
        #expect(manage(trial, "GET") { $0.channelID = "***" }.summary == "400 BadChannelId")
        #expect(manage(trial, "GET") { $0.requestID = "no uuid" }.summary == "400 BadMessageId")
        #expect(manage(trial, "GET") { $0.hasDuplicates = true }.summary == "400 BadRequestParams")
        #expect(manage(trial, "GET", "/1/apps/com.example.app/channels?x=1").summary == "404 BadPath")
        #expect(manage(trial, "GET", "/3/device/00").summary == "404 BadPath")
        #expect(manage(trial, "POST", "/1/apps/com.example.app/all-channels").summary == "405 MethodNotAllowed")
        #expect(manage(trial, "GET") { $0.authorization = nil }.summary == "403 MissingProviderToken")
        #expect(manage(trial, "GET") { $0.authorization = "bearer x" }.summary == "403 InvalidProviderToken")
        #expect(manage(trial, "GET", "/1/apps/com.example.app.voip/channels").summary == "400 TopicDisallowed")
    }

    @Test(.rows("AS23")) func `only the team of the app, and only a key for it, reaches its channels`() throws {
        let trial = try Trial()
        trial.core.keys.addApp(Trial.bundleID, teamID: "OTHERTEAM1")
        #expect(manage(trial, "POST", body: Self.channelBody).summary == "403 TopicMismatch")
        let limited = try Trial()
        try limited.core.keys.add(limited.signer.key(bundleIDs: ["com.example.other"]))
        #expect(manage(limited, "POST", body: Self.channelBody).summary == "403 TopicMismatch")
    }

    @Test(.rows("AS22")) func `switching broadcasts off deletes the channels`() throws {
        let trial = try Trial()
        let channel = create(trial)
        trial.core.channels.setEnabled(false, bundleID: Trial.bundleID)
        #expect(manage(trial, "POST", body: Self.channelBody).summary == "400 FeatureNotEnabled")
        trial.core.channels.setEnabled(true, bundleID: Trial.bundleID)
        #expect(broadcast(trial, to: channel).summary == "400 ChannelNotRegistered")
    }

    @Test(.rows("AS24")) func `a broadcast reaches every device that listens, and nobody else`() throws {
        let trial = try Trial()
        let channel = create(trial)
        let idle = trial.core.devices.addDevice(name: "idle")
        #expect(
            trial.core.channels.subscribe(trial.device, to: channel, Trial.bundleID, .production, now: 0)?.isEmpty
                == true)
        let id = "123e4567-e89b-42d3-a456-426614174000"
        let answer = broadcast(trial, to: channel) { $0.requestID = id }
        #expect(answer.status == 200)
        #expect(answer.body.isEmpty)
        #expect(answer.requestID == id)
        let push = try #require(trial.device.fetch(after: 0, limit: 10).pushes.first)
        #expect(push.channelID == channel)
        #expect(push.pushType == .liveActivity)
        #expect(idle.fetch(after: 0, limit: 10).pushes.isEmpty)
    }

    @Test(
        .rows("AS24"),
        arguments: [
            ("alert", "0", "10", "400 InvalidPushType"), (nil, "0", "10", "400 MissingPushType"),
            ("liveactivity", "soon", "10", "400 BadExpirationDate"), ("liveactivity", "0", "7", "400 BadPriority"),
            ("liveactivity", "4102444800", "5", "400 BadExpirationDate"), ("liveactivity", "0", "5", "200"),
        ] as [(String?, String, String, String)])
    func `headers of a broadcast are checked`(pushType: String?, expiration: String, priority: String, answer: String)
        throws
    {
        let trial = try Trial()
        let channel = create(trial, policy: 0)
        let found = broadcast(trial, to: channel) {
            $0.pushType = pushType
            $0.expiration = expiration
            $0.priority = priority
        }
        #expect(found.summary == answer)
    }

    @Test(.rows("AS24")) func `a broadcast updates or ends, has at most 5120 bytes, and names a channel`() throws {
        let trial = try Trial()
        let channel = create(trial)
        let start = #"{"aps":{"event":"start"}}"#
        #expect(broadcast(trial, to: channel, body: start).summary == "400 BadRequestPayload")
        #expect(broadcast(trial, to: channel, body: #"{"aps":{"event":"end"}}"#).summary == "200")
        #expect(broadcast(trial, to: channel, body: "").summary == "400 PayloadEmpty")
        let padding = String(repeating: "x", count: 5120 - #"{"aps":{"event":"end","x":""}}"#.utf8.count)
        let longest = #"{"aps":{"event":"end","x":"\#(padding)"}}"#
        #expect(broadcast(trial, to: channel, body: longest).summary == "200")
        #expect(broadcast(trial, to: channel, body: longest + " ").summary == "413 PayloadTooLarge")
        #expect(broadcast(trial, to: nil).summary == "400 MissingChannelId")
        #expect(broadcast(trial, to: "AAAA").summary == "400 ChannelNotRegistered")
        let suffixed = "/4/broadcasts/apps/com.example.app.push-type.liveactivity"
        #expect(broadcast(trial, to: channel, path: suffixed).summary == "400 TopicDisallowed")
        #expect(broadcast(trial, to: channel, path: "/4/broadcasts").summary == "404 BadPath")
    }

    @Test(.rows("AS21")) func `the storage policy decides what an offline device gets`() async throws {
        let trial = try Trial()
        let (kept, dropped) = (create(trial, policy: 1), create(trial, policy: 0))
        for channel in [kept, dropped] {
            _ = trial.core.channels.subscribe(trial.device, to: channel, Trial.bundleID, .production, now: 0)
        }
        trial.device.setOnline(false, milliseconds: trial.core.milliseconds)
        for number in 1...2 {
            let body = #"{"aps":{"event":"update","timestamp":\#(number)}}"#
            #expect(broadcast(trial, to: kept, body: body) { $0.expiration = "4102444800" }.summary == "200")
            #expect(broadcast(trial, to: dropped, body: body).summary == "200")
        }
        trial.device.setOnline(true, milliseconds: trial.core.milliseconds)
        let received = trial.device.fetch(after: 0, limit: 10).pushes
        #expect(received.map(\.channelID) == [kept])
        #expect(received.map { String(decoding: $0.payload, as: UTF8.self).contains("2") } == [true])
    }

    @Test(.rows("AS21", "A6.12")) func `the newest broadcast waits eight hours for those who come later`() async throws
    {
        let trial = try Trial()
        let channel = create(trial)
        _ = broadcast(trial, to: channel) { $0.expiration = "4102444800" }
        await trial.time.advance(by: .seconds(8 * 3600 - 1))
        let now = trial.seconds
        #expect(
            trial.core.channels.subscribe(trial.device, to: channel, Trial.bundleID, .production, now: now)?.count == 1)
        #expect(
            trial.core.channels.subscribe(trial.device, to: channel, Trial.bundleID, .production, now: now + 1)?.isEmpty
                == true)
        #expect(trial.core.channels.subscribe(trial.device, to: "AAAA", Trial.bundleID, .production, now: now) == nil)
    }

    @Test(.rows("AP2", "AP3")) func `channel ports and send ports answer their own paths only`() async throws {
        let service = try await Service()
        let ports = service.endpoints
        func answer(_ url: String, _ path: String, _ body: String) async throws -> String {
            let sender = try await TestSender(to: url, caFile: ports.caFile)
            defer { sender.close() }
            return await sender.send(
                service.request {
                    $0.path = path
                    $0.body = Array(body.utf8)
                }
            ).summary
        }
        let channels = "/1/apps/\(Service.bundleID)/channels"
        #expect(try await answer(ports.productionChannelsURL, channels, Self.channelBody) == "201")
        #expect(try await answer(ports.sandboxChannelsURL, channels, Self.channelBody) == "201")
        #expect(try await answer(ports.productionURL, channels, Self.channelBody) == "404 BadPath")
        #expect(try await answer(ports.productionChannelsURL, "/3/device/\(service.token)", "{}") == "404 BadPath")
        let broadcasts = "/4/broadcasts/apps/\(Service.bundleID)"
        #expect(try await answer(ports.productionURL, broadcasts, Self.update) == "400 MissingChannelId")
        #expect(try await answer(ports.productionChannelsURL, broadcasts, Self.update) == "404 BadPath")
        #expect(service.simulator.channels(of: Service.bundleID).count == 1)
        #expect(service.simulator.channels(of: Service.bundleID, .sandbox).count == 1)
        await service.simulator.stop()
    }

    @Test(.rows("AP1")) func `a second port serves the same`() async throws {
        let service = try await Service {
            $0.productionAlternativePort = 0
            $0.sandboxAlternativePort = 0
        }
        let url = try #require(service.endpoints.productionAlternativeURL)
        let sender = try await TestSender(to: url, caFile: service.endpoints.caFile)
        #expect(await sender.send(service.request()).summary == "200")
        sender.close()
        let sandbox = try #require(service.endpoints.sandboxAlternativeURL)
        let other = try await TestSender(to: sandbox, caFile: service.endpoints.caFile)
        #expect(await other.send(service.request()).summary == "400 BadDeviceToken")
        other.close()
        await service.simulator.stop()
    }
}

extension ChannelAnswer {
    /// Status and reason in one text, such as `400 BadChannelId`; the status alone when accepted.
    var summary: String { refusal.map { "\(status) \($0.reason)" } ?? "\(status)" }
}
