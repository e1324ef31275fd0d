import PayloadRehearsal
import TestSupport
import Testing

/// When the service extension runs, and what comes of it.
@Suite(.timeLimit(.minutes(1)))
struct ExtensionRowTests {
    @Test(
        .rows("F44"),
        arguments: [
            (#"{"aps":{"alert":"Hi","mutable-content":1}}"#, true), (#"{"aps":{"alert":"Hi"}}"#, false),
            (#"{"aps":{"alert":"Hi","mutableContent":1}}"#, false),
            (#"{"aps":{"alert":"Hi"},"mutable-content":1}"#, false),
            (#"{"aps":{"sound":"default","mutable-content":1}}"#, false),
            (#"{"aps":{"badge":1,"mutable-content":1}}"#, false),
            (#"{"aps":{"content-available":1,"mutable-content":1}}"#, false),
        ])
    func `the extension runs for an alert with mutable-content, and for nothing else`(
        payload: String, runs: Bool
    ) async throws {
        for state in runs ? PhoneState.allCases : [.foreground, .suspended] {
            let outcome = try await rehearse(payload, state)
            #expect(outcome.processes.contains("extension launched") == runs)
            #expect((outcome.step("withContentHandler:)") != nil) == runs)
        }
        let denied = try await rehearse(payload, without: [.permission])
        #expect(!denied.processes.contains("extension launched"))
        let isInDoubt = denied.reasons.contains("not_allowed") && payload.contains(#""mutable-content":1}}"#)
        #expect(denied.doubts.contains(.extensionWithoutPermission) == isInDoubt)
        #expect(try await rehearse(payload, without: [.serviceExtension]).calls.allSatisfy { !$0.contains("Content") })
    }

    @Test(.rows("F45")) func `an extension that never answers is told, ended, and the original shown`() async throws {
        let outcome = try await rehearse(mutable, with: [.lateExtension])
        #expect(outcome.calls == ["withContentHandler", "serviceExtensionTimeWillExpire()"])
        #expect(outcome.text == ["Hi", "There"] && outcome.delay == 31 && outcome.reasons == ["time"])
        #expect(outcome.doubts.contains(.extensionGrace))
    }

    @Test(.rows("F48", "F49")) func `the extension stands still once it has answered, and may be called twice`()
        async throws
    {
        let once = try await rehearse(mutable)
        #expect(
            once.steps.map(\.name) == [
                "process.launched", "didReceive(_:withContentHandler:)", "extension.frozen", "notification.shown",
            ])
        let twice = try await rehearse(mutable, with: [.extensionTwice])
        #expect(twice.calls == ["withContentHandler", "withContentHandler"] && twice.list.joined().count == 1)
        #expect(twice.processes == ["extension launched"])
    }

    @Test(.rows("F50")) func `content without a text hides a push only with the entitlement`() async throws {
        let kept = try await rehearse(mutable, with: [.emptyExtension])
        #expect(kept.text == ["Hi", "There"] && kept.places == [.banner, .list])
        let hidden = try await rehearse(mutable, with: [.emptyExtension, .filtering])
        #expect(!hidden.isNoticed && hidden.reasons == ["filtered"])
    }

    @Test(.rows("F52")) func `in front the extension runs first, and the delegate sees its content`() async throws {
        let outcome = try await rehearse(mutable, .foreground)
        #expect(outcome.calls == ["withContentHandler", "willPresent"])
        #expect(outcome.step("willPresent")?.details["userInfo"] == "aps, changed-by-extension")
        #expect(outcome.step("withContentHandler:)")?.details["userInfo"] == "aps")
        #expect(outcome.doubts.contains(.extensionInForeground))
    }
}
