internal import Foundation
internal import PushModel
internal import Scheduling
package import Storage
internal import Targeting

extension PlanRules {
    /// Reads what was checked before it was stored.
    package static let stored = PlanRules(
        expressions: { try AudienceExpression(stored: $0).condition(now: $1) },
        schedules: { text, acceptedAt in
            guard let object = try JSONValue(parsing: text).object else { return { _ in nil } }
            if let plan = object["plan"].flatMap(LocalPlan.init(received:)) {
                return { zone in plan.due(in: zone.flatMap(TimeZone.init(identifier:)) ?? .gmt)?.date }
            }
            let schedule = try Schedule(object, at: "schedule", now: acceptedAt)
            return { schedule.moment(for: $0).date }
        })
}
