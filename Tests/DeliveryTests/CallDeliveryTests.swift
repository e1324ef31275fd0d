import APNs
import Delivery
import Foundation
import Locking
import PushCrypto
import PushModel
import StorageTestSupport
import TestSupport
import Testing
import Timekeeping

@testable import Storage

@Suite(.onBothEngines, .timeLimit(.minutes(1)))
struct CallDeliveryTests {
    @Test(.rows("P17")) func `a ring that is to be tried again is not, once the call is over`() async throws {
        try await DeliveryFixture.with(answer: { sent, attempt in
            attempt == 1 && sent.push.pushType == .voip
                ? .ambiguous(APNsError(.connectionLost, detail: "test"))
                : .accepted(apnsID: sent.push.id, uniqueID: nil)
        }) { fixture in
            let device = try await fixture.phone("ann", voip: "cafe")
            let call = try await fixture.ring(["ann"])
            await fixture.settle()
            #expect(fixture.pushes.map(\.push.pushType) == [.voip])
            #expect(fixture.pushes[0].push.expiration == .at(call.expiresAt))
            _ = try await fixture.storage.act(.decline, by: .device(device), call: call.id, now: fixture.time.now)
            fixture.engine.wakeUrgently()
            await fixture.time.advance(by: .seconds(40))
            await fixture.settle()
            #expect(fixture.pushes.map(\.push.pushType) == [.voip])
            let ring = try await fixture.deliveries(try await fixture.messages(of: call)[0].id)
            #expect(ring.map(\.outcome) == [.canceled] && ring.first?.reason == "call_over")
        }
    }

