import Foundation
import PayloadRehearsal
import TestSupport
import Testing

/// What of a push is seen and heard.
@Suite(.timeLimit(.minutes(1)))
struct DisplayRowTests {
    @Test(.rows("F25")) func `the collapse id names the notification, and replaces the one that stands there`()
        async throws
    {
        let earlier = [Rehearsal.Earlier(collapseID: "order-1"), Rehearsal.Earlier()]
        let outcome = try await rehearse(mutable, headers: ["apns-collapse-id": "order-1"], earlier: earlier)
        #expect(outcome.identifier == "order-1" && outcome.isReplacement && outcome.list.joined().count == 2)
        #expect(!outcome.doubts.contains(.identifier))
        let other = try await rehearse(mutable, earlier: earlier)
        #expect(other.identifier == RehearsedPush.placeholderID.uppercased() && !other.isReplacement)
        #expect(other.list.joined().count == 3 && other.doubts == [.identifier, .threadless])
    }

    @Test(.rows("F26")) func `iOS 18.0 asks the delegate twice`() async throws {
        let outcome = try await rehearse(mutable, .foreground, with: [.asksTwice])
        let asked = outcome.steps.filter { $0.name.contains("willPresent") }
        #expect(
            asked.map { $0.details["identifier"] } == [
                RehearsedPush.placeholderID.uppercased(), RehearsedPush.placeholderID,
            ])
        #expect(outcome.list.joined().count == 1 && outcome.doubts.contains(.secondAnswer))
    }

    @Test(.rows("F27")) func `in front the delegate decides, and without one nothing is shown`() async throws {
        let asked = try await rehearse(mutable, .foreground)
        #expect(asked.step("willPresent")?.answer == "banner, list, sound, badge" && asked.places == [.banner, .list])
        let silent = try await rehearse(mutable, .foreground, without: [.delegate])
        #expect(!silent.isNoticed && silent.reasons == ["not_implemented"])
        #expect(try await rehearse(mutable, without: [.delegate]).places == [.banner, .list])
        let late = try await rehearse(mutable, .foreground, with: [.lateApp])
        #expect(!late.isNoticed && late.reasons == ["timed_out"])
    }

    @Test(.rows("F28")) func `in front no options are no banner, and nothing to tap`() async throws {
        let outcome = try await rehearse(mutable, .foreground, with: [.quietApp], then: .tap)
        #expect(!outcome.isNoticed && outcome.reasons == ["app_declined"] && outcome.list.isEmpty)
        #expect(outcome.response.isEmpty && outcome.step("willPresent")?.answer == "no options")
    }

    @Test(.rows("F30")) func `a tap reaches the delegate, a swipe only where the category asks for it`() async throws {
        let tapped = try await rehearse(mutable, .notRunning, then: .tap)
        #expect(
            tapped.responseCalls == [
                "willFinishLaunchingWithOptions", "didFinishLaunchingWithOptions", "didReceive",
                "applicationDidBecomeActive(_:)",
            ])
        #expect(tapped.response.first { $0.name.contains("didReceive") }?.details["action"] == "default")
        let plain = try await rehearse(mutable, then: .dismiss)
        #expect(plain.responseCalls.isEmpty)
        let asking = try await rehearse(
            #"{"aps":{"alert":"Hi","category":"order"}}"#, .suspended, then: .dismiss)
        #expect(asking.responseCalls == ["didReceive"])
        #expect(asking.response.last { $0.actor == .app }?.details["action"] == "dismiss")
    }

    @Test(.rows("F32")) func `on trial a push goes into the list only`() async throws {
        for state in [PhoneState.background, .notRunning, .beforeFirstUnlock] {
            let outcome = try await rehearse(mutable, state, with: [.provisional])
            #expect(outcome.places == [.list] && outcome.sound == nil)
        }
    }

    @Test(.rows("F35")) func `a badge is put on without the app`() async throws {
        let outcome = try await rehearse(#"{"aps":{"badge":7}}"#, .forceQuit)
        #expect(outcome.badge == 7 && outcome.iconBadge == 7 && outcome.places.isEmpty && outcome.processes.isEmpty)
        #expect(try await rehearse(mutable, .notRunning).badge == nil)
    }

    @Test(.rows("F36")) func `a thread id puts a push into the group that stands there`() async throws {
        let outcome = try await rehearse(
            #"{"aps":{"alert":"Hi","thread-id":"chat"}}"#,
            earlier: [Rehearsal.Earlier(thread: "chat"), Rehearsal.Earlier(thread: "other")])
        #expect(outcome.list.map(\.count) == [2, 1] && outcome.list[0].allSatisfy { $0.thread == "chat" })
    }

    @Test(
        .rows("F37"),
        arguments: [
            ("passive", false, false, "passive"), ("active", false, true, "active"),
            ("time-sensitive", true, true, "timeSensitive"), ("critical", true, true, "critical"),
        ])
    func `the level decides what passes a Focus`(
        level: String, passes: Bool, isLoud: Bool, seen: String
    ) async throws {
        let payload = #"{"aps":{"alert":"Hi","sound":"default","interruption-level":"\#(level)"}}"#
        let entitled: Set<Circumstance> = [.timeSensitive, .critical]
        let under = try await rehearse(payload, with: entitled.union([.focus]))
        #expect(under.places.contains(.banner) == passes && (under.sound != nil) == passes && under.level == seen)
        #expect(under.places.contains(.list) && under.reasons.contains("focus") == !passes)
        let open = try await rehearse(payload, with: entitled)
        #expect(open.places.contains(.banner) == isLoud && (open.sound != nil) == isLoud)
        let plain = try await rehearse(payload, with: [.muted])
        #expect(plain.sound == nil && plain.level == (level == "passive" ? "passive" : "active"))
        #expect(plain.doubts.contains(.levelWithoutEntitlement) == (level == "critical"))
        #expect(
            try await rehearse(payload, with: entitled.union([.muted])).sound == (level == "critical" ? "default" : nil)
        )
    }

    @Test(.rows("F38")) func `what is not urgent waits for the scheduled summary`() async throws {
        let waiting = try await rehearse(mutable, with: [.scheduledSummary])
        #expect(waiting.places == [.summary, .list] && waiting.sound == nil)
        #expect(waiting.step("keptForSummary") != nil)
        let urgent = try await rehearse(
            #"{"aps":{"alert":"Hi","interruption-level":"time-sensitive"}}"#, with: [.scheduledSummary, .timeSensitive])
        #expect(urgent.places == [.banner, .list])
    }

    @Test(.rows("F40")) func `a sound that the app does not have is the default one`() async throws {
        let payload = #"{"aps":{"alert":"Hi","sound":"kick.wav"}}"#
        #expect(try await rehearse(payload).sound == "default")
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sounds-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try wave(bytes: 8_000).write(to: folder.appendingPathComponent("kick.wav"))
        #expect(try await rehearse(payload, sounds: folder).sound == "kick.wav")
    }

    /// A second of silence for each 8,000 bytes.
    private func wave(bytes: Int) -> Data {
        func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) } }
        var data = Array("RIFF".utf8) + number(36 + bytes, 4) + Array("WAVEfmt ".utf8) + number(16, 4)
        data += number(1, 2) + number(1, 2) + number(8_000, 4) + number(8_000, 4) + number(1, 2) + number(8, 2)
        return Data(data + Array("data".utf8) + number(bytes, 4) + [UInt8](repeating: 0, count: bytes))
    }

    @Test(.rows("F43")) func `a locked screen hides the text`() async throws {
        let outcome = try await rehearse(mutable, with: [.locked])
        #expect(outcome.places == [.banner, .lockScreen, .list] && outcome.text == ["Notification"])
        #expect(outcome.doubts.contains(.placeholder))
        let silenced = try await rehearse(mutable, with: [.locked, .focus])
        #expect(silenced.places == [.list] && silenced.doubts.contains(.lockScreenUnderFocus))
    }

    @Test(.rows("F53")) func `a summary of the text holds a push back for ten seconds`() async throws {
        #expect(try await rehearse(mutable, with: [.textSummary]).delay == 10)
        #expect(try await rehearse(mutable).delay == 0)
    }
}
