import APNsSimulator
import PayloadRehearsal
import TestSupport
import Testing

/// Which pushes reach a phone, and whom they wake.
@Suite(.timeLimit(.minutes(1)))
struct DeliveryRowTests {
    @Test(.rows("F18"))
    func `a push that waits for the phone gives way to a newer one, and one without storage is lost`()
        async throws
    {
        let late = try await rehearse(mutable, with: [.offline])
        #expect(late.places == [.banner, .list])
        let overtaken = try await rehearse(mutable, with: [.overtaken])
        #expect(overtaken.steps.isEmpty && overtaken.reasons == ["overtaken"])
        let unkept = try await rehearse(mutable, with: [.offline], headers: ["apns-expiration": "0"])
        #expect(!unkept.isNoticed && unkept.reasons == ["not_kept"] && unkept.doubts == [.expiration])
    }

    @Test(.rows("F19")) func `type, alert and content-available decide together what a push does`() async throws {
        let both = try await rehearse(#"{"aps":{"alert":"Hi","content-available":1}}"#)
        #expect(both.places == [.banner, .list] && both.calls == ["didReceiveRemoteNotification"])
        let alert = try await rehearse(#"{"aps":{"alert":"Hi","content-available":0}}"#)
        #expect(alert.places == [.banner, .list] && alert.calls.isEmpty && alert.processes.isEmpty)
        let hidden = try await rehearse(
            #"{"aps":{"alert":"Hi","content-available":1}}"#, headers: ["apns-push-type": "background"])
        #expect(!hidden.isNoticed && hidden.calls == ["didReceiveRemoteNotification"])
        let nothing = try await rehearse(#"{"aps":{}}"#)
        #expect(nothing.reasons == ["nothing_to_show"] && nothing.calls.isEmpty)
    }

    @Test(.rows("F20")) func `a silent push waits where the app has used up its budget`() async throws {
        let held = try await rehearse(silent, without: [.silentBudget])
        #expect(held.calls.isEmpty && held.step("wake.held") != nil && held.doubts == [.budget])
        #expect(try await rehearse(silent).calls == ["didReceiveRemoteNotification"])
        let forceQuit = try await rehearse(silent, .forceQuit)
        #expect(forceQuit.calls.isEmpty && forceQuit.wakeRefusal == "force_quit")
    }

    @Test(
        .rows("F21"),
        arguments: [
            ([.lowPower], [], "low_power"), ([], [.backgroundRefresh], "background_refresh_off"),
            ([], [.backgroundMode], "no_background_mode"),
        ] as [(Set<Circumstance>, Set<Circumstance>, String)])
    func `what keeps silent pushes off keeps alerts on`(
        with: Set<Circumstance>, without: Set<Circumstance>, reason: String
    ) async throws {
        for state in [PhoneState.background, .suspended, .notRunning] {
            let refused = try await rehearse(silent, state, with: with, without: without)
            #expect(refused.calls.isEmpty && refused.wakeRefusal == reason)
        }
        #expect(try await rehearse(silent, .foreground, with: with, without: without).calls.count == 1)
        let alert = try await rehearse(mutable, .suspended, with: with, without: without)
        #expect(alert.places == [.banner, .list] && alert.sound == "default")
    }

    @Test(.rows("F22")) func `an app that does not answer a silent push is given up after half a minute`() async throws
    {
        let late = try await rehearse(silent, .suspended, with: [.lateApp])
        #expect(late.calls == ["didReceiveRemoteNotification"])
        #expect(late.steps.last?.name == "wake.answered" && late.steps.last?.details["result"] == "timed_out")
        #expect(try await rehearse(silent, .suspended).steps.last?.details["result"] == "newData")
    }

    @Test(.rows("F23")) func `the fetch handler is called in every state, after what brings the app there`()
        async throws
    {
        let foreground = try await rehearse(silent, .foreground)
        #expect(foreground.step("fetch")?.details["state"] == "active" && foreground.processes == ["app running"])
        let suspended = try await rehearse(silent, .suspended)
        #expect(suspended.processes == ["app resumed"] && suspended.calls == ["didReceiveRemoteNotification"])
        let cold = try await rehearse(silent, .notRunning)
        #expect(
            cold.calls == [
                "willFinishLaunchingWithOptions", "didFinishLaunchingWithOptions", "didReceiveRemoteNotification",
            ])
        #expect(cold.step("didFinishLaunching")?.details["remoteNotification"] == "aps, n")
        #expect(cold.step("fetch")?.details["state"] == "background" && cold.processes == ["app launched"])
    }

    @Test(.rows("F24"), arguments: [(4096, true), (4097, false)])
    func `APNs takes payloads up to the limit of their type`(bytes: Int, fits: Bool) async throws {
        let head = #"{"aps":{"alert":""#
        let payload = head + String(repeating: "x", count: bytes - head.utf8.count - 3) + #""}}"#
        if fits {
            #expect(try await rehearse(payload).places == [.banner, .list])
        } else {
            await #expect(throws: APNsSimulator.Refusal(.payloadTooLarge)) { try await rehearse(payload) }
        }
    }

    @Test func `what APNs would refuse reaches no phone`() async throws {
        await #expect(throws: APNsSimulator.Refusal(.badPriority)) {
            try await rehearse(silent, headers: ["apns-push-type": "background", "apns-priority": "10"])
        }
        await #expect(throws: APNsSimulator.Refusal(.payloadEmpty)) { try await rehearse("[1]") }
        await #expect(throws: APNsSimulator.Refusal(.badCollapseID)) {
            try await rehearse(mutable, headers: ["apns-collapse-id": String(repeating: "x", count: 65)])
        }
    }

    @Test(.rows("F51")) func `before the first unlock the extension runs, without the Keychain`() async throws {
        let locked = try await rehearse(mutable, .beforeFirstUnlock)
        #expect(locked.step("withContentHandler")?.details["keychain"] == "not readable yet")
        #expect(locked.places == [.banner, .lockScreen, .list] && locked.text == ["Notification"])
        let later = try await rehearse(mutable, with: [.locked])
        #expect(later.step("withContentHandler")?.details["keychain"] == "readable")
    }

    @Test(.rows("F9")) func `after a force-quit the extension still runs`() async throws {
        let outcome = try await rehearse(mutable, .forceQuit)
        #expect(outcome.processes == ["extension launched"] && outcome.places == [.banner, .list])
    }
}
