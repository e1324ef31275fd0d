import ClientTestSupport
import Foundation
import PushModel
import SimulatedDevice
import TestSupport
import Testing
import Tidings

@Suite("Silent pushes", .timeLimit(.minutes(1))) struct SilentPushTests {
    private let content = MessageContent(title: "Quiet", body: "Text")

    private func wake(_ phone: SDKPhone, _ payload: String) async throws -> TimelineEntry {
        try await phone.push(payload, type: "background", until: .wakeAnswered)
    }

    @Test("A sealed silent push becomes one local banner with the decrypted text", .rows("K5", "K18", "K8"))
    func sealedBanner() async throws {
        let phone = try await SDKPhone().registered()
        try await phone.phone.background()
        let payload = try TestPush.sealed(to: "ada", form: .silent, for: phone.device, content)
        #expect(try await wake(phone, payload)["result"] == "newData")
        let shown = try await phone.timeline.first(.shown)
        #expect(shown["title"] == "Quiet" && shown["body"] == "Text" && shown["origin"] == "local")
        #expect(phone.notes("asked").map { $0["id"] } == ["msg_1"])
        #expect(phone.server.receipts(of: "msg_1") == ["delivered", "presented"])
        // Again, as a resend: same banner, nothing counted.
        _ = try await wake(phone, payload)
        #expect(phone.timeline.all(.shown).count == 1)
        #expect(phone.server.receipts(of: "msg_1") == ["delivered", "presented"])
        await phone.phone.stop()
    }

    @Test("In front of the open conversation a silent push draws nothing", .rows("K6", "K18"))
    func openConversation() async throws {
        let phone = try await SDKPhone().registered()
        try await phone.phone.command("conversation chat_1")
        var content = content
        content.conversation = "chat_1"
        _ = try await wake(phone, TestPush.sealed(to: "ada", form: .silent, for: phone.device, content))
        #expect(phone.timeline.all(.shown).isEmpty)
        #expect(phone.server.receipts(of: "msg_1") == ["delivered", "suppressed"])
        await phone.phone.stop()
    }

    @Test("False from the delegate draws nothing in the background either", .rows("K8", "K9"))
    func interceptedInBackground() async throws {
        let phone = try await SDKPhone().registered()
        phone.options.set { $0.presents = false }
        try await phone.phone.background()
        _ = try await wake(phone, TestPush.sealed(to: "ada", form: .silent, for: phone.device, content))
        #expect(phone.timeline.all(.shown).isEmpty)
        #expect(phone.notes("asked").count == 1)
        await phone.phone.stop()
    }

    @Test(
        "A push that only wakes reaches the delegate with its data, once, also in a killed app",
        .rows("B68", "U13", "P20"))
    func wakes() async throws {
        let phone = try await SDKPhone().registered()
        phone.options.set { $0.registersAtLaunch = false }
        try await phone.phone.kill()
        var content = MessageContent()
        content.data = Array(#"{"refresh":"all"}"#.utf8)
        let payload = try TestPush.clear(to: "ada", form: .silent, content)
        #expect(try await wake(phone, payload)["result"] == "newData")
        #expect(phone.notes("silent").map { $0["data"] } == [#"{"refresh":"all"}"#])
        #expect(phone.notes("opened").isEmpty)
        _ = try await wake(phone, payload)
        #expect(phone.notes("silent").count == 1)
        #expect(phone.server.receipts(of: "msg_1") == ["delivered"])
        await phone.phone.stop()
    }

    @Test("Without network the app still answers in time, and the receipt follows later", .rows("CS-C4", "CS-R1"))
    func offline() async throws {
        let phone = try await SDKPhone().registered()
        phone.server.isOffline = true
        _ = try await wake(phone, TestPush.clear(to: "ada", form: .silent, content))
        #expect(phone.server.receipts(of: "msg_1").isEmpty)
        phone.server.isOffline = false
        try await phone.settle()
        #expect(phone.server.receipts(of: "msg_1") == ["delivered", "presented"])
        await phone.phone.stop()
    }

    @Test("Somebody else's silent push is answered with no data", .rows("K2"))
    func foreign() async throws {
        let phone = try await SDKPhone().registered()
        #expect(try await wake(phone, #"{"aps":{"content-available":1},"other":1}"#)["result"] == "noData")
        #expect(phone.notes("silent").isEmpty)
        await phone.phone.stop()
    }

    @Test("A network that never answers keeps the system waiting for 25 seconds at most", .rows("CS-C1", "CS-C4"))
    func hangingNetwork() async throws {
        let phone = try await SDKPhone().registered()
        try await phone.settle()
        let (gate, opening) = AsyncStream<Never>.makeStream()
        phone.options.set { $0.beforeSending = { for await _ in gate {} } }
        let mark = phone.timeline.mark
        phone.courier.send(
            try TestPush.clear(to: "ada", form: .silent, content), to: bundleID, pushType: "background",
            collapseID: "msg_1")
        await phone.time.waitForSleepers(2, waking: .seconds(25))
        await phone.time.advance(by: .seconds(24))
        #expect(phone.timeline.all(.wakeAnswered).isEmpty)
        await phone.time.advance(by: .seconds(2))
        #expect(try await phone.timeline.first(.wakeAnswered, after: mark)["result"] == "newData")
        phone.options.set { $0.beforeSending = {} }
        opening.finish()
        try await phone.settle()
        #expect(phone.server.receipts(of: "msg_1").contains("delivered"))
        await phone.phone.stop()
    }

    @Test("A pass from before that hangs and heeds no cancellation keeps the system waiting no longer", .rows("CS-C1"))
    func hangingPass() async throws {
        let phone = try await SDKPhone().registered()
        try await phone.settle()
        let (gate, opening) = AsyncStream<Never>.makeStream()
        let (calls, called) = AsyncStream<Void>.makeStream()
        phone.options.set {
            $0.beforeSending = {
                called.yield()
                await Task { for await _ in gate {} }.value
            }
        }
        try await phone.phone.command("identify bob")
        var call = calls.makeAsyncIterator()
        await call.next()
        let start = phone.time.uptime
        phone.courier.send(
            try TestPush.clear(to: "bob", form: .silent, content), to: bundleID, pushType: "background",
            collapseID: "msg_1")
        await phone.time.waitForSleepers(2, waking: .seconds(25))
        await phone.time.advance(by: .seconds(25))
        #expect(try await phone.timeline.first(.wakeAnswered)["result"] == "newData")
        #expect(phone.time.uptime - start == .seconds(25))
        phone.options.set { $0.beforeSending = {} }
        opening.finish()
        #expect(try await phone.receipts("delivered").contains("delivered"))
        await phone.phone.stop()
    }
}
