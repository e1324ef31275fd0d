import Foundation
import ProcessLocal
import PushModel
import Tidings
import TidingsCore

extension TestAppDelegate {
    /// What a command about topics and attributes comes to.
    func profile(_ words: [String]) async -> String {
        do {
            switch words.first {
            case "topics": return Self.text(try await Tidings.topics.all())
            case "topic":
                guard words.count > 2 else { return "?" }
                let isOn = words[2] == "on"
                if words.count > 3 {
                    return Self.text(try await Tidings.topics.set(words[1], channel: words[3], enabled: isOn))
                }
                return Self.text(try await Tidings.topics.set(words[1], enabled: isOn))
            case "zone":
                Tidings.setTimeZone(words.dropFirst().first.flatMap(TimeZone.init(identifier:)))
                return "ok"
            case "locale":
                Tidings.setLocale(words.dropFirst().first.map(Locale.init(identifier:)))
                return "ok"
            default:
                let attributes = try JSONValue(parsing: words.dropFirst().joined(separator: " ")).object
                Tidings.setAttributes(attributes ?? JSONObject())
                return "ok"
            }
        } catch {
            return (error as? TidingsError)?.code.rawValue ?? "\(error)"
        }
    }

    private static func text(_ topics: [TopicPreference]) -> String {
        topics.map { "\($0.topic)\($0.isEnabled ? "+" : "-")\($0.isDefault ? "?" : "")" }.joined(separator: " ")
    }
}
