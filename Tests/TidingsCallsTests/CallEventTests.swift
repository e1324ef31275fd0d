import ClientTestSupport
import Foundation
import ProcessLocal
import PushModel
import SimulatedDevice
import TestSupport
import Testing
import TidingsCalls
import TidingsCore

/// What happens to a call elsewhere, and the calls that come without PushKit.
@Suite(.timeLimit(.minutes(1)))
struct CallEventTests {
    @Test(
        .rows("C1", "C15", "P17"),
        arguments: [
            (CallNotice.Event.accepted, "answeredElsewhere", "otherDeviceAccepted"),
            (.declined, "declinedElsewhere", "declined"), (.cancelled, "remoteEnded", "canceled"),
            (.missed, "unanswered", "noAnswer"), (.ended, "remoteEnded", "completed"),
        ])
    func `what happens elsewhere stops the ringing, by a push that is none of PushKit`(
        event: CallNotice.Event, reason: String, end: String
    ) async throws {
        let test = try await CallPhone().registered()
        try await test.phone.background()
        try await test.phone.suspend()
        let id = try await test.rings()
        let notice = test.server.happen(event, id, by: event == .accepted ? "dev_2" : nil)
        try await test.background(notice)
        #expect(try await test.end(of: id) == reason)
        #expect(try await test.note("ended")["end"] == end)
        // Told twice it counts once.
        try await test.background(notice)
        #expect(test.notes("ended").count == 1 && test.device.calls.isEmpty)
        #expect(test.notes("missed").count == (event == .missed ? 1 : 0))
        await test.phone.stop()
    }

    @Test(.rows("C1")) func `whoever has answered hears no more of the ringing, only of the end`() async throws {
        let test = try await CallPhone().registered()
        let id = try await test.rings()
        try await test.device.answerCall()
        for event in [CallNotice.Event.accepted, .declined, .cancelled, .missed] {
            var notice = CallNotice(id: id.uuidString.lowercased(), event: event)
            notice.deviceID = event == .accepted ? "dev_1" : nil
            try await test.background(notice)
        }
        #expect(test.device.calls.map(\.state) == [.connected])
        try await test.background(test.server.happen(.ended, id))
        #expect(try await test.end(of: id) == "remoteEnded")
        await test.phone.stop()
    }

    @Test(.rows("C17", "P17")) func `a call stops ringing by itself when nothing more is heard of it`() async throws {
        let test = try await CallPhone().registered()
        let id = try await test.rings(seconds: 20)
        await test.advance(by: .seconds(19))
        #expect(test.device.calls.map(\.state) == [.ringing])
        await test.advance(by: .seconds(1))
        #expect(try await test.end(of: id) == "unanswered")
        #expect(try await test.note("ended")["end"] == "noAnswer")
        await test.phone.stop()
    }

    @Test(.rows("C17")) func `a push that does not say how long it rings rings as the app wants`() async throws {
        let test = try await CallPhone { $0.set { $0.calls.ringTimeout = .seconds(7) } }.registered()
        let id = UUID()
        var notice = test.server.ring(id, now: test.time.now)
        notice.ringSeconds = nil
        try await test.voip(test.payload(notice))
        await test.advance(by: .seconds(7))
        #expect(try await test.end(of: id) == "unanswered")
        await test.phone.stop()
    }

    @Test(.rows("C19")) func `the server hears that it rings, once it does`() async throws {
        let test = try await CallPhone().registered()
        try await test.phone.kill()
        let id = try await test.rings()
        #expect(test.server.words(about: id) == ["ringing"])
        // It knew better: the call is over.
        let other = UUID()
        try await test.device.declineCall()
        let payload = try test.payload(test.server.ring(other, now: test.time.now))
        test.server.happen(.cancelled, other)
        try await test.voip(payload)
        #expect(try await test.end(of: other) == "remoteEnded")
        await test.phone.stop()
    }

    @Test(.rows("C9")) func `a call of a group is an invitation, and is shown as one`() async throws {
        let test = try await CallPhone().registered()
        try await test.rings(group: .init(id: "g", name: "Maths"))
        #expect(test.device.calls.map(\.name) == ["Bob (Maths)"])
        #expect(try await test.note("invitation")["group"] == "Maths")
        await test.phone.stop()
    }

