import ClientTestSupport
import Foundation
import PushModel
import SimulatedDevice
import TestSupport
import Testing
import Tidings
import TidingsCore
import Timekeeping

/// The phone's clock stands at the beginning of 2026, Greenwich time.
@Suite("Planned notifications", .timeLimit(.minutes(1))) struct LocalNotificationTests {
    private func plan(
        _ id: String = "run:1", at: String = "2026-01-01T09:00:00Z", cancelOn: [String]? = nil,
        conversation: String? = nil
    ) -> MessageContent {
        var content = MessageContent(title: "Gym", body: "Leg day")
        content.local = LocalPlan(id: id, at: at, cancelOn: cancelOn)
        content.deepLink = "sample://gym"
        content.conversation = conversation
        return content
    }

    private func cancellation(_ id: String) -> MessageContent {
        var content = MessageContent()
        content.cancelLocal = LocalCancellation(id: id)
        return content
    }

    private func wake(_ phone: SDKPhone, _ message: String, _ content: MessageContent) async throws {
        let payload = try TestPush.clear(id: message, to: "ada", form: .silent, content)
        _ = try await phone.push(payload, id: message, type: "background", until: .wakeAnswered)
    }

    private func planned(_ phone: SDKPhone) async throws -> String { try await phone.phone.command("planned") }

    @Test(
        "A silent push plans a notification, the server hears of it at once, and it shows in a killed app at its time",
        .rows("B76", "CS-S1", "F57"), arguments: [false, true])
    func shown(isSealed: Bool) async throws {
        let phone = try await SDKPhone().registered()
        try await phone.phone.background()
        let payload =
            isSealed
            ? try TestPush.sealed(to: "ada", form: .silent, for: phone.device, plan())
            : try TestPush.clear(to: "ada", form: .silent, plan())
        _ = try await phone.push(payload, type: "background", until: .wakeAnswered)
        #expect(phone.timeline.all(.shown).isEmpty)
        let event = try #require(phone.server.events("$local.scheduled").first)
        #expect(event.data["localId"] == "run:1" && event.data["messageId"] == "msg_1")
        #expect(phone.server.receipts(of: "msg_1") == ["delivered"])
        try await phone.phone.kill()
        try await phone.phone.setOnline(false)
        let mark = phone.timeline.mark
        await phone.time.advance(by: .seconds(9 * 3_600))
        let shown = try await phone.timeline.first(.shown, after: mark)
        #expect(shown["title"] == "Gym" && shown["body"] == "Leg day" && shown["origin"] == "local")
        try await phone.phone.setOnline(true)
        try await phone.phone.tap()
        #expect(try await phone.note("opened")["id"] == "msg_1")
        #expect(try await phone.note("link")["url"] == "sample://gym")
        #expect(try await phone.receipts("delivered", "opened").contains("opened"))
        await phone.phone.stop()
    }

    @Test("The receipt of what was shown without the app follows at the next launch, once", .rows("B76"))
    func presentedLater() async throws {
        let phone = try await SDKPhone().registered()
        try await phone.phone.background()
        try await wake(phone, "msg_1", plan())
        try await phone.phone.kill()
        let mark = phone.timeline.mark
        await phone.time.advance(by: .seconds(10 * 3_600))
        _ = try await phone.timeline.first(.shown, after: mark)
        for _ in 0..<2 {
            try await phone.phone.launch()
            try await phone.settle()
            #expect(phone.server.receipts(of: "msg_1") == ["delivered", "presented"])
            try await phone.phone.kill()
        }
        await phone.phone.stop()
    }

    @Test(
        "A cancellation takes the plan back, whether it comes after it or before it", .rows("B76"),
        arguments: [true, false])
    func cancelled(planFirst: Bool) async throws {
        let phone = try await SDKPhone().registered()
        try await phone.phone.background()
        let steps = [("msg_1", plan("run_1:a")), ("msg_2", cancellation("run_1"))]
        for (id, content) in planFirst ? steps : steps.reversed() { try await wake(phone, id, content) }
        try await wake(phone, "msg_3", plan("run_10:a"))
        try await phone.phone.launch()
        #expect(try await planned(phone) == "run_10:a+")
        let mark = phone.timeline.mark
        await phone.time.advance(by: .seconds(9 * 3_600))
        let shown = try await phone.timeline.first(.shown, after: mark)
        #expect(shown.notification == "tidings.local.run_10:a")
        #expect(phone.timeline.all(.shown).count == 1)
        await phone.phone.stop()
    }

    @Test(
        "Of two hundred plans the phone has the soonest that fit beside the app's own, and each wake fills it up",
        .rows("CS-O1", "B76"))
    func window() async throws {
        let phone = try await SDKPhone().registered()
        phone.server.pageSize = 100
        // Two to a minute; the last first, so that whoever keeps the last ones added keeps the wrong ones.
        for number in (0..<200).reversed() {
            let due = Date(timeIntervalSince1970: 1_767_225_600 + 3_600 + Double(number) * 30)
            let id = String(format: "p:%03d", number)
            var content = plan(id, at: due.ISO8601Format())
            content.actions = [ActionButton(id: "later", title: "Later")]
            let push = try TestPush.clear(id: "msg_" + id, to: "ada", form: .silent, content)
            phone.server.addMessage(
                [
                    "id": .string("msg_" + id), "createdAt": "2026-01-01T00:00:00.000Z",
                    "push": try JSONValue(parsing: push),
                ], for: "ada")
        }
        try await phone.phone.command("own 10")
        try await phone.phone.command("history")
        var mark = 0
        /// Looks at what the system has of ours once it got the last that fits beside `others`.
        func expectWindow(from first: Int, beside others: Int, _ why: Comment) async throws {
            let wanted = (first..<first + 64 - others).map { String(format: "tidings.local.p:%03d", $0) }
            _ = try await phone.timeline.first(after: mark) {
                $0.kind == .scheduled && $0.notification == wanted.last
            }
            mark = phone.timeline.mark
            let found = try await phone.phone.command("pending").split(separator: " ").map(String.init)
            #expect(found == wanted, why)
        }
        func goOn(_ seconds: Int, untilShown last: String) async throws {
            await phone.time.advance(by: .seconds(seconds))
            _ = try await phone.timeline.first { $0.kind == .shown && $0.notification == "tidings.local.p:" + last }
        }
        try await expectWindow(from: 0, beside: 10, "at first")
        let told = Set(phone.server.events("$local.scheduled").compactMap { $0.data["localId"]?.string })
        #expect(told.isSuperset(of: (0..<54).map { String(format: "p:%03d", $0) }))
        // In front, as each is presented.
        try await goOn(3_600, untilShown: "000")
        try await expectWindow(from: 1, beside: 10, "presented in front")
        // The app's own give places free; going to the background looks.
        try await phone.phone.command("own 0")
        try await phone.phone.background()
        try await expectWindow(from: 1, beside: 0, "in the background")
        // A silent push that is about something else.
        try await phone.phone.kill()
        try await goOn(300, untilShown: "010")
        var other = MessageContent()
        other.data = Array(#"{"refresh":true}"#.utf8)
        try await wake(phone, "msg_other", other)
        try await expectWindow(from: 11, beside: 0, "woken by a silent push")
        // A button that works in the background, while the app stands still.
        try await phone.phone.suspend()
        try await goOn(300, untilShown: "020")
        try await phone.phone.act("later", on: "tidings.local.p:001")
        try await expectWindow(from: 21, beside: 0, "woken by a button")
        #expect(phone.phone.phase != .active)
        // Crowded out by the app's own, they are back when it reads the history, as in a task of its own.
        try await phone.phone.launch()
        for command in ["settle", "own 10", "own 0"] { try await phone.phone.command(command) }
        #expect(try await phone.phone.command("pending").split(separator: " ").count == 54)
        for command in ["settle", "own 0"] { try await phone.phone.command(command) }
        #expect(try await phone.phone.command("pending").split(separator: " ").count == 64)
        // All that the system had comes due in a dead app, and the next take the places.
        try await phone.phone.kill()
        try await goOn(64 * 30, untilShown: "084")
        try await phone.phone.launch()
        try await expectWindow(from: 85, beside: 0, "at a launch")
        #expect(Set(phone.timeline.all(.shown).compactMap(\.notification)).count == 85)
        await phone.phone.stop()
    }

    @Test("An event makes the plan void without network, and the app's own call as well", .rows("B76"))
    func cancelOnEvent() async throws {
        let phone = try await SDKPhone().registered()
        try await wake(phone, "msg_1", plan("cart", cancelOn: ["order.placed"]))
        try await wake(phone, "msg_2", plan("tour:1"))
        try await wake(phone, "msg_3", plan("stays"))
        // A new process knows of it as well.
        try await phone.phone.kill()
        phone.server.isOffline = true
        try await phone.phone.launch()
        #expect(try await planned(phone) == "cart+ stays+ tour:1+")
        try await phone.phone.command("track order.placed")
        try await phone.phone.command("cancelplan tour")
        #expect(try await planned(phone) == "stays+")
        try await phone.phone.background()
        let mark = phone.timeline.mark
        await phone.time.advance(by: .seconds(9 * 3_600))
        _ = try await phone.timeline.first(.shown, after: mark)
        #expect(phone.timeline.all(.shown).map(\.notification) == ["tidings.local.stays"])
        await phone.phone.stop()
    }

    @Test("In front the plan keeps to the display rule, and counts like any message", .rows("B76", "K6"))
    func foreground() async throws {
        let phone = try await SDKPhone().registered()
        try await wake(phone, "msg_1", plan("a", conversation: "chat_1"))
        try await wake(phone, "msg_2", plan("b", at: "2026-01-01T10:00", conversation: "chat_2"))
        try await phone.phone.command("conversation chat_1")
        let mark = phone.timeline.mark
        await phone.time.advance(by: .seconds(9 * 3_600))
        _ = try await phone.timeline.first(.notShown, after: mark)
        await phone.time.advance(by: .seconds(3_600))
        #expect(try await phone.timeline.first(.shown, after: mark).notification == "tidings.local.b")
        _ = try await phone.receipts("suppressed", of: "msg_1")
        _ = try await phone.receipts("presented", of: "msg_2")
        await phone.phone.stop()
    }

    @Test("Each device tells for itself that it has the plan", .rows("B76"))
    func perDevice() async throws {
        let first = try await SDKPhone().registered()
        let second = try SDKPhone(time: first.time, options: TestOptions(server: first.server))
        try await second.phone.launch()
        try await first.server.wait { $0.devices.filter { $0.registration["token"] != nil }.count == 2 }
        for phone in [first, second] { try await wake(phone, "msg_1", plan()) }
        #expect(first.server.events("$local.scheduled").count == 2)
        // The same push again is the same event.
        try await wake(first, "msg_1", plan())
        try await first.settle()
        #expect(first.server.events("$local.scheduled").count == 2)
        await first.phone.stop()
        await second.phone.stop()
    }

    @Test("With the person their plans leave, and the app's refusal plans nothing", .rows("B76", "K9", "CS-X1"))
    func leaving() async throws {
        let phone = try await SDKPhone().registered()
        try await wake(phone, "msg_1", plan("hers"))
        phone.options.set { $0.presents = false }
        try await wake(phone, "msg_2", plan("refused"))
        #expect(try await planned(phone) == "hers+")
        try await phone.phone.command("logout")
        #expect(try await planned(phone) == "")
        try await phone.phone.background()
        await phone.time.advance(by: .seconds(10 * 3_600))
        #expect(phone.timeline.all(.shown).isEmpty)
        await phone.phone.stop()
    }

    @Test(
        "Without permission the system takes nothing, nothing is promised, and it follows with the permission",
        .rows("B76", "CS-S1"))
    func withoutPermission() async throws {
        let phone = try await SDKPhone(permission: .deny).registered()
        try await wake(phone, "msg_1", plan())
        #expect(try await planned(phone) == "run:1-")
        #expect(phone.server.events("$local.scheduled").isEmpty)
        await phone.phone.stop()
    }

    @Test(
        "Where the system keeps silent pushes back and drops some, the newest plan is the one that counts",
        .rows("CS-S1"))
    func throttled() async throws {
        let time = VirtualTime.forTest()
        let options = TestOptions(server: FakeServer(time: time))
        let phone = try await SDKPhone(
            time: time, options: options,
            changing: { _, device in device.silentPushBudget = SilentPushBudget(wakesPerHour: 1) }
        ).registered()
        try await phone.phone.background()
        try await wake(phone, "msg_1", plan(at: "2026-01-01T09:00:00Z"))
        for (id, at) in [("msg_2", "2026-01-01T10:00:00Z"), ("msg_3", "2026-01-01T11:00:00Z")] {
            let payload = try TestPush.clear(id: id, to: "ada", form: .silent, plan(at: at))
            phone.courier.send(payload, to: bundleID, pushType: "background", collapseID: id)
        }
        let mark = phone.timeline.mark
        await time.advance(by: .seconds(2 * 3_600))
        _ = try await phone.timeline.first(.wakeAnswered, after: mark)
        #expect(phone.timeline.all(.wakeAnswered).count == 2, "one was dropped")
        try await phone.phone.kill()
        await time.advance(by: .seconds(8 * 3_600 + 1_800))
        #expect(phone.timeline.all(.shown).isEmpty)
        await time.advance(by: .seconds(1_800))
        #expect(try await phone.timeline.first(.shown)["title"] == "Gym")
        await phone.phone.stop()
    }

    @Test(
        "A plan whose only push was lost comes with the message history, and so does its end, each once",
        .rows("CS-S1"), arguments: [false, true])
    func lostPush(isSealed: Bool) async throws {
        let phone = try await SDKPhone().registered()
        func missed(_ id: String, _ content: MessageContent) throws {
            let payload =
                isSealed
                ? try TestPush.sealed(id: id, to: "ada", form: .silent, for: phone.device, content)
                : try TestPush.clear(id: id, to: "ada", form: .silent, content)
            phone.server.addMessage(
                ["id": .string(id), "createdAt": "2026-01-01T00:00:00.000Z", "push": try JSONValue(parsing: payload)],
                for: "ada")
        }
        try missed("msg_1", plan())
        _ = try await phone.phone.command("history")
        #expect(try await planned(phone) == "run:1+")
        #expect(phone.server.events("$local.scheduled").count == 1)
        #expect(phone.server.receipts(of: "msg_1") == ["delivered"])
        // The push itself was only late.
        if !isSealed { try await wake(phone, "msg_1", plan()) }
        #expect(phone.server.events("$local.scheduled").count == 1)
        #expect(phone.server.receipts(of: "msg_1") == ["delivered"])
        try missed("msg_2", cancellation("run"))
        _ = try await phone.phone.command("history")
        #expect(try await planned(phone) == "")
        await phone.phone.stop()
    }
}
