import ClientTestSupport
import Foundation
import ProcessLocal
import PushModel
import SimulatedDevice
import TestSupport
import Testing
import TidingsCalls
import TidingsCore

/// The tokens that calls come by.
@Suite(.timeLimit(.minutes(1)))
struct CallRegistrationTests {
    private func voipToken(_ server: FakeServer) -> String? { server.devices.first?.registration["voipToken"]?.string }

    @Test(.rows("C2", "C6", "C27")) func `one device holds a token for notifications and one for calls`() async throws {
        let test = try await CallPhone().registered()
        #expect(try await test.phone.command("permission") == "ok")
        let (alert, calls) = (test.registration["token"]?.string, test.registration["voipToken"]?.string)
        #expect(alert != nil && alert == test.device.token(of: bundleID))
        #expect(calls != nil && calls == test.device.callToken(of: bundleID) && alert != calls)
        // The one goes without the other.
        _ = try await test.phone.command("unregister")
        try await test.server.wait { $0.devices.first?.registration["voipToken"] == .null }
        #expect(test.registration["token"]?.string == alert)
        await test.phone.stop()
    }

    @Test(.rows("C3", "C6")) func `a token for calls is kept until somebody is authenticated, and registered then`()
        async throws
    {
        let test = try CallPhone { $0.set { $0.user = nil } }
        try await test.phone.launch()
        _ = try await test.timeline.first { $0.kind == .callbackDone && $0["name"] == "didUpdate" }
        _ = try await test.phone.command("settle")
        #expect(voipToken(test.server) == nil)
        try await test.phone.kill()
        test.options.set { $0.wantsCalls = false }
        try await test.phone.launch()
        _ = try await test.phone.command("identify ada")
        try await test.server.wait { voipToken($0) != nil }
        #expect(voipToken(test.server) == test.device.callToken(of: bundleID))
        await test.phone.stop()
    }

    @Test(.rows("C3", "C6")) func `a unique token says so, until it is registered without`() async throws {
        let test = try CallPhone { $0.set { $0.wantsCalls = false } }
        _ = try await test.courier.register(bundleID: bundleID, environment: .sandbox)
        try await test.phone.launch()
        _ = try await test.phone.command("settle")
        #expect(test.device.callToken(of: bundleID) == nil)
        _ = try await test.phone.command("register unique")
        try await test.server.wait { voipToken($0) != nil && $0.devices.first?.registration["voipUnique"] == true }
        #expect(test.registration["unique"] == nil)
        _ = try await test.phone.command("register")
        try await test.server.wait { $0.devices.first?.registration["voipUnique"] == nil }
        await test.phone.stop()
    }

    @Test(.rows("C4", "C6"), arguments: ["alerts", "calls"])
    func `one token is ended here, and all of a person's at the server`(kind: String) async throws {
        let test = try await CallPhone().registered()
        _ = try await test.phone.command("permission")
        #expect(try await test.phone.command("unregisterall \(kind)") == "ok")
        let path = "/v1/client/device/tokens/\(kind == "calls" ? "voip" : "alert")"
        #expect(test.server.calls.contains { $0.method == "DELETE" && $0.path == path && $0.query["all"] == "true" })
        _ = try await test.phone.command("settle")
        #expect((voipToken(test.server) == nil) == (kind == "calls"))
        #expect((test.registration["token"]?.string == nil) == (kind == "alerts"))
        await test.phone.stop()
    }

    @Test(.rows("C5"))
    func `a logout takes the tokens from the server in the name of whoever leaves, then begins anew`()
        async throws
    {
        let test = try await CallPhone().registered()
        test.options.set { $0.user = nil }
        let mark = test.server.calls.count
        _ = try await test.phone.command("logout")
        _ = try await test.phone.command("settle")
        let calls = test.server.calls.dropFirst(mark).filter { $0.path == "/v1/client/device" }
        #expect(calls.map(\.method) == ["DELETE", "PUT"])
        #expect(calls.first?.subscriber == "ada" && calls.last?.subscriber.hasPrefix("anon_") == true)
        #expect(calls.last?.body["voipToken"] == .null)
        // A call for whoever has left rings for nobody.
        let id = UUID()
        try await test.voip(test.payload(test.server.ring(id, now: test.time.now), to: "ada"))
        #expect(test.notes("ringing").isEmpty && test.device.calls.isEmpty)
        await test.phone.stop()
    }

    @Test(.rows("C6")) func `a token that the system takes back is taken back at the server`() async throws {
        let test = try await CallPhone().registered()
        try await test.device.invalidateCallToken(of: bundleID)
        try await test.server.wait { $0.devices.first?.registration["voipToken"] == .null }
        await test.phone.stop()
    }
}
