import ClientTestSupport
import Foundation
import SimulatedDevice
import TestSupport
import Testing

@Suite("The view of topics", .timeLimit(.minutes(1))) struct TopicViewTests {
    private func texts(_ wanted: String, _ phone: SDKPhone, after mark: Int = 0) async throws {
        _ = try await phone.timeline.first(after: mark) { $0.kind == "app.texts" && $0["texts"] == wanted }
    }

    private func phone(_ screen: String = "topics") async throws -> SDKPhone {
        let phone = try TestInterface.phone(screen)
        phone.server.addTopic("news")
        phone.server.addTopic("deals")
        try await phone.phone.launch()
        return phone
    }

    @Test("A switch moves at once, before the server has heard of it, and stays as the server says", .rows("B83"))
    func optimistic() async throws {
        let phone = try await phone()
        try await texts("Deals | on | News | on", phone)
        let (gate, open) = AsyncStream<Never>.makeStream()
        phone.options.set { $0.beforeSending = { for await _ in gate {} } }
        try await phone.phone.press("News")
        try await texts("Deals | on | News | off", phone)
        #expect(phone.server.choices(of: "ada", for: "news").isEmpty)
        open.finish()
        try await phone.server.wait { $0.choices(of: "ada", for: "news") == ["push": false] }
        try await phone.settle()
        #expect(phone.notes("texts").last?["texts"] == "Deals | on | News | off")
        await phone.phone.stop()
    }

    @Test("What the source does not take is taken back, in rows and from a source of the app's own", .rows("B83"))
    func takenBack() async throws {
        let phone = try await phone("channels")
        try await texts("news mail | on | push", phone)
        try await phone.phone.press("news mail")
        try await texts("news mail | off | push", phone)
        let mark = phone.timeline.mark
        try await phone.phone.press("news mail")
        try await texts("news mail | on | push", phone, after: mark)
        try await texts("news mail | off | push", phone, after: mark)
        await phone.phone.stop()
    }

    @Test("A list that cannot be read says so and offers to try again; another person gets another list", .rows("B83"))
    func failure() async throws {
        let phone = try TestInterface.phone("topics")
        phone.server.addTopic("news")
        phone.server.isOffline = true
        try await phone.phone.launch()
        try await texts("The topics could not be read. | Try again", phone)
        phone.server.isOffline = false
        try await phone.phone.press("Try again")
        try await texts("News | on", phone)
        try await phone.phone.press("News")
        try await texts("News | off", phone)
        let mark = phone.timeline.mark
        try await phone.phone.command("identify bob")
        try await texts("News | on", phone, after: mark)
        await phone.phone.stop()
    }
}
