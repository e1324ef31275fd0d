internal import Foundation
internal import PushModel
internal import Scheduling
internal import Storage

extension FallbackMessage {
    /// The message that stands in for a plan; nil if the sender wants none, or the time has passed everywhere or lies too far
    /// ahead.
    ///
    /// - Parameters:
    ///   - plan: The plan.
    ///   - timeToLive: For how long it is worth delivering after the last moment.
    ///   - earliest: Before when the message with the plan does not go out.
    ///   - now: The wall clock.
    init?(for plan: LocalPlan, timeToLive: Duration, earliest: Date, now: Date) {
        guard plan.fallsBack, let window = plan.window, window.upperBound > now,
            window.lowerBound <= now.addingTimeInterval(Double(Schedule.dayLimit) * 86_400)
        else { return nil }
        self.init(
            id: Identifier(.message, at: now), schedule: JSONValue.object(["plan": .object(plan.json)]).description,
            planAt: max(window.lowerBound, earliest),
            expiresAt: window.upperBound.addingTimeInterval(timeToLive / .seconds(1)))
    }
}

extension LocalPlan {
    /// The first and the last moment at which it is due anywhere: UTC+14 to UTC-12 for what clocks show, and a day more
    /// where quiet hours may put it off.
    fileprivate var window: ClosedRange<Date>? {
        guard var clock = WallClock(at) else { return nil }
        let isMoment = clock.offset != nil
        clock.offset = clock.offset ?? 0
        guard let shown = clock.moment(in: .gmt) else { return nil }
        let first = isMoment ? shown : shown.addingTimeInterval(-14 * 3_600)
        let last = isMoment ? shown : shown.addingTimeInterval(12 * 3_600)
        return first...last.addingTimeInterval(quiet == nil ? 0 : 86_400)
    }
}
