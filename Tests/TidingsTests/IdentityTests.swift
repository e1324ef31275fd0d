import ClientTestSupport
import Foundation
import SimulatedDevice
import TestSupport
import Testing
import Tidings

@Suite("The person and the device", .timeLimit(.minutes(1))) struct IdentityTests {
    private func who(_ phone: SDKPhone) async throws -> String { try await phone.phone.command("who") }

    @Test(
        "A name that was given offline waits, also through the death of the app, until the server has joined it",
        .rows("B82"), arguments: [false, true])
    func merge(dies: Bool) async throws {
        let phone = try await SDKPhone { $0.set { $0.user = nil } }.registered()
        #expect(try await who(phone) == "anonymous")
        let anonymous = try #require(phone.server.devices.first?.subscriber)
        #expect(anonymous.hasPrefix("anon_") && anonymous.count == 26)
        phone.server.isOffline = true
        try await phone.phone.command("identify ada")
        #expect(try await who(phone) == "ada pending")
        if dies {
            try await phone.phone.kill()
            try await phone.phone.launch()
            #expect(try await who(phone) == "ada pending")
        }
        phone.server.isOffline = false
        try await phone.settle()
        #expect(try await who(phone) == "ada")
        // The same device, now hers, and what she did before.
        #expect(phone.server.devices.map(\.subscriber) == ["ada"])
        #expect(phone.server.merges == [anonymous: "ada"])
        let steps = phone.server.calls.filter { $0.path == "/v1/client/identify" || $0.method == "PUT" }
        #expect(steps.suffix(2).map(\.path) == ["/v1/client/identify", "/v1/client/device"])
        // It is said once.
        try await phone.phone.kill()
        try await phone.phone.launch()
        try await phone.settle()
        #expect(phone.server.calls.filter { $0.path == "/v1/client/identify" }.count == 1)
        await phone.phone.stop()
    }

    @Test("A name that is given while the anonymous registration is under way joins that past too", .rows("B82"))
    func mergeDuringRegistration() async throws {
        let (arrivals, arrived) = AsyncStream<Void>.makeStream()
        let (gate, open) = AsyncStream<Void>.makeStream()
        let phone = try SDKPhone { options in
            options.set { values in
                values.user = nil
                values.beforeSending = {
                    arrived.yield()
                    for await _ in gate {}
                }
            }
        }
        try await phone.phone.launch()
        for await _ in arrivals { break }
        try await phone.phone.command("identify ada")
        #expect(try await who(phone) == "ada pending")
        open.finish()
        try await phone.server.wait { $0.devices.map(\.subscriber) == ["ada"] }
        try await phone.settle()
        #expect(Array(phone.server.merges.values) == ["ada"])
        await phone.phone.stop()
    }

    @Test("Who has never been anonymous at the server has nothing to join", .rows("B82"))
    func nothingToMerge() async throws {
        let phone = try await SDKPhone().registered()
        try await phone.settle()
        #expect(!phone.server.calls.contains { $0.path == "/v1/client/identify" })
        await phone.phone.stop()
    }

    @Test(
        "A past that turns out to be somebody else's is left alone, and the device registers all the same", .rows("B82")
    )
    func refusedMerge() async throws {
        let phone = try await SDKPhone { $0.set { $0.user = nil } }.registered()
        let anonymous = try #require(phone.server.devices.first?.subscriber)
        phone.server.refuseMerge(of: anonymous)
        try await phone.phone.command("identify ada")
        try await phone.settle()
        #expect(try await who(phone) == "ada")
        #expect(phone.server.devices.map(\.subscriber) == ["ada"] && phone.server.merges.isEmpty)
        await phone.phone.stop()
    }

    @Test(
        "A past is joined with who was named first, although another has the phone when the network is back",
        .rows("B82", "CS-X3"))
    func mergeThenSwitch() async throws {
        let phone = try await SDKPhone { $0.set { $0.user = nil } }.registered()
        let anonymous = try #require(phone.server.devices.first?.subscriber)
        phone.server.isOffline = true
        for command in ["identify ada", "logout", "identify bob"] { try await phone.phone.command(command) }
        #expect(try await who(phone) == "bob pending")
        phone.server.isOffline = false
        try await phone.settle()
        #expect(phone.server.merges == [anonymous: "ada"])
        #expect(phone.server.devices.map(\.subscriber) == ["bob"])
        await phone.phone.stop()
    }

    @Test("A device can take the place of the person's others, until the app registers without that", .rows("C3"))
    func unique() async throws {
        let phone = try await SDKPhone().registered()
        #expect(phone.device["unique"] == nil)
        try await phone.phone.command("register unique")
        try await phone.settle()
        #expect(phone.device["unique"] == true)
        phone.options.set { $0.registersAtLaunch = false }
        try await phone.phone.kill()
        try await phone.phone.launch()
        try await phone.settle()
        #expect(phone.device["unique"] == true)
        try await phone.phone.command("register")
        try await phone.settle()
        #expect(phone.device["unique"] == nil)
        await phone.phone.stop()
    }

    @Test("A logout deletes the subscription of this device, and a new anonymous person registers", .rows("B82", "C5"))
    func logout() async throws {
        let phone = try await SDKPhone().registered()
        let calls = phone.server.calls.count
        try await phone.phone.command("logout")
        try await phone.settle()
        let steps = phone.server.calls.dropFirst(calls).filter { $0.path == "/v1/client/device" }
        #expect(steps.map(\.method) == ["DELETE", "PUT"])
        #expect(steps.first?.subscriber == "ada")
        #expect(steps.last?.subscriber.hasPrefix("anon_") == true && steps.last?.body["token"] != nil)
        #expect(try await who(phone) == "anonymous")
        await phone.phone.stop()
    }

    @Test("Where nobody registers anonymously, the token waits for the name", .rows("C3", "CS-K12"))
    func registerAfterLogin() async throws {
        let phone = try SDKPhone { options in
            options.set { values in
                values.user = nil
                values.registersAnonymously = false
            }
        }
        try await phone.phone.launch()
        #expect(try await phone.note("registration")["outcome"] == "granted")
        try await phone.settle()
        #expect(phone.server.calls.isEmpty)
        try await phone.phone.command("identify ada")
        try await phone.settle()
        #expect(phone.server.calls.first?.method == "PUT" && phone.server.calls.first?.subscriber == "ada")
        #expect(phone.device["token"] != nil)
        try await phone.phone.command("logout")
        try await phone.settle()
        #expect(phone.server.devices.isEmpty)
        await phone.phone.stop()
    }

    enum Between: String, CaseIterable {
        case nothing, logout, death, logoutAndDeath
    }

    @Test(
        "What was unregistered offline is told in the name of who said it, before anything is registered for the next",
        .rows("C4", "C5", "CS-K12", "CS-X4"), arguments: Between.allCases)
    func unregister(between: Between) async throws {
        let phone = try await SDKPhone().registered()
        phone.options.set { values in
            values.registersAtLaunch = false
            values.user = nil
        }
        phone.server.isOffline = true
        try await phone.phone.command("unregister")
        if between == .logout || between == .logoutAndDeath {
            try await phone.phone.command("logout")
            try await phone.phone.command("identify bob")
        }
        try await phone.settle()
        if between == .death || between == .logoutAndDeath {
            try await phone.phone.kill()
            try await phone.phone.launch()
        }
        let calls = phone.server.calls.count
        phone.server.isOffline = false
        try await phone.settle()
        let steps = phone.server.calls.dropFirst(calls).filter { $0.path == "/v1/client/device" }
        #expect(steps.map(\.method) == ["DELETE", "PUT"])
        #expect(steps.first?.subscriber == "ada")
        // The device goes on without a token: events and messages still have a way.
        #expect(phone.server.devices.count == 1 && phone.device["token"] == nil)
        #expect(try await who(phone).hasSuffix(" out"))
        // It stays so until the app registers again.
        try await phone.phone.kill()
        try await phone.phone.launch()
        try await phone.settle()
        #expect(phone.device["token"] == nil)
        try await phone.phone.command("register")
        try await phone.settle()
        #expect(phone.device["token"] != nil)
        await phone.phone.stop()
    }

    /// Every sequence of three times in and out.
    private static let toggles: [[String]] = (0..<8).map { number in
        (0..<3).map { number >> $0 & 1 == 0 ? "register" : "unregister" }
    }

    @Test(
        "However often somebody opts out and in, with deaths and without network between, the last word counts",
        .rows("CS-X4", "C4"), arguments: toggles, [true, false])
    func optingOutAndIn(commands: [String], isOffline: Bool) async throws {
        let phone = try await SDKPhone().registered()
        try await phone.settle()
        phone.options.set { $0.registersAtLaunch = false }
        for command in commands {
            phone.server.isOffline = isOffline
            try await phone.phone.command(command)
            try await phone.settle()
            try await phone.phone.kill()
            try await phone.phone.launch()
        }
        phone.server.isOffline = false
        try await phone.settle()
        #expect(phone.server.devices.map(\.subscriber) == ["ada"])
        #expect((phone.device["token"] != nil) == (commands.last == "register"))
        await phone.phone.stop()
    }

    @Test("Five starts that race, without network, make one device", .rows("CS-K8"))
    func racingStarts() async throws {
        let phone = try SDKPhone { $0.set { $0.configures = false } }
        try await phone.phone.launch()
        phone.server.isOffline = true
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<10 {
                let command = number.isMultiple(of: 2) ? "configure" : "register"
                group.addTask { _ = try? await phone.phone.command(command) }
            }
        }
        phone.server.isOffline = false
        try await phone.phone.command("register")
        try await phone.settle()
        #expect(phone.server.devices.map(\.subscriber) == ["ada"])
        #expect(phone.device["token"] != nil)
        await phone.phone.stop()
    }
}
