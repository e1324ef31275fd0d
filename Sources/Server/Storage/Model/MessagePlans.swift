package import Foundation
package import PushModel

/// What a message says about notifications that phones show by themselves.
package struct MessagePlans: Sendable, Hashable {
    /// The plan that it brings.
    package var local: LocalPlan?
    /// The plans that it makes void.
    package var cancel: LocalCancellation?

    /// Takes what a message says; nil if that is nothing.
    package init?(local: LocalPlan?, cancel: LocalCancellation?) {
        guard local != nil || cancel != nil else { return nil }
        self.local = local
        self.cancel = cancel
    }

    /// Reads what was stored.
    init?(stored text: String) {
        guard let value = try? JSONValue(parsing: text) else { return nil }
        self.init(
            local: value["local"].flatMap(LocalPlan.init(received:)),
            cancel: value["cancel"].flatMap(LocalCancellation.init(received:)))
    }

    /// The JSON text that is stored.
    var text: String {
        var object = JSONObject()
        object["local"] = local.map { .object($0.json) }
        object["cancel"] = cancel.map { .object($0.json) }
        return JSONValue.object(object).description
    }

    /// Whether it makes a plan void that another message brought.
    func isNewer(than plan: LocalPlan, of message: Identifier, said id: Identifier) -> Bool {
        let known = LocalOrder(version: plan.version, message: message.description)
        func isNewer(_ version: Int?) -> Bool {
            LocalOrder(version: version, message: id.description).isNewer(than: known)
        }
        if let local, local.id == plan.id, isNewer(local.version) { return true }
        // As on the phone, a cancellation of the same order wins.
        guard let cancel, LocalPlan.name(plan.id, isWithin: cancel.id) else { return false }
        return !known.isNewer(than: LocalOrder(version: cancel.version, message: id.description))
    }
}

/// A message that stands in for the plan of another where no phone has it.
package struct FallbackMessage: Sendable {
    /// Its id.
    package var id: Identifier
    /// When it goes out: JSON text.
    package var schedule: String
    /// The first moment at which it goes out anywhere.
    package var planAt: Date
    /// When its deliveries expire.
    package var expiresAt: Date

    /// Describes the message.
    package init(id: Identifier, schedule: String, planAt: Date, expiresAt: Date) {
        self.id = id
        self.schedule = schedule
        self.planAt = planAt
        self.expiresAt = expiresAt
    }
}

/// Whether a plan needs another message to stand in for it.
package enum PlanState: Sendable, Hashable {
    /// No phone of the person has it.
    case open
    /// A phone of the person shows it by itself.
    case held
    /// It was taken back, or a newer one took its place.
    case void
}

/// What a phone says about a plan.
package struct PlanReport: Sendable, Hashable {
    /// The message that brought the plan.
    package var message: Identifier
    /// Counts what the phone said about this plan: later words have greater numbers.
    package var change: Int
    /// Whether the phone shows it by itself.
    package var isHeld: Bool
    /// Whether nobody is to see it any more.
    package var isVoid: Bool

    /// Takes what was said.
    package init(message: Identifier, change: Int, isHeld: Bool, isVoid: Bool) {
        self.message = message
        self.change = change
        self.isHeld = isHeld
        self.isVoid = isVoid
    }
}
