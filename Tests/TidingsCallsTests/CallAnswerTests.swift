import CallKit
import ClientTestSupport
import Foundation
import ProcessLocal
import PushModel
import SimulatedDevice
import TestSupport
import Testing
import TidingsCalls
import TidingsCore

/// From the person's answer to the end of the call.
@Suite(.timeLimit(.minutes(1)))
struct CallAnswerTests {
    /// What the media were told, in order.
    private func media(_ test: CallPhone) -> [String] { test.notes("media").compactMap { $0["what"] } }

    @Test(.rows("C20", "P19", "CS-V2"))
    func `an answer in a killed app on a locked phone connects before there is a window`()
        async throws
    {
        let test = try await CallPhone().registered()
        try await test.phone.kill()
        await test.phone.lock()
        let id = try await test.rings()
        try await test.device.answerCall()
        #expect(test.device.calls.map(\.state) == [.connected])
        #expect(try await test.note("connected")["call"] == id.uuidString.lowercased())
        #expect(test.server.words(about: id) == ["ringing", "accept"])
        let made = try #require(test.notes("media").first)
        #expect(made["what"] == "made" && made["state"] == "background" && test.phone.phase == .background)
        _ = try await test.timeline.first { $0.kind == "app.media" && $0["what"] == "sound" }
        await test.phone.stop()
    }

    @Test(.rows("C20", "CS-V2")) func `an answer waits until somebody is authenticated`() async throws {
        let test = try await CallPhone().registered()
        let id = UUID()
        let payload = try test.payload(test.server.ring(id, now: test.time.now))
        test.options.set { $0.user = nil }
        _ = try await test.phone.command("logout")
        _ = try await test.phone.command("settle")
        try await test.phone.kill()
        #expect(try await test.voip(payload).kind == .callPushReported)
        async let answered: Void = test.device.answerCall()
        _ = try await test.timeline.first { $0.kind == .callbackDone && $0["name"] == "perform" }
        #expect(test.device.calls.map(\.state) == [.connecting] && test.server.words(about: id).isEmpty)
        _ = try await test.phone.command("identify ada")
        try await answered
        #expect(test.device.calls.map(\.state) == [.connected])
        #expect(test.server.words(about: id).contains("accept"))
        await test.phone.stop()
    }

    @Test(.rows("C20", "CS-V2"), arguments: ["nobody", "hanging", "deaf"])
    func `an answer that comes to nothing fails before the system gives up on it`(what: String) async throws {
        let test = try await CallPhone().registered()
        if what == "nobody" {
            test.options.set { $0.user = nil }
            _ = try await test.phone.command("logout")
            _ = try await test.phone.command("settle")
        } else {
            test.options.set { $0.media = what == "deaf" ? .deaf : .hanging }
        }
        let id = UUID()
        let payload = try test.payload(test.server.ring(id, now: test.time.now))
        #expect(try await test.voip(payload).kind == .callPushReported)
        async let answered: Void = test.device.answerCall()
        _ = try await test.timeline.first { $0.kind == .callbackDone && $0["name"] == "perform" }
        if what != "nobody" { _ = try await test.note("media") }
        await test.advance(by: .seconds(29), sleepers: 2)
        try await answered
        #expect(try await test.timeline.first(.callActionDone)["result"] == "failed")
        #expect(try await test.note("ended")["end"] == "timedOut")
        #expect(test.device.calls.isEmpty)
        if what != "nobody" { try await test.server.wait { $0.words(about: id).last == "end" } }
        await test.phone.stop()
    }

    @Test(.rows("C17")) func `the time to connect is the app's to choose`() async throws {
        let test = try await CallPhone {
            $0.set {
                $0.calls.connectTimeout = .seconds(10)
                $0.media = .hanging
            }
        }.registered()
        let id = try await test.rings()
        async let answered: Void = test.device.answerCall()
        _ = try await test.note("media")
        await test.advance(by: .seconds(10), sleepers: 2)
        try await answered
        #expect(try await test.note("ended")["end"] == "timedOut")
        #expect(try await test.end(of: id) == "failed")
        #expect(CallsConfiguration().connectTimeout == .seconds(60) && CallsConfiguration().ringTimeout == .seconds(60))
        await test.phone.stop()
    }

    @Test(.rows("C16", "C20")) func `media that fail end the call here and at the server`() async throws {
        let test = try await CallPhone { $0.set { $0.media = .failing } }.registered()
        let id = try await test.rings()
        try await test.device.answerCall()
        #expect(try await test.timeline.first(.callActionDone)["result"] == "failed")
        #expect(try await test.note("ended")["end"] == "connectionLost")
        try await test.server.wait { $0.words(about: id) == ["ringing", "accept", "end"] }
        #expect(test.server.calls.last { $0.path.hasSuffix("end") }?.body["reason"] == "connectionLost")
        await test.phone.stop()
    }

