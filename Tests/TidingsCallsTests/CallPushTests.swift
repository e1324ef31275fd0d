import ClientTestSupport
import Foundation
import ProcessLocal
import PushModel
import SimulatedDevice
import TestSupport
import Testing
import TidingsCalls
import TidingsCore

/// Every push of a call is paid for with a report, whatever it is.
@Suite(.timeLimit(.minutes(1)))
struct CallPushTests {
    @Test(.rows("C1", "C9", "P16"), arguments: [false, true])
    func `a call rings with the name of the caller, in clear and sealed`(isSealed: Bool) async throws {
        let test = try await CallPhone().registered()
        try await test.phone.kill()
        let id = try await test.rings(sealed: isSealed)
        let call = try #require(test.device.calls.first)
        #expect(call.id == id && call.name == "Bob" && call.handle == "bob@example.com" && call.hasVideo)
        let ringing = try await test.note("ringing")
        #expect(ringing["source"] == "push" && ringing["caller"] == "Bob")
        await test.phone.stop()
    }

    @Test(
        .rows("C11", "P16", "CS-V1"),
        arguments: [
            #"{}"#, #"{"aps":{}}"#, #"{"aps":{},"tidings":7}"#, #"{"aps":{},"tidings":{"v":1,"id":"m"}}"#,
            #"{"aps":{},"tidings":{"v":1,"id":"m","call":{"id":"no","event":"ring"}}}"#,
            #"{"aps":{},"tidings":{"v":1,"id":"m","call":{"id":"6f1c9a52-0b6e-4a7e-9d0f-3a5d1f0c2b11","event":"ring"}}}"#,
            #"{"aps":{},"tidings":{"v":9,"id":"m","kid":"k","enc":"AAAA","call":{"id":"6f1c9a52-0b6e-4a7e-9d0f-3a5d1f0c2b11","event":"ring"}}}"#,
            #"{"aps":{"alert":"Hi"},"sendbird_call":{"command":{"type":"dial"}}}"#,
        ])
    func `a push that is no call is reported as one without a name, and ended at once`(payload: String) async throws {
        let test = try await CallPhone().registered()
        try await test.phone.kill()
        #expect(try await test.voip(payload).kind == .callPushReported)
        let ended = try await test.timeline.first(.callEnded)
        #expect(ended["name"] == "Unknown" && ended["reason"] == "failed")
        #expect(test.device.calls.isEmpty && test.notes("ringing").isEmpty && test.timeline.all(.misuse).isEmpty)
        #expect(try await test.phone.command("obligations") == "1 1 0")
        await test.phone.stop()
    }

    @Test(.rows("C11", "P16", "CS-V1")) func `a push sealed for other keys is reported and ended`() async throws {
        let test = try await CallPhone().registered()
        let notice = test.server.ring(UUID(), now: test.time.now)
        let payload = try test.payload(notice, sealed: true)
        // The keys are those of another install.
        let other = try await CallPhone().registered()
        #expect(try await other.voip(payload).kind == .callPushReported)
        #expect(try await other.timeline.first(.callEnded)["name"] == "Unknown")
        #expect(!other.options.current.log.lines.contains { $0.contains("Bob") })
        await test.phone.stop()
        await other.phone.stop()
    }

    @Test(.rows("C13", "P16", "CS-V1")) func `a push that comes twice is reported twice and rings once`() async throws {
        let test = try await CallPhone().registered()
        try await test.phone.background()
        let id = try await test.rings()
        let mark = test.timeline.mark
        let payload = try test.payload(test.server.ring(id, now: test.time.now))
        #expect(try await test.voip(payload).kind == .callPushReported)
        #expect(try await test.timeline.first(.callRefused, after: mark)["code"] == "2")
        #expect(test.device.calls.map(\.id) == [id] && test.notes("ringing").count == 1)
        await test.phone.stop()
    }

