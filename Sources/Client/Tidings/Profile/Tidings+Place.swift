public import Foundation
import PushModel
import TidingsCore

extension Tidings {
    /// Gives the person in the app a time zone of their own; nil for that of the phone.
    ///
    /// Schedules, quiet hours and texts on the server go by it. Without it they go by the zone that the phone is set to,
    /// which the SDK reports by itself, as it does each change. Like attributes it waits for the network, and belongs to
    /// whoever was identified when it was set.
    public static func setTimeZone(_ zone: TimeZone?) {
        setPlace("setTimeZone", "timezone", zone?.identifier)
    }

    /// Gives the person in the app a locale of their own, for segments; nil takes it back.
    ///
    /// Texts are in the language that the phone is set to, which the SDK reports by itself.
    public static func setLocale(_ locale: Locale?) {
        setPlace("setLocale", "locale", locale?.identifier(.bcp47))
    }

    private static func setPlace(_ call: String, _ field: String, _ value: String?) {
        guard let client = FacadeInstance.current.configured(call) else { return }
        let value = value.flatMap { $0.isEmpty ? nil : JSONValue.string($0) } ?? .null
        client.commands.yield(.place(JSONObject([JSONObject.Member(field, value)])))
    }
}
