import Foundation
import SimulatedDevice

/// Something that the person does with the phone, or the system of itself, besides opening the app.
enum DeviceDeed: Sendable, Equatable {
    case flip(DeviceSwitch, isOn: Bool)
    case prewarm(PrewarmExtent)
    case link(String)
    case expand(id: String?)
    case clearGroup(thread: String)
    case deliverSummary
    case previews(NotificationSwitches.Previews)
    case trial(SimulatedDevice.TrialAnswer)
    case enterRegion(String)
    case leaveRegion(String)
    case timeZone(String)
    case locale(String)
    case task(String)
    case cancelTask(String)
    case window
    case answer(UUID?)
    case decline(UUID?)
    case hangUp(UUID?)
    case hold(Bool)

    private static let previews: [String: NotificationSwitches.Previews] = [
        "always": .always, "unlocked": .whenUnlocked, "never": .never,
    ]
    private static let answers: [String: SimulatedDevice.TrialAnswer] = [
        "keep": .keepProminently, "quietly": .keepQuietly, "off": .turnOff,
    ]

    /// Reads the words of a line; nil when they are none of these.
    init?(_ words: [String]) {
        if let call = Self(call: words) {
            self = call
            return
        }
        let second = words.count == 2 ? words[1] : nil
        switch (words.first ?? "", second) {
        case ("link", let url?): self = .link(url)
        case ("expand", _) where words.count < 3: self = .expand(id: second)
        case ("clear-group", let thread?): self = .clearGroup(thread: thread)
        case ("window", nil) where words.count == 1: self = .window
        case ("prewarm", nil) where words.count == 1: self = .prewarm(.main)
        case ("prewarm", "launch"?): self = .prewarm(.launch)
        case ("summary", "now"?): self = .deliverSummary
        case ("enter", let region?): self = .enterRegion(region)
        case ("leave", let region?): self = .leaveRegion(region)
        case ("time-zone", let zone?): self = .timeZone(zone)
        case ("locale", let locale?): self = .locale(locale)
        case ("task", let name?): self = .task(name)
        case ("cancel-task", let name?): self = .cancelTask(name)
        case ("previews", let word?):
            guard let previews = Self.previews[word] else { return nil }
            self = .previews(previews)
        case ("trial", let word?):
            guard let answer = Self.answers[word] else { return nil }
            self = .trial(answer)
        case (let name, let word?):
            guard let option = DeviceSwitch(rawValue: name), ["on", "off"].contains(word) else { return nil }
            self = .flip(option, isOn: word == "on")
        default: return nil
        }
    }

    /// Reads what is done to a call, by default to the newest.
    private init?(call words: [String]) {
        let argument = words.dropFirst().first
        let call = argument.flatMap { UUID(uuidString: $0) }
        guard words.count < 3 else { return nil }
        switch (words.first ?? "", argument) {
        case ("hold", "on"?), ("hold", "off"?): self = .hold(argument == "on")
        case (_, _?) where call == nil: return nil
        case ("answer", _): self = .answer(call)
        case ("decline", _): self = .decline(call)
        case ("hang-up", _): self = .hangUp(call)
        default: return nil
        }
    }

    /// Does it.
    func perform(on phone: Phone) async throws {
        let device = phone.device
        switch self {
        case .flip(let option, let isOn): option.set(isOn, on: phone)
        case .prewarm(let extent): try await device.prewarm(phone.bundleID, extent: extent)
        case .link(let url): try await device.openUniversalLink(url, in: phone.bundleID)
        case .expand(let id): try await device.expand(id, in: phone.bundleID)
        case .clearGroup(let thread): try device.clearGroup(thread, in: phone.bundleID)
        case .deliverSummary: device.deliverSummary()
        case .previews(let previews): device.changeSettings(for: phone.bundleID) { $0.previews = previews }
        case .trial(let answer): device.answerTrial(answer, for: phone.bundleID)
        case .enterRegion(let region): await device.enterRegion(region)
        case .leaveRegion(let region): await device.leaveRegion(region)
        case .task(let name): try await device.runTask(name, of: phone.bundleID)
        case .cancelTask(let name): try device.cancelTask(name, of: phone.bundleID)
        case .window: try await device.openWindow(of: phone.bundleID)
        case .answer(let call): try await device.answerCall(call)
        case .decline(let call): try await device.declineCall(call)
        case .hangUp(let call): try await device.hangUp(call)
        case .hold(let isOnHold): try await device.holdCall(isOnHold)
        case .timeZone(let name):
            guard let zone = TimeZone(identifier: name) else {
                throw CommandError(.invalidValue, "There is no time zone \(quoted(name)). Try Europe/Berlin or UTC.")
            }
            device.setTimeZone(zone)
        case .locale(let identifier): device.setLocale(Locale(identifier: identifier))
        }
    }

    /// What can be typed.
    static let helpText = """
        answer [CALL]           answer a call, by default the newest that rings
        decline [CALL]          decline it
        hang-up [CALL]          hang up
        hold on, hold off       let the call wait, or go on with it
        expand [ID]             open a notification up, for its content extension to draw
        clear-group THREAD      clear the notifications of a thread
        link URL                open a web page that belongs to the app, as an activity
        prewarm [launch]        start the app ahead of time, up to main or through its launch methods
        window                  open another window, on a tablet
        mute, focus, summary, refresh, low-power, charging, banners, sounds, badges, list, lock-screen,
        time-sensitive, critical  followed by on or off: what the phone and the app's settings let through
        summary now             deliver the scheduled summary
        previews WHEN           show texts always, unlocked or never
        trial ANSWER            answer what notifications on trial ask: keep, quietly or off
        enter REGION, leave REGION  go to or from a place that notifications wait for
        time-zone ZONE          set the time zone
        locale LOCALE           set the region, as en_GB
        task NAME               run a task that the app has submitted to the scheduler
        cancel-task NAME        cancel a task that goes on in the background
        """
}