    @Test(.rows("P16", "CS-V1"), arguments: [true, false])
    func `a push of a call that is over is reported and ended, also by another launch`(isKilled: Bool) async throws {
        let test = try await CallPhone().registered()
        try await test.phone.background()
        let id = try await test.rings()
        try await test.device.declineCall()
        try await test.server.wait { $0.words(about: id).contains("decline") }
        if isKilled { try await test.phone.kill() }
        let mark = test.timeline.mark
        #expect(try await test.voip(test.payload(test.server.ring(id, now: test.time.now))).kind == .callPushReported)
        #expect(try await test.end(of: id, after: mark) == "declinedElsewhere")
        #expect(test.notes("ringing").count == 1 && test.device.calls.isEmpty)
        await test.phone.stop()
    }

    @Test(.rows("P16", "CS-V1")) func `a push that comes when ringing is over is reported and ended`() async throws {
        let test = try await CallPhone().registered()
        let id = UUID()
        let old = test.time.now.addingTimeInterval(-46)
        #expect(try await test.voip(test.payload(test.server.ring(id, now: old))).kind == .callPushReported)
        #expect(try await test.end(of: id) == "unanswered")
        #expect(test.notes("ringing").isEmpty)
        await test.phone.stop()
    }

    @Test(.rows("P16", "P17", "CS-V1")) func `a call that was cancelled before its push came does not ring`()
        async throws
    {
        let test = try await CallPhone().registered()
        try await test.phone.background()
        let id = UUID()
        let ring = test.server.ring(id, now: test.time.now)
        try await test.background(test.server.happen(.cancelled, id))
        #expect(try await test.voip(test.payload(ring)).kind == .callPushReported)
        #expect(try await test.end(of: id) == "remoteEnded")
        #expect(test.notes("ringing").isEmpty)
        await test.phone.stop()
    }

    @Test(.rows("P16", "CS-V1"), arguments: [false, true])
    func `before the first unlock a call in clear rings, and a sealed one is reported and ended`(
        isSealed: Bool
    ) async throws {
        let test = try await CallPhone().registered()
        let id = UUID()
        let payload = try test.payload(test.server.ring(id, now: test.time.now), sealed: isSealed)
        await test.device.restart()
        #expect(try await test.voip(payload).kind == .callPushReported)
        if isSealed {
            #expect(try await test.end(of: id) == "failed")
        } else {
            #expect(test.device.calls.map(\.state) == [.ringing])
        }
        #expect(test.timeline.all(.misuse).isEmpty)
        await test.phone.stop()
    }

    @Test(.rows("C9", "C13")) func `a second call is reported and turned away, and the server hears why`() async throws
    {
        let test = try await CallPhone().registered()
        let first = try await test.rings()
        try await test.device.answerCall()
        let second = UUID()
        let payload = try test.payload(test.server.ring(second, now: test.time.now))
        #expect(try await test.voip(payload).kind == .callPushReported)
        #expect(try await test.end(of: second) == "declinedElsewhere")
        #expect(try await test.note("turnedAway")["ongoing"] == first.uuidString.lowercased())
        try await test.server.wait { $0.words(about: second) == ["decline"] }
        #expect(test.server.calls.last { $0.path.hasSuffix("decline") }?.body["reason"] == "busy")
        #expect(test.device.calls.map(\.id) == [first])
        await test.phone.stop()
    }

    @Test func `where two calls may go on, a second one rings beside the first`() async throws {
        let test = try await CallPhone { $0.set { $0.calls.maximumCallGroups = 2 } }.registered()
        try await test.rings()
        try await test.device.answerCall()
        try await test.rings()
        try await test.device.answerCall()
        #expect(test.device.calls.map(\.state) == [.held, .connected])
        #expect(test.notes("media").map { $0["what"] }.contains("held"))
        await test.phone.stop()
    }

