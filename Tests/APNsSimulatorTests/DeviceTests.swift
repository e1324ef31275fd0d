import PushModel
import TestSupport
import Testing
import Timekeeping

@testable import APNsSimulator

@Suite struct DeviceTests {
    private func received(_ trial: Trial) -> [String] {
        trial.device.fetch(after: 0, limit: 100).pushes.map { String(decoding: $0.payload, as: UTF8.self) }
    }

    private func payload(_ text: String) -> [UInt8] { Array(#"{"aps":{"alert":"\#(text)"}}"#.utf8) }

    @Test func `an online device has the push as it was sent`() throws {
        let trial = try Trial()
        let verdict = trial.send {
            $0.collapseID = "news"
            $0.priority = "5"
            $0.expiration = "4102444800"
        }
        #expect(verdict.fate == .delivered)
        let push = try #require(trial.device.fetch(after: 0, limit: 10).pushes.first)
        #expect(push.sequence == 1)
        #expect(push.id == verdict.id)
        #expect(push.token == trial.token)
        #expect(push.bundleID == Trial.bundleID)
        #expect(push.environment == .production)
        #expect(push.pushType == .alert)
        #expect(push.priority == 5)
        #expect(push.expiration == 4_102_444_800)
        #expect(push.collapseID == "news")
        #expect(push.payload == trial.request.body)
        #expect(push.receivedAt == trial.core.milliseconds)
    }

    @Test(.rows("F13")) func `a token is good for one environment and one app`() throws {
        let trial = try Trial()
        let sandbox = trial.token(.alert, .sandbox)
        #expect(sandbox != trial.token)
        #expect(trial.answer(.sandbox) == "400 BadDeviceToken")
        #expect(trial.answer { $0.path = "/3/device/\(sandbox)" } == "400 BadDeviceToken")
        #expect(trial.answer(.sandbox) { $0.path = "/3/device/\(sandbox)" } == "200")
        #expect(trial.answer { $0.topic = "com.example.other" } == "400 DeviceTokenNotForTopic")
    }

    @Test(.rows("F14")) func `after uninstalling, senders are told since when, in milliseconds`() async throws {
        let trial = try Trial()
        await trial.time.advance(by: .milliseconds(1234))
        let since = trial.core.milliseconds
        #expect(
            trial.core.devices.unregister(
                trial.token, on: trial.device, reason: .unregistered, milliseconds: since, noticedAfter: 0))
        await trial.time.advance(by: .seconds(60))
        let verdict = trial.send()
        #expect(verdict.summary == "410 Unregistered")
        #expect(verdict.refusal?.timestamp == since)
    }

    @Test(.rows("F14")) func `APNs can take its time to notice, and shows nothing meanwhile`() async throws {
        let trial = try Trial()
        let since = trial.core.milliseconds
        #expect(
            trial.core.devices.unregister(
                trial.token, on: trial.device, reason: .expiredToken, milliseconds: since, noticedAfter: 3_600_000))
        await trial.time.advance(by: .seconds(3599))
        #expect(trial.send().fate == .discarded)
        #expect(trial.device.fetch(after: 0, limit: 10).pushes.isEmpty)
        await trial.time.advance(by: .seconds(1))
        let verdict = trial.send()
        #expect(verdict.summary == "410 ExpiredToken")
        #expect(verdict.refusal?.timestamp == since)
    }

