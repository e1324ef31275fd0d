import ProcessLocal
import SimulatedDevice
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct AttentionTests {
    private func makeCapable(
        serviceExtension: Program? = nil,
        delegate: @escaping @MainActor @Sendable () -> any UIApplicationDelegate = {
            ScriptedDelegate()
        }, types: Set<String> = ["INSendMessageIntent"],
        capabilities: Set<AppDefinition.Capability> = [.push, .timeSensitive, .criticalAlerts, .communication]
    ) async throws -> TestPhone {
        try await makePhone(delegate: delegate, serviceExtension: serviceExtension, capabilities: capabilities) {
            $0.activityTypes = types
        }
    }

    private func payload(_ level: String, more: String = "") -> String {
        #"{"aps":{"alert":"Hi","sound":"default","interruption-level":"\#(level)"\#(more)}}"#
    }

    @Test(
        .rows("F37"),
        arguments: [
            ("passive", false, false), ("active", false, false), ("time-sensitive", true, true),
            ("critical", true, true),
        ])
    func `under a Focus what is not urgent enough goes quietly into the list`(
        level: String, banner: Bool, sound: Bool
    ) async throws {
        let test = try await makeCapable()
        test.device.setFocus(Focus())
        let shown = try await test.push(payload(level), until: .shown)
        #expect(shown["banner"] == "\(banner)" && shown["sound"] == "\(sound)" && shown["list"] == "true")
        #expect((shown["silenced"] == "focus") == !banner)
        test.device.setFocus(nil)
        let later = try await test.push(payload("active"), until: .shown)
        #expect(later["banner"] == "true" && later["silenced"] == nil)
        await test.phone.stop()
    }

    @Test(.rows("F37")) func `a level needs its capability and the person's switch`() async throws {
        let plain = try await makeCapable(capabilities: [.push])
        #expect(try await plain.push(payload("time-sensitive"), until: .shown)["level"] == "active")
        #expect(try await plain.push(payload("critical"), until: .shown)["level"] == "active")
        await plain.phone.stop()
        let test = try await makeCapable()
        #expect(try await test.push(payload("time-sensitive"), until: .shown)["level"] == "timeSensitive")
        test.device.changeSettings(for: bundleID) { switches in
            switches.timeSensitive = false
            switches.criticalAlerts = false
        }
        #expect(try await test.push(payload("time-sensitive"), until: .shown)["level"] == "active")
        #expect(try await test.push(payload("critical"), until: .shown)["level"] == "active")
        await test.phone.stop()
    }

    @Test(.rows("F37")) func `only a critical notification sounds on a muted phone`() async throws {
        let test = try await makeCapable()
        test.device.setMuted(true)
        #expect(try await test.push(payload("active"), until: .shown)["sound"] == "false")
        #expect(try await test.push(payload("critical"), until: .shown)["sound"] == "true")
        let sound = #"{"aps":{"alert":"Hi","sound":{"name":"default","critical":1,"volume":0.5}}}"#
        #expect(try await test.push(sound, until: .shown)["sound"] == "true")
        await test.phone.stop()
    }

    @Test(.rows("F37")) func `an allowed app interrupts a Focus that does not allow urgent ones of others`()
        async throws
    {
        let test = try await makeCapable()
        test.device.setFocus(Focus(allowsTimeSensitive: false))
        #expect(try await test.push(payload("time-sensitive"), until: .shown)["banner"] == "false")
        test.device.setFocus(Focus(allowedApps: [bundleID], allowsTimeSensitive: false))
        #expect(try await test.push(payload("active"), until: .shown)["banner"] == "true")
        await test.phone.stop()
    }

    @Test(.rows("F43"))
    func `a locked device shows on its lock screen what its switch, a trial and a Focus leave`() async throws {
        let test = try await makeCapable()
        #expect(try await test.push(payload("active"), until: .shown)["lockScreen"] == nil)
        await test.phone.lock()
        #expect(try await test.push(payload("active"), until: .shown)["lockScreen"] == "true")
        test.device.setFocus(Focus())
        #expect(try await test.push(payload("active"), until: .shown)["lockScreen"] == "false")
        #expect(try await test.push(payload("critical"), until: .shown)["lockScreen"] == "true")
        test.device.setFocus(nil)
        test.device.changeSettings(for: bundleID) { $0.lockScreen = false }
        #expect(try await test.push(payload("active"), until: .shown)["lockScreen"] == "false")
        await test.phone.stop()
    }

    @Test(.rows("F38")) func `a Focus filter lets through what fits its criteria`() async throws {
        let test = try await makeCapable()
        test.device.setFocus(Focus(allowedApps: [bundleID], filters: [bundleID: ["work"]]))
        let work = try await test.push(payload("active", more: #","filter-criteria":"work""#), until: .shown)
        #expect(work["banner"] == "true")
        let home = try await test.push(payload("active", more: #","filter-criteria":"home""#), until: .shown)
        #expect(home["banner"] == "false" && home["silenced"] == "focus")
        await test.phone.stop()
    }

    @Test(.rows("F38")) func `the scheduled summary comes at once, quietly, with the most relevant one featured`()
        async throws
    {
        let test = try await makeCapable()
        test.device.setScheduledSummary(true, for: bundleID)
        for (name, score) in [("low", 0.1), ("high", 0.9), ("middle", 0.5)] {
            try await test.push(
                payload("active", more: #","relevance-score":\#(score)"#), collapseID: name,
                until: .keptForSummary, .shown)
        }
        #expect(test.phone.screen.notifications.isEmpty)
        let urgent = try await test.push(payload("time-sensitive"), until: .keptForSummary, .shown)
        #expect(urgent.kind == .shown)
        test.device.deliverSummary()
        let summary = try await test.timeline.first(.summaryDelivered)
        #expect(summary.notification == "high" && summary["count"] == "3")
        #expect(test.phone.screen.notifications.count == 4)
        #expect(test.timeline.all(.shown).dropFirst().allSatisfy { $0["banner"] == "false" && $0["sound"] == "false" })
        await test.phone.stop()
    }

    @Test(.rows("F53")) func `summaries of texts can hold a notification back for a while`() async throws {
        var configuration = DeviceConfiguration()
        configuration.displayDelay = .seconds(10)
        let test = try await makePhone(configuration: configuration)
        test.courier.send(#"{"aps":{"alert":"Hi"}}"#, to: bundleID)
        await test.time.waitForSleepers(1)
        #expect(test.timeline.all(.shown).isEmpty)
        await test.time.advance(by: .seconds(10))
        let shown = try await test.timeline.first(.shown)
        #expect(shown.time.timeIntervalSince(try await test.timeline.first(.pushArrived).time) == 10)
        await test.phone.stop()
    }

    // MARK: Messages of people

    private static let messages: Program = .serviceExtension { MessageService() }

    @Test(.rows("F39")) func `a donated message shows its sender and breaks a Focus that allows the person`()
        async throws
    {
        let test = try await makeCapable(serviceExtension: Self.messages)
        let push = #"{"aps":{"alert":"Hi","mutable-content":1},"from":"Ada"}"#
        let shown = try await test.push(push, until: .shown)
        #expect(shown["sender"] == "Ada" && shown["avatar"] == "true")
        #expect(test.phone.screen.notifications.first?.sender == "Ada")
        test.device.setFocus(Focus(allowedSenders: ["Ada"]))
        #expect(try await test.push(push, until: .shown)["banner"] == "true")
        test.device.setFocus(Focus(allowedSenders: ["Ben"]))
        #expect(try await test.push(push, until: .shown)["banner"] == "false")
        await test.phone.stop()
    }

    @Test(.rows("F39"), arguments: ["capability", "activity type", "donation", "changed afterwards", "sender"])
    func `without all that it needs a message is shown like any other`(missing: String) async throws {
        let test = try await makeCapable(
            serviceExtension: Self.messages, types: missing == "activity type" ? [] : ["INSendMessageIntent"],
            capabilities: missing == "capability" ? [.push] : [.push, .communication])
        let push = #"{"aps":{"alert":"Hi","mutable-content":1},"from":"Ada","missing":"\#(missing)"}"#
        let shown = try await test.push(push, until: .shown)
        #expect(shown["sender"] == nil && shown["body"] == "Hi")
        if missing == "sender" { #expect(try await test.timeline.first("app.refused")["code"] == "1501") }
        await test.phone.stop()
    }
}

/// Hands on the style of a message, unless the payload says what is missing.
private final class MessageService: UNNotificationServiceExtension {
    override func didReceive(
        _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        let missing = request.content.userInfo["missing"] as? String
        let sender = INPerson(
            personHandle: INPersonHandle(value: "ada@example.com", type: .emailAddress), nameComponents: nil,
            displayName: request.content.userInfo["from"] as? String, image: INImage(imageData: Data()),
            contactIdentifier: nil, customIdentifier: nil)
        let intent = INSendMessageIntent(
            recipients: nil, outgoingMessageType: .outgoingMessageText, content: request.content.body,
            speakableGroupName: nil, conversationIdentifier: "c1", serviceName: nil,
            sender: missing == "sender" ? nil : sender, attachments: nil)
        let interaction = INInteraction(intent: intent, response: nil)
        interaction.direction = .incoming
        if missing != "donation" { interaction.donate(completion: nil) }
        do {
            var content = try request.content.updating(from: intent)
            if missing == "changed afterwards", let copy = content.mutableCopy() as? UNNotificationContent {
                content = copy
            }
            contentHandler(content)
        } catch {
            SimulatedProcess.current.log("refused", ["code": "\((error as? UNError)?.code.rawValue ?? 0)"])
            contentHandler(request.content)
        }
    }
}
