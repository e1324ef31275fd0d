/// How many silent pushes may wake an app.
///
/// Apple documentation, "Pushing background updates to your app": such pushes are of low priority, two or three an hour are
/// safe, and of those that are held only the newest is kept. How the system counts is not published: the figures of this
/// bucket are unverified on a device.
public struct SilentPushBudget: Sendable {
    /// Wakes an hour; as many may come at once after a long silence.
    public var wakesPerHour: Double
    /// Wakes that an unanswered one costs: not answering in time lowers what is left.
    public var costOfNoAnswer: Double

    /// Describes a budget.
    public init(wakesPerHour: Double = 3, costOfNoAnswer: Double = 2) {
        self.wakesPerHour = max(wakesPerHour, 0.001)
        self.costOfNoAnswer = max(costOfNoAnswer, 1)
    }
}

/// What is left of an app's budget.
struct SilentPushAccount: Sendable {
    private var left: Double?
    private var updated = Duration.zero

    /// Takes one wake; answers how long to wait when there is none.
    mutating func take(at uptime: Duration, of budget: SilentPushBudget) -> Duration? {
        refill(at: uptime, of: budget)
        let available = left ?? budget.wakesPerHour
        guard available < 1 else {
            left = available - 1
            return nil
        }
        return .seconds((1 - available) * 3600 / budget.wakesPerHour)
    }

    /// Takes what an unanswered wake costs beyond the one that was taken for it.
    mutating func chargeForNoAnswer(of budget: SilentPushBudget) {
        left = (left ?? budget.wakesPerHour) - (budget.costOfNoAnswer - 1)
    }

    private mutating func refill(at uptime: Duration, of budget: SilentPushBudget) {
        if let left {
            let hours = (uptime - updated) / .seconds(3600)
            self.left = min(budget.wakesPerHour, left + hours * budget.wakesPerHour)
        }
        updated = uptime
    }
}