    @Test(.rows("F14")) func `a token stays the same while installed and is another one after removal`() throws {
        let trial = try Trial()
        #expect(trial.token(.alert) == trial.token)
        #expect(trial.token(.background) == trial.token)
        #expect(
            trial.core.devices.unregister(
                trial.token, on: trial.device, reason: .unregistered, milliseconds: 0, noticedAfter: 0))
        let second = trial.token(.alert)
        #expect(second != trial.token)
        #expect(trial.answer { $0.path = "/3/device/\(second)" } == "200")
        #expect(trial.answer() == "410 Unregistered")
        // The same token can come back.
        _ = trial.core.devices.register(Trial.bundleID, .production, .alert, on: trial.device, wanted: trial.token)
        #expect(trial.answer() == "200")
    }

    @Test func `only the device that holds a token can give it back, once`() throws {
        let trial = try Trial()
        let other = trial.core.devices.addDevice(name: "other")
        let remove = { (device: Device) in
            trial.core.devices.unregister(
                trial.token, on: device, reason: .unregistered, milliseconds: 0, noticedAfter: 0)
        }
        #expect(!remove(other))
        #expect(remove(trial.device))
        #expect(!remove(trial.device))
    }

    // MARK: Offline

    @Test(.rows("F18")) func `for an offline device the newest push of each app is kept`() throws {
        let trial = try Trial()
        let other = trial.core.devices.register("com.example.other", .production, .alert, on: trial.device)
        trial.device.setOnline(false, milliseconds: trial.core.milliseconds)
        for text in ["first", "second"] { #expect(trial.send { $0.body = payload(text) }.fate == .stored) }
        trial.send {
            $0.path = "/3/device/\(other)"
            $0.topic = "com.example.other"
            $0.body = payload("other app")
        }
        trial.send { $0.body = payload("third") }
        #expect(received(trial).isEmpty)
        trial.device.setOnline(true, milliseconds: trial.core.milliseconds)
        #expect(
            received(trial) == [payload("other app"), payload("third")].map { String(decoding: $0, as: UTF8.self) })
        trial.device.setOnline(false, milliseconds: 0)
        trial.device.setOnline(true, milliseconds: 0)
        #expect(received(trial).count == 2)
    }

    @Test(.rows("F18")) func `expiration 0 is one attempt`() throws {
        let trial = try Trial()
        #expect(trial.send { $0.expiration = "0" }.fate == .delivered)
        trial.device.setOnline(false, milliseconds: trial.core.milliseconds)
        #expect(trial.send { $0.expiration = "0" }.fate == .discarded)
        #expect(trial.answer { $0.expiration = "0" } == "200")
        trial.device.setOnline(true, milliseconds: trial.core.milliseconds)
        #expect(received(trial).count == 1)
    }

    @Test(.rows("F18"), arguments: [(59, 1), (60, 0)])
    func `a stored push waits until it expires`(wait: Int, count: Int) async throws {
        let trial = try Trial()
        trial.device.setOnline(false, milliseconds: trial.core.milliseconds)
        let expiration = "\(trial.seconds + 60)"
        #expect(trial.send { $0.expiration = expiration }.fate == .stored)
        await trial.time.advance(by: .seconds(wait))
        trial.device.setOnline(true, milliseconds: trial.core.milliseconds)
        #expect(received(trial).count == count)
    }

    @Test(.rows("F18", "A2.11"), arguments: [29, 31])
    func `nothing is stored longer than 30 days`(days: Int) async throws {
        let trial = try Trial()
        trial.device.setOnline(false, milliseconds: trial.core.milliseconds)
        trial.send { $0.expiration = "9999999999" }
        await trial.time.advance(by: .seconds(days * 86_400))
        trial.device.setOnline(true, milliseconds: trial.core.milliseconds)
        #expect(received(trial).count == (days < 30 ? 1 : 0))
    }

    @Test(.rows("F18")) func `uninstalling discards what is stored`() throws {
        let trial = try Trial()
        trial.device.setOnline(false, milliseconds: trial.core.milliseconds)
        trial.send()
        #expect(
            trial.core.devices.unregister(
                trial.token, on: trial.device, reason: .unregistered, milliseconds: 0, noticedAfter: 0))
        trial.device.setOnline(true, milliseconds: trial.core.milliseconds)
        #expect(received(trial).isEmpty)
    }

    // MARK: Screen

    @Test(.rows("F25")) func `the collapse id is the identifier, and a repeat replaces in place`() throws {
        let trial = try Trial()
        let plain = trial.send { $0.body = payload("plain") }
        trial.send {
            $0.collapseID = "news"
            $0.body = payload("old")
        }
        trial.send { $0.body = payload("later") }
        trial.send {
            $0.collapseID = "news"
            $0.body = payload("new")
        }
        let screen = trial.device.screen
        try #require(screen.count == 3)
        #expect(screen[0].identifier == plain.id)
        #expect(screen[1].identifier == "news")
        #expect(screen[1].shown == 2)
        #expect(screen[1].payload == payload("new"))
        #expect(screen[2].shown == 1)
    }

    @Test(.rows("F25")) func `a resent apns-id is one entry, shown twice`() throws {
        let trial = try Trial()
        for _ in 0..<2 { trial.send { $0.apnsID = "123e4567-e89b-42d3-a456-426614174000" } }
        #expect(trial.device.screen.map(\.shown) == [2])
    }

    @Test(arguments: [
        (#"{"aps":{"alert":"Hello"}}"#, true), (#"{"aps":{"alert":{"body":"Hello"}}}"#, true),
        (#"{"aps":{"alert":{"title-loc-key":"KEY"}}}"#, true), (#"{"aps":{"alert":""}}"#, false),
        (#"{"aps":{"alert":{}}}"#, false), (#"{"aps":{"badge":3}}"#, false), (#"{"aps":{"sound":"default"}}"#, false),
        ("{}", false), (#"{"alert":"Hello"}"#, false), (#"{"aps":{"alert":7}}"#, false),
    ])
    func `only an alert stands on the screen`(payload: String, isShown: Bool) throws {
        let trial = try Trial()
        trial.send { $0.body = Array(payload.utf8) }
        #expect(trial.device.screen.count == (isShown ? 1 : 0))
        trial.send {
            $0.pushType = "background"
            $0.priority = "5"
            $0.body = Array(#"{"aps":{"alert":"Hello"}}"#.utf8)
        }
        #expect(trial.device.screen.count == (isShown ? 1 : 0))
    }

    // MARK: The courier

    @Test func `what is acknowledged is forgotten, the rest comes again`() throws {
        let trial = try Trial()
        for text in ["1", "2", "3"] { trial.send { $0.body = payload(text) } }
        #expect(trial.device.fetch(after: 0, limit: 2).pushes.map(\.sequence) == [1, 2])
        #expect(trial.device.fetch(after: 0, limit: 2).next == 2)
        #expect(trial.device.fetch(after: 2, limit: 2).pushes.map(\.sequence) == [3])
        #expect(trial.device.fetch(after: 0, limit: 9).pushes.map(\.sequence) == [3])
        #expect(trial.device.fetch(after: 3, limit: 9).pushes.isEmpty)
        #expect(trial.device.fetch(after: 3, limit: 9).next == 3)
    }

    @Test func `a courier of an offline device gets nothing`() throws {
        let trial = try Trial()
        trial.send()
        trial.device.setOnline(false, milliseconds: 0)
        #expect(trial.device.fetch(after: 0, limit: 9).pushes.isEmpty)
        trial.device.setOnline(true, milliseconds: 0)
        #expect(trial.device.fetch(after: 0, limit: 9).pushes.count == 1)
    }

    @Test func `inbox and screen forget their oldest past the limit`() throws {
        let trial = try Trial { $0.deviceLogLimit = 10 }
        for number in 0..<35 { trial.send { $0.body = payload("\(number)") } }
        #expect(trial.device.fetch(after: 0, limit: 99).pushes.map(\.sequence) == Array(26...35))
        #expect(trial.device.screen.count == 10)
        #expect(trial.device.screen.last?.payload == payload("34"))
        // An entry that has gone is a new one when it comes again.
        trial.send { $0.collapseID = "again" }
        for number in 0..<35 { trial.send { $0.body = payload("\(number)") } }
        trial.send { $0.collapseID = "again" }
        #expect(trial.device.screen.last?.shown == 1)
    }
}