    @Test(.rows("C8"))
    func `a notification of a call rings at once in the foreground, and when it is tapped otherwise`()
        async throws
    {
        let test = try await CallPhone().registered()
        _ = try await test.phone.command("permission")
        let id = UUID()
        let notice = test.server.ring(id, now: test.time.now)
        let payload = try test.payload(notice, aps: ["alert": "Bob calls", "mutable-content": 1], id: "msg_1")
        test.courier.send(payload, to: bundleID)
        #expect(try await test.note("ringing")["source"] == "notification")
        #expect(try await test.timeline.first(.notShown)["reason"] == "app_declined")
        try await test.device.declineCall()

        // In the background only the banner is there, until somebody taps it.
        try await test.phone.kill()
        let second = UUID()
        let mark = test.timeline.mark
        let next = try test.payload(
            test.server.ring(second, now: test.time.now), aps: ["alert": "Bob calls"], id: "msg_2")
        test.courier.send(next, to: bundleID)
        _ = try await test.timeline.first(.shown, after: mark)
        #expect(test.device.calls.isEmpty && test.phone.phase == .notRunning)
        try await test.phone.tap()
        #expect(try await test.note("callOpened", after: mark)["call"] == second.uuidString.lowercased())
        #expect(test.device.calls.map(\.id) == [second])
        await test.phone.stop()
    }

    @Test(.rows("C18")) func `calls whose push was lost are fetched, and missed ones can be read`() async throws {
        let test = try await CallPhone().registered()
        try await test.phone.background()
        let id = UUID()
        test.server.ring(id, now: test.time.now)
        try await test.phone.launch()
        #expect(try await test.note("ringing")["source"] == "retrieval")
        let (missed, gone) = (UUID(), UUID())
        test.server.ring(missed, now: test.time.now)
        test.server.happen(.missed, missed)
        test.server.ring(gone, now: test.time.now)
        test.server.happen(.declined, gone)
        #expect(try await test.phone.command("missed") == "Bob")
        await test.phone.stop()
    }

    @Test(.rows("C18")) func `a missed call is told once, however often it is told`() async throws {
        let test = try await CallPhone().registered()
        _ = try await test.phone.command("permission")
        let id = UUID()
        test.server.ring(id, now: test.time.now)
        let notice = test.server.happen(.missed, id)
        let payload = try test.payload(notice, aps: ["alert": "You missed a call"], id: "msg_1")
        test.courier.send(payload, to: bundleID)
        #expect(try await test.note("missed")["caller"] == "Bob")
        _ = try await test.timeline.first(.shown)
        try await test.background(notice)
        #expect(test.notes("missed").count == 1)
        await test.phone.stop()
    }

    @Test(.rows("C1", "C18"))
    func `in the foreground the live connection tells, goes on where it broke off, and ends with it`()
        async throws
    {
        let test = try await CallPhone().registered()
        let path = "/v1/client/calls/stream"
        try await test.server.wait { $0.calls.contains { $0.path == path } }
        let id = UUID()
        test.server.tellLive(test.server.ring(id, now: test.time.now), id: "e1")
        #expect(try await test.note("ringing")["source"] == "liveConnection")
        // The push that comes as well is paid for, and rings no second time.
        #expect(try await test.voip(test.payload(test.server.ring(id, now: test.time.now))).kind == .callPushReported)
        #expect(test.notes("ringing").count == 1)
        test.server.dropListeners()
        await test.advance(by: .seconds(1), sleepers: 2)
        try await test.server.wait { $0.calls.filter { $0.path == path }.count == 2 }
        #expect(test.server.calls.last { $0.path == path }?.lastEventID == "e1")
        test.server.tellLive(test.server.happen(.accepted, id, by: "dev_2"), id: "e2")
        #expect(try await test.end(of: id) == "answeredElsewhere")
        await test.phone.stop()
    }

    @Test(.rows("C7")) func `what is no call is left to the rest of the SDK`() async throws {
        let test = try await CallPhone().registered()
        try await test.phone.background()
        let mark = test.timeline.mark
        test.courier.send(
            #"{"aps":{"content-available":1},"tidings":{"v":1,"id":"m"}}"#, to: bundleID, pushType: "background")
        #expect(try await test.timeline.first(.wakeAnswered, after: mark)["result"] == "newData")
        test.courier.send(#"{"aps":{"content-available":1},"x":{"call":7}}"#, to: bundleID, pushType: "background")
        let second = try await test.timeline.first { $0.kind == .wakeAnswered && $0["result"] == "noData" }
        #expect(second.kind == .wakeAnswered && test.timeline.all(.callRinging).isEmpty)
        await test.phone.stop()
    }
}
