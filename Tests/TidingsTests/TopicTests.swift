import ClientTestSupport
import Foundation
import PushModel
import SimulatedDevice
import TestSupport
import Testing
import Tidings

@Suite("Topics", .timeLimit(.minutes(1))) struct TopicTests {
    private func phone(_ change: (TestOptions) -> Void = { _ in }) async throws -> SDKPhone {
        let phone = try SDKPhone(change)
        phone.server.addTopic("news", channels: ["push", "email"])
        phone.server.addTopic("deals")
        return try await phone.registered()
    }

    @Test("The list comes from the server, and a choice answers it as it is then", .rows("B83"))
    func choices() async throws {
        let phone = try await phone()
        #expect(try await phone.phone.command("topics") == "deals+? news+?")
        #expect(try await phone.phone.command("topic news off") == "deals+? news-")
        #expect(phone.server.choices(of: "ada", for: "news") == ["push": false, "email": false])
        #expect(try await phone.phone.command("topic news on push") == "deals+? news+")
        #expect(phone.server.choices(of: "ada", for: "news") == ["push": true, "email": false])
        await phone.phone.stop()
    }

    @Test(
        "A choice that the server does not take is an error, and the list stays as it was", .rows("B83"),
        arguments: ["topic other off", "topic news off fax", "topic ../x off"])
    func refused(command: String) async throws {
        let phone = try await phone()
        #expect(try await phone.phone.command(command) == "rejected")
        #expect(try await phone.phone.command("topics") == "deals+? news+?")
        // It is not tried for ever.
        let calls = phone.server.calls.filter { $0.method == "PUT" && $0.path.contains("preferences") }.count
        try await phone.settle()
        #expect(phone.server.calls.filter { $0.method == "PUT" && $0.path.contains("preferences") }.count == calls)
        await phone.phone.stop()
    }

    @Test(
        "A choice that was made offline shows at once, and reaches the server later, also through the app's death",
        .rows("B83"), arguments: [false, true])
    func offline(dies: Bool) async throws {
        let phone = try await phone()
        _ = try await phone.phone.command("topics")
        phone.server.isOffline = true
        #expect(try await phone.phone.command("topic news off") == "deals+? news-")
        #expect(try await phone.phone.command("topic news on") == "deals+? news+")
        #expect(try await phone.phone.command("topic news off email") == "deals+? news+")
        #expect(try await phone.phone.command("topic deals off") == "deals- news+")
        if dies {
            try await phone.phone.kill()
            try await phone.phone.launch()
            #expect(try await phone.phone.command("topics") == "deals- news+")
        }
        phone.server.isOffline = false
        try await phone.settle()
        #expect(phone.server.choices(of: "ada", for: "news") == ["push": true, "email": false])
        #expect(phone.server.choices(of: "ada", for: "deals") == ["push": false])
        await phone.phone.stop()
    }

    @Test("A list that was never read and cannot be now is an error")
    func neverRead() async throws {
        let phone = try await phone()
        phone.server.isOffline = true
        #expect(try await phone.phone.command("topics") == "network")
        await phone.phone.stop()
    }

    @Test(
        "What one person chose is sent as theirs after the next has logged in, and never as the next one's",
        .rows("B83", "CS-X3"))
    func userSwitch() async throws {
        let phone = try await phone()
        _ = try await phone.phone.command("topics")
        phone.server.isOffline = true
        #expect(try await phone.phone.command("topic news off") == "deals+? news-")
        try await phone.phone.command(#"attributes {"plan":"pro"}"#)
        try await phone.phone.command("logout")
        try await phone.phone.command("identify bob")
        // Her list is not his.
        #expect(try await phone.phone.command("topics") == "network")
        phone.server.isOffline = false
        #expect(try await phone.phone.command("topics") == "deals+? news+?")
        #expect(phone.server.choices(of: "ada", for: "news") == ["push": false, "email": false])
        #expect(phone.server.attributes(of: "ada")["plan"] == "pro")
        #expect(phone.server.choices(of: "bob", for: "news").isEmpty)
        #expect(phone.server.attributes(of: "bob")["plan"] == nil)
        await phone.phone.stop()
    }

    @Test("What was chosen before the name is the person's, also when both were said offline", .rows("B82", "B83"))
    func beforeTheName() async throws {
        let phone = try await phone { $0.set { $0.user = nil } }
        phone.server.isOffline = true
        try await phone.phone.command(#"attributes {"plan":"free","seen":1}"#)
        _ = try await phone.phone.command("topic deals off")
        try await phone.phone.command("identify ada")
        try await phone.phone.command(#"attributes {"plan":"pro"}"#)
        phone.server.isOffline = false
        try await phone.settle()
        #expect(phone.server.attributes(of: "ada")["plan"] == "pro")
        #expect(phone.server.attributes(of: "ada")["seen"] == 1)
        #expect(phone.server.choices(of: "ada", for: "deals") == ["push": false])
        await phone.phone.stop()
    }
}