    @Test(.rows("C14")) func `without a microphone there are no pushes of calls, and one that comes is ended`()
        async throws
    {
        let test = try await CallPhone().registered()
        test.device.allowMicrophone(false, for: bundleID)
        let id = UUID()
        #expect(try await test.voip(test.payload(test.server.ring(id, now: test.time.now))).kind == .callPushReported)
        #expect(try await test.end(of: id) == "failed")
        // It has asked for no pushes, and does so again when the person has allowed the microphone.
        let mark = test.timeline.mark
        test.device.allowMicrophone(true, for: bundleID)
        try await test.phone.launch()
        _ = try await test.timeline.first(after: mark) { $0.kind == .registered && $0["type"] == "voip" }
        await test.phone.stop()
    }

    @Test(.rows("C12")) func `the app hears of ringing before PushKit's callback returns`() async throws {
        let test = try await CallPhone().registered()
        try await test.phone.background()
        let id = try await test.rings()
        let names = test.timeline.entries.filter {
            $0.kind == .callRinging || $0.kind == "app.ringing" || $0["name"] == "didReceiveIncomingPush"
        }.map(\.kind)
        #expect(names == [.callback, .callRinging, "app.ringing", .callbackDone])
        #expect(test.device.calls.map(\.id) == [id])
        await test.phone.stop()
    }

    @Test(.rows("C25", "P17")) func `what is no ring and comes as a push of PushKit is paid for, and taken`()
        async throws
    {
        let test = try await CallPhone().registered()
        try await test.phone.background()
        let id = try await test.rings()
        let cancelled = test.server.happen(.cancelled, id)
        #expect(try await test.voip(test.payload(cancelled)).kind == .callPushReported)
        #expect(try await test.end(of: id) == "remoteEnded")
        #expect(test.device.calls.isEmpty && test.timeline.all(.misuse).isEmpty)
        await test.phone.stop()
    }

    @Test(.rows("C26"), arguments: [true, false])
    func `both forms of PushKit's callback are reported`(tells: Bool) async throws {
        var configuration = DeviceConfiguration()
        configuration.tellsWhetherToReport = tells
        let test = try await CallPhone(configuration: configuration).registered()
        try await test.rings()
        #expect(test.device.calls.map(\.state) == [.ringing])
        await test.phone.stop()
    }

    @Test(.rows("C13")) func `a push for whoever used the phone before rings for nobody`() async throws {
        let test = try await CallPhone().registered()
        let id = UUID()
        let payload = try test.payload(test.server.ring(id, now: test.time.now), to: "eve")
        #expect(try await test.voip(payload).kind == .callPushReported)
        #expect(try await test.timeline.first(.callEnded)["name"] == "Unknown")
        #expect(test.notes("ringing").isEmpty)
        await test.phone.stop()
    }

    @Test(.rows("P16"), arguments: [3, 4, 6])
    func `a call that the system does not show is over here, and rings on elsewhere`(code: Int) async throws {
        let test = try await CallPhone().registered()
        test.device.refuseNextCall(of: bundleID, code: code)
        let id = UUID()
        #expect(try await test.voip(test.payload(test.server.ring(id, now: test.time.now))).kind == .callPushReported)
        #expect(try await test.note("ended")["end"] == "none")
        #expect(test.server.words(about: id).isEmpty)
        await test.phone.stop()
    }

    @Test(.rows("P18", "CS-V1")) func `what an app left unreported is counted by the next launch, and said`()
        async throws
    {
        let test = try await CallPhone().registered()
        try await test.rings()
        #expect(try await test.phone.command("obligations") == "1 1 0")
        _ = try await test.phone.command("owe")
        try await test.phone.kill()
        try await test.phone.launch()
        #expect(try await test.note("warned")["unreported"] == "1")
        #expect(try await test.phone.command("obligations") == "1 1 1")
        #expect(
            test.options.current.log.lines.contains { $0.hasPrefix("error: The app ended before it reported a call") })
        await test.phone.stop()
    }

    @Test(.rows("P18")) func `a report that takes too long is said`() async throws {
        let test = try await CallPhone { $0.set { $0.calls.reportDelayLimit = .zero } }.registered()
        try await test.rings()
        #expect(try await test.note("warned")["late"] == "0")
        await test.phone.stop()
    }
}
