import ClientTestSupport
import Foundation
import PushModel
import SimulatedDevice
import TestSupport
import Testing
import Tidings
import TidingsCore

@Suite("Messages in the foreground", .timeLimit(.minutes(1))) struct ForegroundTests {
    private var content: MessageContent {
        var content = MessageContent(title: "Hello", body: "World")
        content.conversation = "chat_1"
        content.data = Array(#"{"custom":"kept"}"#.utf8)
        return content
    }

    @Test("A message is a banner, in the list, with sound, and counts as presented", .rows("B67", "U3", "K6"))
    func presented() async throws {
        let phone = try await SDKPhone().registered()
        let shown = try await phone.push(TestPush.clear(content))
        #expect(shown.kind == .shown)
        #expect(shown["title"] == "Hello")
        #expect(shown["banner"] == "true" && shown["list"] == "true")
        #expect(try await phone.receipts("delivered", "presented") == ["delivered", "presented"])
        await phone.phone.stop()
    }

    @Test("What the system asks is answered on the main thread", .rows("CS-T5"))
    func mainThread() async throws {
        let phone = try await SDKPhone().registered()
        try await phone.push(TestPush.clear(content))
        try await phone.phone.tap()
        try await phone.note("opened")
        _ = try await phone.timeline.first { $0.kind == .callbackDone && $0["name"] == "didReceive" }
        #expect(phone.timeline.all(.misuse).isEmpty)
        await phone.phone.stop()
    }

    @Test("Only the open conversation keeps its messages from the screen", .rows("K6", "K7"))
    func conversation() async throws {
        let phone = try await SDKPhone().registered()
        try await phone.phone.command("conversation chat_1")
        #expect(try await phone.push(TestPush.clear(id: "msg_1", content)).kind == .notShown)
        #expect(try await phone.receipts("suppressed") == ["delivered", "suppressed"])
        try await phone.phone.command("conversation chat_2")
        #expect(try await phone.push(TestPush.clear(id: "msg_2", content), id: "msg_2").kind == .shown)
        try await phone.phone.command("conversation")
        #expect(try await phone.push(TestPush.clear(id: "msg_3", content), id: "msg_3").kind == .shown)
        try await phone.phone.command("conversation chat_1")
        try await phone.phone.background()
        #expect(try await phone.push(TestPush.clear(id: "msg_4", content), id: "msg_4").kind == .shown)
        await phone.phone.stop()
    }

    @Test(
        "False from the delegate keeps a message from the screen; it is in the history all the same", .rows("K9", "K11")
    )
    func intercepted() async throws {
        let phone = try await SDKPhone().registered()
        phone.options.set { $0.presents = false }
        phone.server.addMessage(["id": "msg_1", "body": "World"], for: "ada")
        #expect(try await phone.push(TestPush.clear(content)).kind == .notShown)
        #expect(try await phone.receipts("suppressed") == ["delivered", "suppressed"])
        let event = phone.server.events("$notification.suppressed").first
        #expect(event?.data["reason"] == "intercepted")
        #expect(try await phone.phone.command("history") == "msg_1")
        await phone.phone.stop()
    }

    @Test("The delegate is asked for every message on whatever screen, once", .rows("K8", "CS-H1"))
    func askedOnce() async throws {
        let phone = try await SDKPhone().registered()
        try await phone.phone.command("conversation chat_1")
        try await phone.push(TestPush.clear(content))
        // The same push again, as iOS 18.0 does and as a resend looks.
        try await phone.push(TestPush.clear(content))
        #expect(phone.notes("asked").map { $0["id"] } == ["msg_1"])
        try await phone.settle()
        #expect(phone.server.receipts(of: "msg_1") == ["delivered", "suppressed"])
        await phone.phone.stop()
    }

    @Test("A message that the app was asked about in the background is not asked about again in front", .rows("K8"))
    func askedOnceAcrossStates() async throws {
        let phone = try await SDKPhone().registered()
        let payload = #"{"aps":{"alert":"Both","content-available":1},"tidings":{"v":1,"id":"msg_1"}}"#
        try await phone.phone.background()
        try await phone.push(payload, until: .wakeAnswered)
        #expect(phone.notes("asked").count == 1)
        try await phone.phone.launch()
        #expect(try await phone.push(payload).kind == .shown)
        #expect(phone.notes("asked").count == 1)
        await phone.phone.stop()
    }

    @Test("What the delegate gets has the content and the payload as it came", .rows("K10"))
    func receivedNotification() async throws {
        let phone = try await SDKPhone().registered()
        try await phone.push(TestPush.clear(content))
        let asked = try #require(phone.notes("asked").first)
        #expect(asked["title"] == "Hello" && asked["body"] == "World" && asked["conversation"] == "chat_1")
        #expect(asked["custom"] == "kept" && asked["aps"] == "there")
        await phone.phone.stop()
    }

    @Test("Without a delegate a message is presented, and one set later is asked", .rows("K9", "K12"))
    func lateDelegate() async throws {
        let phone = try await SDKPhone { $0.set { $0.hasDelegate = false } }.registered()
        #expect(try await phone.push(TestPush.clear(content)).kind == .shown)
        #expect(phone.notes("asked").isEmpty)
        try await phone.phone.command("delegate on")
        phone.options.set { $0.presents = false }
        #expect(try await phone.push(TestPush.clear(id: "msg_2", content), id: "msg_2").kind == .notShown)
        await phone.phone.stop()
    }

    @Test("A repeat replaces what is shown without banner and sound and counts nothing", .rows("P15", "CS-H1"))
    func repeats() async throws {
        let phone = try await SDKPhone().registered()
        try await phone.push(TestPush.clear(content))
        let again = try await phone.push(TestPush.clear(content))
        #expect(again["banner"] == "false" && again["sound"] != "true" && again["replaced"] == "true")
        try await phone.settle()
        #expect(phone.server.receipts(of: "msg_1") == ["delivered", "presented"])
        #expect(phone.phone.screen.notifications.count == 1)
        await phone.phone.stop()
    }

    @Test("Hidden in the foreground means nothing, and the receipt says why", .rows("B67"))
    func hidden() async throws {
        let phone = try await SDKPhone { $0.set { $0.hiddenInForeground = true } }.registered()
        #expect(try await phone.push(TestPush.clear(content)).kind == .notShown)
        _ = try await phone.receipts("suppressed")
        #expect(phone.server.events("$notification.suppressed").first?.data["reason"] == "hidden")
        await phone.phone.stop()
    }

    @Test(
        "A sealed push without an extension becomes one banner with its text, the placeholder is not shown",
        .rows("K19", "P4"))
    func sealedWithoutExtension() async throws {
        let phone = try await SDKPhone().registered()
        let payload = try TestPush.sealed(to: "ada", for: phone.device, content)
        let mark = phone.timeline.mark
        phone.courier.send(payload, to: bundleID, collapseID: "msg_1")
        let shown = try await phone.timeline.first(.shown, after: mark)
        #expect(shown["title"] == "Hello" && shown["body"] == "World" && shown["origin"] == "local")
        #expect(try await phone.receipts("presented") == ["delivered", "presented"])
        #expect(phone.phone.screen.notifications.map(\.title) == ["Hello"])
        #expect(phone.timeline.all(.shown).count == 1)
        await phone.phone.stop()
    }

    @Test("In the background the placeholder of a sealed push is all that is shown without an extension", .rows("K19"))
    func sealedInBackground() async throws {
        let phone = try await SDKPhone().registered()
        try await phone.phone.background()
        let payload = try TestPush.sealed(to: "ada", for: phone.device, content)
        let shown = try await phone.push(payload)
        #expect(shown["body"] == "New message")
        let words = phone.phone.screen.notifications.map { $0.title + $0.body }.joined()
        #expect(!words.contains("World"))
        await phone.phone.stop()
    }

    @Test(
        "A message for the person before is not shown, whether the server has heard of the change or not",
        .rows("CS-X1"), arguments: [false, true])
    func otherSubscriber(isOffline: Bool) async throws {
        let phone = try await SDKPhone().registered()
        phone.server.isOffline = isOffline
        try await phone.phone.command("logout")
        try await phone.phone.command("identify bob")
        try await phone.settle()
        #expect(try await phone.push(TestPush.clear(to: "ada", content)).kind == .notShown)
        #expect(phone.notes("asked").isEmpty)
        await phone.phone.stop()
    }

    @Test(
        "Somebody else's push is left alone; where nobody decides about it, it shows as configured",
        .rows("K2", "B67", "P2", "N48"), arguments: [false, true])
    func foreign(isHidden: Bool) async throws {
        let phone = try await SDKPhone { $0.set { $0.hidesForeign = isHidden } }.registered()
        let entry = try await phone.push(#"{"aps":{"alert":"Foreign"}}"#)
        #expect(entry.kind == (isHidden ? .notShown : .shown))
        if !isHidden { #expect(entry["banner"] == "true" && entry["list"] == "true") }
        #expect(phone.notes("asked").isEmpty)
        try await phone.settle()
        #expect(phone.server.events.allSatisfy { !$0.name.hasPrefix("$notification") })
        await phone.phone.stop()
    }

    @Test(
        "A push made for notify-kit shows as its options say, where no delegate decides", .rows("N49"),
        arguments: [
            (#"{"list":true,"alert":true}"#, "false", "true", "false"),
            (#"{"alert":true,"sound":true}"#, "true", "true", "true"),
        ])
    func foregroundOptions(wanted: String, banner: String, list: String, sound: String) async throws {
        let phone = try await SDKPhone { $0.set { $0.hidesForeign = true } }.registered()
        let push =
            #"{"aps":{"alert":"Foreign","sound":"default"},"notifee_options":{"ios":{"foregroundPresentationOptions":"#
        let entry = try await phone.push(push + wanted + "}}}")
        #expect(entry["banner"] == banner && entry["list"] == list && entry["sound"] == sound)
        await phone.phone.stop()
    }

    @Test("Whether a push is ours can be told before anything is configured", .rows("K3", "B73"))
    func isTidings() throws {
        #expect(try Tidings.isTidings(TestPush.userInfo(TestPush.clear(content))))
        #expect(!Tidings.isTidings(["aps": ["alert": "x"]]))
        #expect(!Tidings.isTidings(["tidings": "text"]))
        #expect(!Tidings.isTidings([:]))
    }

    @Test(
        "Whatever a payload holds, the app shows something or nothing and lives on", .rows("CS-T4"),
        arguments: [
            #"{"aps":{"alert":"Safe"},"tidings":{"v":1,"id":"x","enc":"%%%","kid":"%"}}"#,
            #"{"aps":{"alert":"Safe"},"tidings":{"v":1,"id":"../../x","deepLink":"javascript:alert(1)"}}"#,
            #"{"aps":{"alert":"Safe"},"tidings":{"v":1,"id":"x","actions":[1,{"id":"a"}],"action":7,"banner":"?"}}"#,
            #"{"aps":{"alert":"Safe"},"tidings":{"v":2000000000000,"id":"x","exp":1e300,"to":{}}}"#,
            #"{"aps":{"alert":{"title":7,"body":"Safe"}},"tidings":{"v":1,"id":"x","form":"silent","banner":{"title":{}}}}"#,
            #"{"aps":{"alert":"Safe"},"tidings":{"v":1,"id":"x","shown":"AAAA","conversation":["chat_1"]}}"#,
        ])
    func hostile(payload: String) async throws {
        let phone = try await SDKPhone().registered()
        try await phone.push(payload)
        phone.courier.send(payload, to: bundleID, pushType: "background", collapseID: "silent")
        #expect(try await phone.push(TestPush.clear(id: "after", to: "ada", content), id: "after").kind == .shown)
        try await phone.phone.background()
        try await phone.push(payload, id: "again")
        try await phone.phone.tap("again")
        try await phone.settle()
        #expect(phone.timeline.all(.urlOpened).isEmpty)
        #expect(phone.timeline.all(.ended).isEmpty)
        await phone.phone.stop()
    }

    @Test(
        "The app may take a moment to choose how a message appears; beyond eight seconds it is as configured",
        .rows("B67", "B68"), arguments: [1, 7, 9, 1_000])
    func slowChoice(seconds: Int) async throws {
        let phone = try await SDKPhone().registered()
        let time = phone.time
        phone.options.set { $0.decision = { (try? await time.sleep(for: .seconds(seconds))).map { [.list] } } }
        async let entry = phone.push(TestPush.clear(to: "ada", MessageContent(title: "Hello", body: "Text")))
        for limit in [seconds, 8] { await time.waitForSleepers(waking: .seconds(limit)) }
        await time.advance(by: .seconds(min(seconds, 8)))
        #expect(try await entry["banner"] == (seconds > 8 ? "true" : "false"))
        #expect(try await entry["list"] == "true")
        _ = try await phone.receipts("presented")
        await phone.phone.stop()
    }

    @Test("A choice that never comes, and cannot be broken off, holds nothing up", .rows("CS-C1", "B68"))
    func noChoice() async throws {
        let phone = try await SDKPhone().registered()
        phone.options.set { $0.decision = { await withUnsafeContinuation { _ in } } }
        async let entry = phone.push(TestPush.clear(to: "ada", MessageContent(title: "Hello", body: "Text")))
        await phone.time.waitForSleepers(waking: .seconds(8))
        await phone.time.advance(by: .seconds(8))
        #expect(try await entry["banner"] == "true")
        await phone.phone.stop()
    }

    @Test("A conversation that is opened while the app chooses keeps its message off the screen", .rows("K6"))
    func openedMeanwhile() async throws {
        let phone = try await SDKPhone().registered()
        let time = phone.time
        phone.options.set { $0.decision = { (try? await time.sleep(for: .seconds(3))).map { [.banner] } } }
        var content = MessageContent(title: "Hello", body: "Text")
        content.conversation = "chat_1"
        async let entry = phone.push(TestPush.clear(to: "ada", content))
        await time.waitForSleepers(waking: .seconds(3))
        try await phone.phone.command("conversation chat_1")
        await time.advance(by: .seconds(3))
        #expect(try await entry.kind == .notShown)
        _ = try await phone.receipts("suppressed")
        await phone.phone.stop()
    }
}
