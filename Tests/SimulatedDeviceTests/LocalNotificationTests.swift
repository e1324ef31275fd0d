import ProcessLocal
import SimulatedDevice
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct LocalNotificationTests {
    private func makeLaunched(_ change: (inout DeviceConfiguration) -> Void = { _ in }) async throws -> TestPhone {
        var configuration = DeviceConfiguration()
        change(&configuration)
        let test = try await makePhone(delegate: { ScriptedDelegate() }, configuration: configuration)
        try await test.phone.launch()
        return test
    }

    private func pending(_ test: TestPhone) async throws -> [String] {
        try await test.inApp {
            await UNUserNotificationCenter.current().pendingNotificationRequests().map(\.identifier)
        }
    }

    private func interval(_ seconds: Double) -> () -> UNNotificationTrigger? {
        { UNTimeIntervalNotificationTrigger(timeInterval: seconds, repeats: false) }
    }

    @Test(.rows("F54")) func `of more than sixty-four the last added ones stay`() async throws {
        let test = try await makeLaunched()
        // The later ones are due sooner, so that it is the order of adding which counts.
        for number in 1...66 { try await test.add("n\(100 + number)", interval(Double(10_000 - number))) }
        let kept = try await pending(test)
        #expect(kept.count == 64 && kept.first == "n103" && kept.last == "n166")
        #expect(test.timeline.all(.unscheduled).map(\.notification) == ["n101", "n102"])
        await test.phone.stop()
    }

    @Test(.rows("F54")) func `a request with the name of a pending one replaces it and counts as the newest`()
        async throws
    {
        let test = try await makeLaunched { $0.pendingLimit = 2 }
        try await test.add("a", interval(100))
        try await test.add("b", interval(100))
        try await test.add("a", interval(200))
        try await test.add("c", interval(100))
        #expect(try await pending(test) == ["a", "c"])
        await test.phone.stop()
    }

    @Test(.rows("F54")) func `one that is due takes the place of a delivered one with its name, and alerts`()
        async throws
    {
        let test = try await makeLaunched()
        try await test.phone.background()
        try await test.push(#"{"aps":{"alert":"pushed"}}"#, collapseID: "same", until: .shown)
        let mark = test.timeline.mark
        try await test.add("same", interval(60)) { $0.sound = .default }
        await test.advance(by: .seconds(60), sleepers: 2)
        let shown = try await test.timeline.first(.shown, after: mark)
        #expect(shown["replaced"] == "true" && shown["banner"] == "true" && shown["sound"] == "true")
        #expect(test.phone.screen.notifications.map(\.body) == ["same"])
        await test.phone.stop()
    }

    @Test(.rows("F55"), arguments: [(0.0, false), (-1.0, false), (59.9, true)])
    func `an impossible interval ends the app`(seconds: Double, repeats: Bool) async throws {
        let test = try await makeLaunched()
        try await test.inApp { _ = UNTimeIntervalNotificationTrigger(timeInterval: seconds, repeats: repeats) }
        #expect(try await test.timeline.first(.ended)["reason"] == "crash")
        #expect(test.phone.phase == .notRunning)
        await test.phone.stop()
    }

    @Test(.rows("F55")) func `a repeating one stays pending and comes again and again`() async throws {
        let test = try await makeLaunched()
        try await test.phone.background()
        try await test.phone.suspend()
        let process = try #require(test.device.inProcessApp(bundleID))
        #expect(process.identity.role == .app)
        try await test.phone.launch()
        try await test.add("tick") { UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: true) }
        #expect(try await pending(test) == ["tick"])
        try await test.phone.forceQuit()
        for count in 1...3 {
            let mark = test.timeline.mark
            await test.advance(by: .seconds(60))
            _ = try await test.timeline.first(.shown, after: mark)
            #expect(test.timeline.all(.shown).count == count)
        }
        await test.phone.stop()
    }

    @Test(.rows("F56")) func `a time of day is that of the time zone in which the device then is`() async throws {
        let test = try await makeLaunched()
        let utc = try #require(TimeZone(identifier: "UTC"))
        test.device.setTimeZone(utc)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = utc
        let due = calendar.dateComponents([.hour, .minute], from: test.time.now.addingTimeInterval(6 * 3600))
        var fixed = due
        fixed.timeZone = utc
        try await test.add("floating") { UNCalendarNotificationTrigger(dateMatching: due, repeats: false) }
        try await test.add("fixed") { UNCalendarNotificationTrigger(dateMatching: fixed, repeats: false) }
        // Two hours to the east the time of day comes two hours earlier.
        test.device.setTimeZone(try #require(TimeZone(secondsFromGMT: 2 * 3600)))
        let told = try await test.timeline.first {
            $0.kind == .callbackDone && $0["name"] == "significantTimeChange"
        }
        #expect(told["result"] == "done")
        try await test.phone.forceQuit()
        await test.advance(by: .seconds(4 * 3600), sleepers: 2)
        #expect(try await test.timeline.first(.shown).notification == "floating")
        let mark = test.timeline.mark
        await test.advance(by: .seconds(2 * 3600))
        #expect(try await test.timeline.first(.shown, after: mark).notification == "fixed")
        await test.phone.stop()
    }

    @Test(.rows("F56")) func `setting the clock brings a date nearer, and no span of time`() async throws {
        let test = try await makeLaunched()
        let date = test.time.now.addingTimeInterval(10 * 3600)
        let components = Calendar(identifier: .gregorian).dateComponents(
            in: TimeZone.current, from: date)
        var due = DateComponents()
        due.year = components.year
        due.month = components.month
        due.day = components.day
        due.hour = components.hour
        due.minute = components.minute
        try await test.add("date") { UNCalendarNotificationTrigger(dateMatching: due, repeats: false) }
        try await test.add("span", interval(10 * 3600))
        test.device.setClock(test.time.now.addingTimeInterval(9 * 3600))
        try await test.phone.forceQuit()
        await test.advance(by: .seconds(3600), sleepers: 2)
        #expect(try await test.timeline.first(.shown).notification == "date")
        await test.phone.stop()
    }

    @Test(.rows("F57")) func `what is pending survives a restart and not an uninstall, and no code of the app runs`()
        async throws
    {
        let test = try await makeLaunched()
        try await test.add("later", interval(60))
        await test.device.restart()
        await test.advance(by: .seconds(60))
        #expect(try await test.timeline.first(.shown).notification == "later")
        #expect(test.timeline.all(.launched).count == 1)
        try await test.phone.launch()
        try await test.add("never", interval(60))
        try await test.device.uninstall(bundleID)
        await test.time.advance(by: .seconds(60))
        #expect(test.timeline.all(.shown).count == 1)
        await test.phone.stop()
    }

    @Test func `a localized text is that of the app`() async throws {
        let test = try await makePhone(delegate: { ScriptedDelegate() }) { $0.strings = ["HELLO": "Hello %@"] }
        try await test.phone.launch()
        try await test.inApp {
            #expect(NSString.localizedUserNotificationString(forKey: "HELLO", arguments: ["Ada"]) == "Hello Ada")
            #expect(NSString.localizedUserNotificationString(forKey: "NOBODY", arguments: nil) == "NOBODY")
        }
        await test.phone.stop()
    }

    @Test(.rows("F58")) func `one that was due at a place is shown and removed, but not listed`() async throws {
        let test = try await makeLaunched()
        let region = { (exit: Bool) -> UNNotificationTrigger in
            let region = CLCircularRegion(
                center: CLLocationCoordinate2D(latitude: 52.5, longitude: 13.4), radius: 100, identifier: "home")
            region.notifyOnExit = exit
            region.notifyOnEntry = !exit
            return UNLocationNotificationTrigger(region: region, repeats: false)
        }
        try await test.add("welcome") { region(false) }
        try await test.add("goodbye") { region(true) }
        #expect(try await pending(test) == ["goodbye", "welcome"])
        try await test.phone.background()
        await test.device.enterRegion("elsewhere")
        await test.device.enterRegion("home")
        #expect(test.phone.screen.notifications.map(\.identifier) == ["welcome"])
        try await test.inApp {
            let center = UNUserNotificationCenter.current()
            #expect(await center.deliveredNotifications().isEmpty)
            center.removeDeliveredNotifications(withIdentifiers: ["welcome"])
        }
        #expect(test.phone.screen.notifications.isEmpty)
        await test.device.leaveRegion("home")
        #expect(test.phone.screen.notifications.map(\.identifier) == ["goodbye"])
        await test.phone.stop()
    }
}
