import ClientTestSupport
import Foundation
import PushModel
import TestSupport
import Testing
import TidingsCore
import Timekeeping

@Suite("The install", .timeLimit(.minutes(1))) struct InstallTests {
    private let folder: TestFolder
    private let vault = TestVault()
    private let time = VirtualTime.forTest()
    private let server: FakeServer
    private let recorder = LogRecorder()

    init() throws {
        folder = try TestFolder()
        server = FakeServer(time: time)
    }

    /// The install as a launch of the app sees it: everything comes from disk.
    private func launch(facts: DeviceFacts = .test) throws -> Install {
        let environment = ClientEnvironment(
            container: try folder.container(), vault: vault.vault, transport: server.transport, time: time,
            log: recorder.log, facts: { facts }, pushEnvironment: .sandbox, retry: .single(timeout: .seconds(5)))
        return Install(
            url: try #require(URL(string: "https://push.example")), publishableKey: "td_pk_1", environment: environment)
    }

    /// Every file of the container with what is in it.
    private func filesOnDisk() throws -> [String: Data] {
        let files = FileManager.default.enumerator(at: folder.url, includingPropertiesForKeys: nil)
        return (files?.allObjects as? [URL] ?? []).reduce(into: [:]) { $0[$1.path] = try? Data(contentsOf: $1) }
    }

    @Test(
        "Files that are damaged or not ours cost what was in them, and the client goes on", .rows("CS-T4"),
        arguments: ["", "{", "null", "[1]", #"{"registration":7}"#, "\u{0}\u{1}\u{FF}"])
    func damaged(content: String) async throws {
        let first = try launch()
        await first.open()
        await first.identify(SubscriberIdentity(id: "ada"))
        #expect(await first.synchronise() == .upToDate)
        let container = try folder.container()
        for file in [
            container.session, container.history, container.taps, container.local, container.usage, container.profile,
        ] {
            try Data(content.utf8).write(to: file)
        }
        let later = try launch()
        #expect(await later.open())
        await later.identify(SubscriberIdentity(id: "ada"))
        await later.track("afterwards", data: [:])
        #expect(await later.synchronise() == .upToDate)
        #expect(server.events("afterwards").map(\.subscriber) == ["ada"])
        #expect(TapStore.file(container.taps).load().waiting.isEmpty)
        #expect(await (try launch()).open())
    }

    @Test("However often keys are replaced, the server gets one new pair before there is another", .rows("K32"))
    func rotation() async throws {
        let install = try launch()
        await install.open()
        _ = await install.synchronise()
        func pairs() -> Int { KeyRing.read(from: vault.vault)?.entries.count ?? 0 }
        for _ in 0..<3 { await install.rotateKeys(onlyIfWorn: false) }
        #expect(pairs() == 2)
        _ = await install.synchronise()
        await install.rotateKeys(onlyIfWorn: true)
        #expect(pairs() == 2, "it is not worn")
        await install.rotateKeys(onlyIfWorn: false)
        #expect(pairs() == 3)
    }

    @Test("A token as bytes and the same token as text make the same registration", .rows("K1"))
    func tokenForms() async throws {
        let install = try launch()
        await install.open()
        await install.receive(token: try DeviceToken(Data([0xAB, 0x01, 0xFF])))
        #expect(await install.synchronise() == .upToDate)
        let first = server.devices
        await install.receive(token: try DeviceToken("AB01FF"))
        #expect(await install.synchronise() == .upToDate)
        #expect(first.first?.registration["token"] == "ab01ff")
        #expect(server.calls.filter { $0.method == "PUT" }.count == 1)
    }

    @Test("The registration says what the server has to know", .rows("B61", "K14"))
    func contents() async throws {
        let install = try launch()
        await install.open()
        await install.identify(SubscriberIdentity(id: "ada", hash: "c0ffee"))
        await install.observe(.denied)
        #expect(await install.synchronise() == .upToDate)
        let call = try #require(server.calls.first { $0.method == "PUT" })
        #expect(call.subscriber == "ada")
        #expect(call.identityHash == "c0ffee")
        #expect(call.deviceID == nil)
        #expect(call.body["permission"] == "denied")
        #expect(call.body["sdkVersion"]?.string.flatMap { SemanticVersion($0) } != nil)
        #expect(call.body["capabilities"]?["serviceExtension"] == true)
        #expect(call.body["encryption"]?["publicKey"]?.string?.count == 87)
    }

    @Test("An app version that brings the extension says so itself at its first launch", .rows("K17"))
    func updateBringsExtension() async throws {
        var facts = DeviceFacts.test
        facts.appVersion = "1.2"
        facts.hasServiceExtension = false
        let before = try launch(facts: facts)
        await before.open()
        #expect(await before.synchronise() == .upToDate)
        facts.appVersion = "1.3"
        facts.hasServiceExtension = true
        let after = try launch(facts: facts)
        await after.open()
        #expect(await after.synchronise() == .upToDate)
        let told = server.calls.filter { $0.method == "PUT" }.map(\.body)
        #expect(told.map { $0["capabilities"]?["serviceExtension"] } == [false, true])
        #expect(told.map { $0["appVersion"] } == ["1.2", "1.3"])
    }

    @Test(
        "A launch before the first unlock changes nothing and makes nobody a stranger", .rows("CS-P1", "CS-P2", "CS-P3")
    )
    func locked() async throws {
        let before = try launch()
        await before.open()
        let installID = await before.session?.registration.installID
        vault.setShut(true)
        let files = try filesOnDisk()
        let prewarmed = try launch()
        #expect(await prewarmed.open() == false)
        #expect(await prewarmed.synchronise() == .locked)
        await prewarmed.identify(SubscriberIdentity(id: "eve"))
        await prewarmed.track("early", data: [:])
        await prewarmed.logOut()
        #expect(try filesOnDisk() == files, "nothing is written before it can be read")
        vault.setShut(false)
        #expect(await prewarmed.open())
        #expect(await prewarmed.session?.registration.installID == installID)
    }

    @Test("A Keychain that finds nothing and takes nothing is one before the first unlock", .rows("CS-P1", "CS-P3"))
    func notFoundWhileLocked() async throws {
        let before = try launch()
        await before.open()
        await before.identify(SubscriberIdentity(id: "ada"))
        _ = await before.synchronise()
        let installID = await before.session?.registration.installID
        vault.setShut(true, findingNothing: true)
        let prewarmed = try launch()
        #expect(await prewarmed.open() == false)
        vault.setShut(false)
        #expect(await prewarmed.open())
        #expect(await prewarmed.session?.registration.installID == installID)
        #expect(await prewarmed.synchronise() == .upToDate)
        #expect(server.devices.count == 1)
    }

    @Test("A backup restored to another phone is a new install; the old device stays untouched", .rows("CS-K1"))
    func restore() async throws {
        let old = try launch()
        await old.open()
        await old.identify(SubscriberIdentity(id: "ada"))
        _ = await old.synchronise()
        let installID = await old.session?.registration.installID
        let untouched = try #require(server.devices.first)
        vault.empty()
        let restored = try launch()
        await restored.open()
        #expect(await restored.session?.registration.installID != installID)
        #expect(await restored.session?.registration.subscriber.id == "ada")
        #expect(await restored.synchronise() == .upToDate)
        #expect(server.devices.count == 2)
        let kept = try #require(server.devices.first { $0.id == untouched.id })
        #expect(kept.registration == untouched.registration && kept.subscriber == untouched.subscriber)
    }

    @Test("A Keychain that keeps nothing costs encryption, not the identity", .rows("CS-P3", "CS-K8"))
    func uselessKeychain() async throws {
        for _ in 0..<3 {
            let environment = ClientEnvironment(
                container: try folder.container(), vault: KeyVault(read: { .absent }, write: { _ in }),
                transport: server.transport, time: time, log: recorder.log, facts: { .test },
                pushEnvironment: .sandbox, retry: .single(timeout: .seconds(5)))
            let install = Install(
                url: try #require(URL(string: "https://push.example")), publishableKey: "td_pk_1",
                environment: environment)
            #expect(await install.synchronise() == .upToDate)
        }
        #expect(server.devices.count == 1)
        #expect(server.devices.first?.registration["encryption"] == nil)
    }

    @Test("Two passes at once make one device", .rows("CS-K8"))
    func racing() async throws {
        let install = try launch()
        await install.open()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<5 { group.addTask { _ = await install.synchronise() } }
        }
        #expect(server.devices.count == 1)
        #expect(server.calls.filter { $0.method == "PUT" }.count == 1)
    }

    @Test("Events of the person who left are sent in their name before the next one takes the device", .rows("CS-X3"))
    func switching() async throws {
        let install = try launch()
        await install.open()
        await install.identify(SubscriberIdentity(id: "ada"))
        _ = await install.synchronise()
        server.isOffline = true
        await install.track("of_ada", data: [:])
        await install.logOut()
        await install.identify(SubscriberIdentity(id: "bob"))
        await install.track("of_bob", data: [:])
        #expect(await install.synchronise() == .postponed(retryAfter: nil))
        server.isOffline = false
        let later = try launch()
        #expect(await later.synchronise() == .upToDate)
        #expect(server.events("of_ada").map(\.subscriber) == ["ada"])
        #expect(server.events("of_bob").map(\.subscriber) == ["bob"])
        let routes = server.calls.suffix(5).map { "\($0.method) \($0.subscriber)" }
        #expect(routes == ["POST ada", "DELETE ada", "PUT bob", "POST bob", "GET bob"])
    }

    @Test(
        "What somebody chose who came back and left before the server knew of either is theirs", .rows("B83", "C4"))
    func choicesOfTheReturned() async throws {
        let install = try launch()
        await install.open()
        server.addTopic("news")
        for id in ["ada", "bob"] {
            await install.identify(SubscriberIdentity(id: id))
            #expect(await install.synchronise() == .upToDate)
        }
        server.isOffline = true
        await install.identify(SubscriberIdentity(id: "ada"))
        await install.setAttributes(["plan": "pro"])
        await install.setPlace(["timezone": "Asia/Tokyo"])
        await install.choose(TopicChoice(everything: false), for: "news")
        await install.identify(SubscriberIdentity(id: "bob"))
        server.isOffline = false
        #expect(await install.synchronise() == .upToDate)
        #expect(server.attributes(of: "ada")["plan"] == "pro" && server.attributes(of: "bob")["plan"] == nil)
        #expect(server.place(of: "ada")["timezone"] == "Asia/Tokyo")
        #expect(server.choices(of: "ada", for: "news") == ["push": false])
        #expect(recorder.lines.filter { $0.contains("dropped") } == [])
    }

    @Test("A device that the server has forgotten registers again and loses no event")
    func forgotten() async throws {
        let install = try launch()
        await install.open()
        _ = await install.synchronise()
        let session = try #require(await install.session)
        try await APIClient(
            url: session.url, publishableKey: "td_pk_1", transport: server.transport, time: time
        ).unregister(as: session.speaker)
        await install.track("kept", data: [:])
        #expect(await install.synchronise() == .upToDate)
        #expect(server.devices.count == 1)
        #expect(server.events("kept").count == 1)
    }

    @Test("The history is read to its end, each message counts once, sealed ones are decrypted", .rows("K9"))
    func history() async throws {
        let install = try launch()
        await install.open()
        await install.identify(SubscriberIdentity(id: "ada"))
        for number in 1...5 {
            server.addMessage(
                ["id": .string("msg_\(number)"), "body": .string("text \(number)"), "conversation": "chat"], for: "ada")
        }
        #expect(await install.synchronise() == .upToDate)
        #expect(await install.synchronise() == .upToDate)
        #expect(await install.messages().map(\.id) == (1...5).map { "msg_\($0)" })
        let device = try #require(server.devices.first?.registration)
        let push = try TestPush.userInfo(TestPush.sealed(id: "msg_6", for: device, MessageContent(body: "hidden")))
        let envelope = try #require(push["tidings"] as? [AnyHashable: Any])
        server.addMessage(
            [
                "id": "msg_6", "kid": .string(envelope["kid"] as? String ?? ""),
                "enc": .string(envelope["enc"] as? String ?? ""),
            ], for: "ada")
        server.addMessage(["id": "msg_7", "kid": "other", "enc": "AAAA"], for: "ada")
        let relaunched = try launch()
        #expect(await relaunched.synchronise() == .upToDate)
        let messages = await relaunched.messages()
        #expect(messages.count == 7)
        #expect(messages.first { $0.id == "msg_6" }?.body == "hidden")
        #expect(messages.first { $0.id == "msg_7" }?.isReadable == false)
        await relaunched.logOut()
        #expect(await relaunched.messages().isEmpty)
    }

    @Test("Twenty toggles of login and logout with restarts in between end in the last intent", .rows("CS-X4"))
    func toggles() async throws {
        for round in 0..<10 {
            let install = try launch()
            await install.open()
            await install.logOut()
            await install.identify(SubscriberIdentity(id: round.isMultiple(of: 2) ? "ada" : "bob"))
            if round.isMultiple(of: 3) { _ = await install.synchronise() }
        }
        #expect(await (try launch()).synchronise() == .upToDate)
        #expect(server.devices.map(\.subscriber) == ["bob"])
    }
}
