package import Foundation

/// The build settings of a target in one of its configurations.
package struct ConfigurationSettings: Sendable {
    /// The configuration's name, such as Release.
    package let name: String
    /// The configuration itself.
    package let object: ProjectObject
    /// The target's name.
    package let targetName: String
    /// What the target sets itself, or its `.xcconfig` file, by keys with conditions.
    let own: [String: [String]]
    /// What the project sets, or its `.xcconfig` file.
    let inherited: [String: [String]]
    /// The `.xcconfig` files that could not be read.
    let unreadable: [String]

    /// The settings of every configuration of a target, in the target's order.
    package static func all(
        of target: ProjectObject, in file: ProjectFile, root: URL
    ) throws(ProjectError) -> [ConfigurationSettings] {
        let paths = GroupPaths(file)
        let projectConfigurations = try configurations(of: file.project, in: file)
        var all: [ConfigurationSettings] = []
        for object in try configurations(of: target, in: file) {
            let name = object.string("name") ?? ""
            let project = projectConfigurations.first { $0.string("name") == name }
            var unreadable: [String] = []
            let own = layers(object, file, paths, root, &unreadable)
            let inherited = project.map { layers($0, file, paths, root, &unreadable) } ?? [:]
            all.append(
                ConfigurationSettings(
                    name: name, object: object, targetName: target.name ?? "", own: own, inherited: inherited,
                    unreadable: unreadable))
        }
        return all
    }

    private static func configurations(
        of owner: ProjectObject, in file: ProjectFile
    ) throws(ProjectError) -> [ProjectObject] {
        file.objects("buildConfigurations", of: try file.object("buildConfigurationList", of: owner))
    }

    /// The settings of a configuration over those of the file that it is based on.
    private static func layers(
        _ object: ProjectObject, _ file: ProjectFile, _ paths: GroupPaths, _ root: URL, _ unreadable: inout [String]
    ) -> [String: [String]] {
        var settings: [String: [String]] = [:]
        if let path = paths.base(of: object) {
            if let base = SettingsFile.read(URL(fileURLWithPath: path, relativeTo: root)) {
                settings = base.mapValues { [$0] }
            } else {
                unreadable.append(path)
            }
        }
        for entry in object.entries("buildSettings") {
            settings[entry.key] = entry.value.items?.compactMap(\.string) ?? entry.value.string.map { [$0] }
        }
        return settings
    }

    /// The value of a setting without conditions, from the target or else the project.
    package func value(_ key: String) -> String? { (own[key] ?? inherited[key])?.joined(separator: " ") }

    /// The keys of the target for a setting: the plain one and those with conditions.
    func ownKeys(_ key: String) -> [String] { own.keys.filter { $0 == key || $0.hasPrefix(key + "[") }.sorted() }

    /// The value of a setting with all variables filled in that are known.
    package func expandedValue(_ key: String) -> String? { value(key).map { expanded($0) } }

    /// A text with its variables filled in.
    ///
    /// With `copying` the text is meant for another target of the project: what that one inherits stays a variable.
    package func expanded(_ text: String, copying: Bool = false, depth: Int = 0) -> String {
        guard depth < 8, text.contains("$") else { return text }
        return text.replacing(/\$[({]([A-Za-z_][A-Za-z_0-9]*)((?::[a-z0-9]+)*)[)}]/) { match in
            guard let value = variable(String(match.1), copying: copying) else { return String(match.0) }
            var filled = expanded(value, copying: copying, depth: depth + 1)
            if filled.contains("$"), !match.2.isEmpty {
                // What stays a variable cannot be changed by a modifier: the value of now has to do.
                filled = expanded(value, depth: depth + 1)
                if filled.contains("$") { return String(match.0) }
            }
            return match.2.split(separator: ":").reduce(filled) { Self.modified($0, $1) }
        }
    }

    private func variable(_ name: String, copying: Bool) -> String? {
        switch name {
        case "TARGET_NAME", "TARGETNAME": return targetName
        case "PRODUCT_NAME":
            return own[name]?.joined(separator: " ") ?? inherited[name]?.joined(separator: " ") ?? targetName
        default:
            return (own[name] ?? (copying ? nil : name == "CONFIGURATION" ? [self.name] : inherited[name]))?.joined(
                separator: " ")
        }
    }

    private static func modified(_ text: String, _ modifier: Substring) -> String {
        switch modifier {
        case "rfc1034identifier":
            String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "-") ? $0 : "-" })
        case "c99extidentifier", "identifier":
            String(text.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
        case "lower": text.lowercased()
        case "upper": text.uppercased()
        default: text
        }
    }
}
