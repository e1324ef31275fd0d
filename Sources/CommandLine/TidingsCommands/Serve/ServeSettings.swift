import Foundation
import PushModel
import TidingsServer

/// The settings of `tidings serve`, each from the strongest place that sets it.
///
/// A flag wins over the environment, the environment over the file that `--config` (or `TIDINGS_CONFIG`) names, and the file
/// over the default. The file is a flat JSON object of setting names; it must exist when it is named.
struct ServeSettings {
    /// Where a value comes from.
    enum Source: String, Encodable {
        case flag, environment, file
        case fallback = "default"
    }

    /// A setting as it holds.
    struct Entry: Encodable {
        /// The setting's name.
        let key: String
        /// Its value, masked where it is secret; nil when it is off.
        let value: String?
        /// What set it.
        let source: Source
    }

    /// What somebody set, by the settings' names; what the server takes.
    let values: [String: String]
    private let sources: [String: Source]

    /// Merges the places; the server judges the values.
    init(_ invocation: Invocation, settings: [ServerSetting] = ServerSetting.all) throws(CommandError) {
        var values: [String: String] = [:]
        var sources: [String: Source] = [:]
        if let path = invocation.value("config") ?? invocation.environment["TIDINGS_CONFIG"] {
            values = try Self.file(path)
            sources = values.mapValues { _ in .file }
        }
        for setting in settings {
            if let flag = invocation.value(setting.key) {
                values[setting.key] = flag
                sources[setting.key] = .flag
            } else if let variable = invocation.environment[setting.environmentVariable] {
                values[setting.key] = variable
                sources[setting.key] = .environment
            }
        }
        self.values = values
        self.sources = sources
    }

    /// Every setting with the value that holds, for `--print-config`.
    func entries(_ settings: [ServerSetting] = ServerSetting.all) -> [Entry] {
        settings.map { setting in
            let value = values[setting.key] ?? setting.fallback
            return Entry(
                key: setting.key, value: setting.isSecret && value != nil ? "********" : value,
                source: sources[setting.key] ?? .fallback)
        }
    }

    private static func file(_ path: String) throws(CommandError) -> [String: String] {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw CommandError(
                .unusableSetting, "config: cannot read \(quoted(path)). Check the path and its permissions.")
        }
        let object: JSONObject
        do {
            guard let parsed = try JSONValue(parsing: [UInt8](data)).object else {
                throw CommandError(
                    .unusableSetting,
                    "config: \(quoted(path)) is not a JSON object of settings, such as {\"port\": 8080}.")
            }
            object = parsed
        } catch let error as PushModelError {
            throw CommandError(.unusableSetting, "config: cannot read \(quoted(path)). \(error)")
        } catch let error as CommandError {
            throw error
        } catch {
            throw CommandError(.unusableSetting, "config: cannot read \(quoted(path)).")
        }
        var values: [String: String] = [:]
        for member in object.members {
            guard values[member.key] == nil else {
                throw CommandError(
                    .unusableSetting, "\(member.key): stands twice in \(quoted(path)). Give it once.")
            }
            switch member.value {
            case .string(let text): values[member.key] = text
            case .number(let number): values[member.key] = number.description
            default:
                throw CommandError(
                    .unusableSetting,
                    "\(member.key): must be a text or a number in \(quoted(path)), not \(member.value.kindName).")
            }
        }
        return values
    }
}