    @Test(.rows("C30")) func `a dead token for calls is that one's end alone`() async throws {
        try await DeliveryFixture.with(answer: { sent, _ in
            sent.push.pushType == .voip
                ? .rejected(Rejection(status: 410, reason: .unregistered, timestamp: sent.at))
                : .accepted(apnsID: sent.push.id, uniqueID: nil)
        }) { fixture in
            let device = try await fixture.phone("ann", voip: "cafe")
            let first = try await fixture.ring(["ann"])
            await fixture.settle()
            #expect(fixture.pushes.map(\.push.topic) == ["com.example.app.voip"])
            let known = try #require(try await fixture.storage.device(device.id))
            #expect(known.voipToken?.isValid == false && known.voipToken?.reason == "Unregistered")
            #expect(known.token?.isValid == true)
            #expect(
                try await fixture.deliveries(try await fixture.messages(of: first)[0].id).first?.outcome == .invalid)
            // The next call comes as an alert.
            _ = try await fixture.ring(["ann"])
            await fixture.settle()
            #expect(fixture.pushes.map(\.push.pushType) == [.voip, .alert])
        }
    }

    @Test(.rows("C23", "C24")) func `the push of a call to a device with a key tells others nothing`() async throws {
        try await DeliveryFixture.with { fixture in
            let keys = try PayloadKeys.generate()
            let device = try await fixture.phone(
                "ann", voip: "cafe",
                encryption: DeviceEncryption(
                    keyID: "k1", publicKey: keys.publicKey, auth: keys.authSecret))
            let data: JSONObject = ["room": "secret-room"]
            let call = try await fixture.ring(["ann"], data: data)
            await fixture.settle()
            _ = try await fixture.storage.act(.cancel, by: .caller, call: call.id, now: fixture.time.now)
            fixture.engine.wakeUrgently()
            await fixture.settle()
            #expect(fixture.pushes.map(\.push.pushType) == [.voip, .background, .alert])
            for (sent, event) in zip(fixture.pushes, [CallNotice.Event.ring, .cancelled, .missed]) {
                let envelope = try #require(PushPayload(json: sent.push.payload)?.envelope)
                // Ids and ciphertext are random, so that they may hold any short word.
                var text = String(decoding: sent.push.payload, as: UTF8.self)
                for random in [envelope.sealed, envelope.id, call.id].compactMap(\.self) {
                    text.replace(random, with: "")
                }
                for word in ["Ada", "ada", "secret-room", device.externalID] {
                    #expect(!text.contains(word), "\(text)")
                }
                #expect(sent.push.payload.count <= sent.push.pushType.payloadByteLimit)
                #expect(envelope.call == CallNotice(id: call.id, event: event) && envelope.keyID == "k1")
                let opened = try MessageSealing.open(try Base64URL.decode(envelope.sealed ?? ""), with: keys)
                let inside = try SealedContent(decrypted: opened)
                #expect(inside.id == envelope.id && inside.to == DevicePayload.tag(of: "ann"))
                #expect(inside.call?.id == call.id && inside.call?.event == event)
                #expect((inside.call?.data == data) == (event != .cancelled))
            }
        }
    }

    @Test func `a ring does not wait behind a message to many`() async throws {
        var configuration = DeliveryEngine.Configuration()
        (configuration.batchLimit, configuration.batchesInFlight) = (2, 1)
        let (gate, open) = AsyncStream<Void>.makeStream()
        let isClosed = Locked(true)
        try await DeliveryFixture.with(
            configuration: configuration,
            answer: { sent, _ in
                // The first batch of the message is not answered before the ring has come.
                if sent.push.pushType == .voip {
                    isClosed.withLock { $0 = false }
                    open.finish()
                } else if isClosed.withLock({ $0 }) {
                    for await _ in gate {}
                }
                return .accepted(apnsID: sent.push.id, uniqueID: nil)
            }
        ) { fixture in
            try await fixture.phone("ann", voip: "cafe")
            var ids: [JSONValue] = []
            for number in 10..<20 {
                try await fixture.device("more-\(number)", token: "aa\(number)")
                ids.append(.string("more-\(number)"))
            }
            let message = try await fixture.send(["to": .array(ids), "title": "x"])
            while fixture.pushes.isEmpty { await Task.yield() }
            _ = try await fixture.ring(["ann"])
            while try await fixture.message(message).pending > 0 { await Task.yield() }
            #expect(fixture.pushes.firstIndex { $0.push.pushType == .voip } ?? .max <= 2)
        }
    }

    @Test(.rows("C28")) func `the ringing ends in time, also when the server was restarted meanwhile`() async throws {
        try await DeliveryFixture.with { fixture in
            try await fixture.phone("ann", voip: "cafe")
            let call = try await fixture.ring(["ann"])
            await fixture.settle()
            // Two servers look after it, both started after the ring; one tells.
            let told = Locked<[Int]>([])
            let keepers = (0...1).map { number in
                CallKeeper(
                    storage: fixture.system, streams: CallStreams(time: fixture.time), time: fixture.time, log: .none
                ) {
                    told.withLock { $0.append(number) }
                    fixture.engine.wakeUrgently()
                }
            }
            async let first: Void = keepers[0].run()
            async let second: Void = keepers[1].run()
            await fixture.time.waitForSleepers(2)
            await fixture.time.advance(by: .seconds(29))
            #expect(try await fixture.storage.call(call.id)?.call.machine.state == .ringing)
            await fixture.time.advance(by: .seconds(2))
            #expect(try await fixture.storage.call(call.id)?.call.machine.state == .missed)
            await fixture.settle()
            #expect(told.withLock { $0 }.count == 1)
            #expect(fixture.pushes.map(\.push.pushType) == [.voip, .alert])
            for keeper in keepers { keeper.stop() }
            await first
            await second
        }
    }

    @Test func `a muted device, one without tokens and a person without devices are told why not`() async throws {
        try await DeliveryFixture.with { fixture in
            let muted = try await fixture.phone("ann", voip: "cafe")
            _ = try await fixture.storage.setDevice(muted.id, enabled: false)
            let bare = try await fixture.phone("bob", voip: "beef")
            _ = try await fixture.storage.removeTokens(.voip, of: bare, andOthers: false)
            _ = try await fixture.storage.removeTokens(.alert, of: bare, andOthers: false)
            _ = try await fixture.storage.putSubscriber(
                externalID: "cem", attributes: "{}", timeZone: nil, locale: nil, now: fixture.time.now)
            let call = try await fixture.ring(["ann", "bob", "cem"])
            await fixture.settle()
            #expect(fixture.pushes.isEmpty)
            let message = try await fixture.messages(of: call)[0].id
            #expect(try await fixture.message(message).status == .completed)
            #expect(try await fixture.deliveries(message).map(\.reason) == ["unsubscribed", "no_token", "no_device"])
            #expect(try #require(await fixture.storage.call(call.id)).details.devices.isEmpty)
        }
    }
}

extension DeliveryFixture {
    /// Registers a device with both tokens.
    @discardableResult
    func phone(
        _ subscriber: String, voip: String, encryption: DeviceEncryption? = nil
    ) async throws -> Device {
        var registration = DeviceRegistration(
            externalID: subscriber, isVerified: true, remembersVerification: false, installID: "install-\(voip)",
            bundleID: Self.bundleID, token: "ab\(voip)", environment: .sandbox, description: nil,
            encryption: encryption)
        registration.voipToken = .set(voip)
        guard case .registered(let device, _) = try await storage.register(registration, now: time.now) else {
            throw StorageError(.other, detail: "not registered")
        }
        return device
    }

    /// Rings people for half a minute.
    func ring(_ people: [String], data: JSONObject? = nil) async throws -> Call {
        var body: JSONObject = [
            "from": ["id": "ada", "name": "Ada"], "to": .array(people.map { .string($0) }), "ringTimeout": 30,
        ]
        body["data"] = data.map { .object($0) }
        let request = try CallRequest(parsing: body.encoded(), now: time.now)
        guard case .placed(let call) = try await storage.place(request.call) else {
            throw StorageError(.other, detail: "not placed")
        }
        engine.wakeUrgently()
        return call
    }

    /// The messages whose deliveries are the pushes of a call.
    func messages(of call: Call) async throws -> [(id: Identifier, event: CallEvent)] {
        try #require(await storage.call(call.id)).details.messages
    }
}
