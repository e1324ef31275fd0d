import ClientTestSupport
import Foundation
import Locking
import PushModel
import SimulatedDevice
import TestSupport
import Testing
import Tidings
import TidingsCore

@Suite("Events of the app", .timeLimit(.minutes(1))) struct EventTests {
    @Test("Events gather for three seconds and go out together, with their own times", .rows("B78"))
    func gathering() async throws {
        let phone = try await SDKPhone().registered()
        try await phone.settle()
        let requests = phone.server.calls.filter { $0.method == "POST" }.count
        try await phone.phone.command("track one")
        await phone.time.advance(by: .seconds(1))
        try await phone.phone.command("track two")
        await phone.time.waitForSleepers(1)
        await phone.time.advance(by: .seconds(3))
        try await phone.server.wait { $0.events("two").count == 1 }
        #expect(phone.server.calls.filter { $0.method == "POST" }.count == requests + 1)
        let times = ["one", "two"].compactMap { phone.server.events($0).first?.timestamp }
        #expect(times == ["2026-01-01T00:00:00.000Z", "2026-01-01T00:00:01.000Z"])
        await phone.phone.stop()
    }

    @Test(
        "What waits goes out when the network is back, when the app leaves the screen, and at the next launch",
        .rows("B78"))
    func occasions() async throws {
        let phone = try await SDKPhone().registered()
        try await phone.settle()
        try await phone.phone.setOnline(false)
        phone.server.isOffline = true
        try await phone.phone.command("track network")
        try await phone.settle()
        #expect(phone.server.events("network").isEmpty)
        phone.server.isOffline = false
        try await phone.phone.setOnline(true)
        try await phone.server.wait { $0.events("network").count == 1 }
        try await phone.phone.command("track background")
        try await phone.phone.background()
        try await phone.server.wait { $0.events("background").count == 1 }
        try await phone.phone.launch()
        phone.server.isOffline = true
        try await phone.phone.command("track launch")
        try await phone.settle()
        try await phone.phone.kill()
        phone.server.isOffline = false
        try await phone.phone.launch()
        try await phone.server.wait { $0.events("launch").count == 1 }
        await phone.phone.stop()
    }

    @Test("A refresh comes after everything that the app asked for before it")
    func order() async throws {
        let (gate, open) = AsyncStream<Void>.makeStream()
        let phone = try SDKPhone { options in
            options.set { values in
                values.user = nil
                values.registersAtLaunch = false
                values.beforePermission = { for await _ in gate {} }
            }
        }
        // The launch is held up, and behind it the login.
        try await phone.phone.launch()
        try await phone.phone.command("identify ada")
        let isRefreshed = Locked(false)
        async let refresh: Void = {
            try await phone.settle()
            isRefreshed.withLock { $0 = true }
        }()
        // In as many turns of the app a refresh that does not wait is long over.
        for _ in 0..<200 { try await phone.phone.command("nothing") }
        #expect(!isRefreshed.withLock { $0 })
        open.finish()
        try await refresh
        #expect(phone.server.devices.map(\.subscriber) == ["ada"])
        await phone.phone.stop()
    }

    @Test("After a failure the pauses grow, and the server's own wish counts", .rows("B78", "B79"))
    func pauses() {
        var schedule = SynchroniseSchedule()
        let pauses = (0..<8).map { _ in schedule.pause(after: .postponed(retryAfter: nil)) }
        #expect(pauses.prefix(4) == [.seconds(15), .seconds(30), .seconds(60), .seconds(120)])
        #expect(pauses.last == .seconds(900))
        #expect(schedule.pause(after: .postponed(retryAfter: .seconds(3_600))) == .seconds(3_600))
        #expect(schedule.pause(after: .upToDate) == nil)
        #expect(schedule.pause(after: .postponed(retryAfter: nil)) == .seconds(15))
    }

    @Test(
        "A name that the server would refuse is refused at once", .rows("B78"),
        arguments: [
            ("order.placed", true), ("a", true), ("0-9_x", true), (String(repeating: "a", count: 100), true),
            ("", false), ("Order", false), ("$notification.opened", false), (".x", false), ("ä", false),
            (String(repeating: "a", count: 101), false), ("a b", false),
        ])
    func names(name: String, isValid: Bool) {
        #expect(EventName.isValid(name) == isValid)
    }

    @Test("A notification is as good as its payload", .rows("K2"))
    func notificationForm() async throws {
        let phone = try await SDKPhone().registered()
        try await phone.phone.background()
        var content = MessageContent(title: "Hello", body: "World")
        content.data = Array(#"{"custom":"kept"}"#.utf8)
        try await phone.push(TestPush.clear(to: "ada", content))
        try await phone.push(#"{"aps":{"alert":"Foreign"}}"#, id: "foreign")
        try await phone.phone.launch()
        #expect(try await phone.phone.command("take") == "noData newData")
        #expect(try await phone.receipts("delivered") == ["delivered"])
        await phone.phone.stop()
    }

    @Test("Calls from many threads at once disturb nothing", .rows("CS-T1"))
    func manyThreads() async throws {
        let phone = try await SDKPhone().registered()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask {
                    let line = ["track busy", "conversation chat_\(number)", "identify ada", "ready", "history"][
                        number % 5]
                    _ = try? await phone.phone.command(line)
                }
            }
        }
        try await phone.settle()
        #expect(phone.server.events("busy").count == 8)
        #expect(phone.server.devices.map(\.subscriber) == ["ada"])
        await phone.phone.stop()
    }
}