    @Test(
        .rows("C1", "C20"),
        arguments: [
            (CallNotice.Event.accepted, "otherDeviceAccepted"), (.cancelled, "canceled"), (.missed, "canceled"),
        ])
    func `an answer that comes second at the server fails and says why`(event: CallNotice.Event, end: String)
        async throws
    {
        let test = try await CallPhone().registered()
        let id = try await test.rings()
        test.server.happen(event, id, by: event == .accepted ? "dev_2" : nil)
        try await test.device.answerCall()
        #expect(try await test.timeline.first(.callActionDone)["result"] == "failed")
        #expect(try await test.note("ended")["end"] == end)
        #expect(!test.notes("media").contains { $0["what"] == "made" } && test.device.calls.isEmpty)
        await test.phone.stop()
    }

    @Test(.rows("C20")) func `whoever declines is done with it, and the server hears of it when it can be reached`()
        async throws
    {
        let test = try await CallPhone().registered()
        try await test.phone.kill()
        await test.phone.lock()
        let id = try await test.rings()
        test.server.isOffline = true
        try await test.device.declineCall()
        #expect(try await test.timeline.first(.callActionDone)["result"] == "fulfilled")
        #expect(try await test.note("ended")["end"] == "declined")
        #expect(test.device.calls.isEmpty)
        test.server.isOffline = false
        await test.advance(by: .seconds(2))
        try await test.server.wait { $0.words(about: id).contains("decline") }
        await test.phone.stop()
    }

    @Test(.rows("C1", "C16")) func `hanging up ends the call for everybody, and gives the media up`() async throws {
        let test = try await CallPhone().registered()
        let id = try await test.rings()
        try await test.device.answerCall()
        try await test.device.muteCall(true)
        try await test.device.playTones("7")
        try await test.device.hangUp()
        #expect(try await test.note("ended")["end"] == "completed")
        try await test.server.wait { $0.words(about: id) == ["ringing", "accept", "end"] }
        #expect(Set(media(test)).isSuperset(of: ["made", "muted", "tones 7", "over"]))
        await test.phone.stop()
    }

    @Test(.rows("C22")) func `what the app does itself goes through the system, and is refused with a code`()
        async throws
    {
        let test = try await CallPhone().registered()
        #expect(try await test.phone.command("answer") == "unknown_call")
        #expect(try await test.phone.command("hangup") == "unknown_call")
        let id = try await test.rings()
        #expect(try await test.phone.command("mute") == "invalid_call_state")
        #expect(try await test.phone.command("answer") == "ok")
        _ = try await test.note("connected")
        #expect(try await test.phone.command("answer") == "invalid_call_state")
        #expect(try await test.phone.command("lost") == "ok")
        #expect(try await test.end(of: id) == "failed")
        #expect(try await test.note("ended")["end"] == "connectionLost")
        _ = try await test.phone.command("logout")
        _ = try await test.phone.command("settle")
        #expect(try await test.phone.command("missed") == "not_authenticated")
        #expect(try await test.phone.command("unregisterall") == "not_authenticated")
        await test.phone.stop()
    }

    @Test(.rows("C21")) func `one call at a time unless the app wants more, and its end takes the call along`()
        async throws
    {
        let configuration = CallsConfiguration()
        #expect(configuration.maximumCallGroups == 1 && configuration.maximumCallsPerCallGroup == 1)
        let test = try await CallPhone { $0.set { $0.calls.ringtoneSound = "bell.caf" } }.registered()
        let id = try await test.rings()
        try await test.device.answerCall()
        try await test.phone.forceQuit()
        #expect(try await test.end(of: id) == "remoteEnded")
        #expect(try await test.note("ended")["end"] == "completed")
        await test.phone.stop()
    }

    @Test(.rows("C21")) func `when the system resets the calls, the media are given up`() async throws {
        let test = try await CallPhone().registered()
        let id = try await test.rings()
        try await test.device.answerCall()
        await test.device.resetCalls(of: bundleID)
        #expect(try await test.note("ended")["end"] == "connectionLost")
        #expect(media(test).last == "over" || media(test).contains("over"))
        try await test.server.wait { $0.words(about: id).last == "end" }
        await test.phone.stop()
    }

    @Test(.rows("C15", "C16")) func `each end has its reason for the system`() {
        let reasons: [CallEnd: CXCallEndedReason?] = [
            .none: nil, .completed: .remoteEnded, .canceled: .remoteEnded, .declined: .declinedElsewhere,
            .otherDeviceAccepted: .answeredElsewhere, .timedOut: .failed, .connectionLost: .failed,
            .noAnswer: .unanswered, .dialFailed: .failed, .acceptFailed: .failed, .notConnected: .failed,
            .unknown: .failed,
        ]
        #expect(Set(reasons.keys) == Set(CallEnd.allCases))
        for (end, reason) in reasons { #expect(end.reason == reason) }
    }
}
