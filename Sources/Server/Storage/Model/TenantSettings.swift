package import PushModel

/// What a tenant decides for all of its messages and apps.
package struct TenantSettings: Sendable, Equatable {
    /// Whether pushes go out at all; while they do not, messages are refused and what is due is skipped.
    package var isPushEnabled = true
    /// Whether apps have to prove who their subscriber is.
    package var requiresVerification = false
    /// How many messages a day a person gets at most, by the clocks of the person's zone; nil sets no limit.
    package var dailyCap: Int?
    /// When pushes wait, by the clocks of the person's zone.
    package var quietHours: LocalPlan.QuietHours?
    /// The zone of people whose own is not known: an IANA name.
    package var timeZone = "UTC"

    /// The smallest and the largest daily cap.
    package static let dailyCapRange = 1...1_000

    /// Makes the settings that hold when nobody sets any.
    package init() {}

    /// Reads settings as they are stored; what cannot be read is as if it were not set.
    package init(stored text: String) {
        guard let object = try? JSONValue(parsing: text).object else { return }
        isPushEnabled = object["isPushEnabled"]?.bool ?? true
        requiresVerification = object["requiresVerification"]?.bool ?? false
        dailyCap = object["dailyCap"]?.int
        if let from = object["quietFrom"]?.string, let until = object["quietUntil"]?.string {
            quietHours = .init(from: from, until: until)
        }
        timeZone = object["timeZone"]?.string ?? "UTC"
    }

    /// The settings as they are stored.
    var stored: String {
        let object: JSONObject = [
            "isPushEnabled": .bool(isPushEnabled), "requiresVerification": .bool(requiresVerification),
            "dailyCap": dailyCap.map { .int($0) } ?? .null,
            "quietFrom": quietHours.map { .string($0.from) } ?? .null,
            "quietUntil": quietHours.map { .string($0.until) } ?? .null, "timeZone": .string(timeZone),
        ]
        return object.description
    }
}
