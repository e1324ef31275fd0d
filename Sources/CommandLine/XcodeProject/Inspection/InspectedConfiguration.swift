import Foundation

/// What one configuration of a target amounts to: its bundle id, its property list and its entitlements.
package struct InspectedConfiguration: Sendable {
    /// A file that a setting names.
    package enum NamedList: Sendable {
        /// No setting names one.
        case none
        /// The file is not there, or its path has a variable that nobody sets.
        case missing(String)
        /// The file is no property list with a dictionary.
        case unreadable(String)
        /// What the file holds.
        case read(PropertyListFile)

        /// The list, if it could be read.
        package var list: PropertyListFile? {
            if case .read(let list) = self { list } else { nil }
        }

        init(_ path: String?, root: URL) {
            guard let path, !path.isEmpty else {
                self = .none
                return
            }
            guard let relative = SourcePath.relative(path),
                FileManager.default.fileExists(atPath: URL(fileURLWithPath: relative, relativeTo: root).path)
            else {
                self = .missing(path)
                return
            }
            self = PropertyListFile(path, root: root).map(Self.read) ?? .unreadable(relative)
        }
    }

    /// The settings themselves.
    package let settings: ConfigurationSettings
    /// The Info.plist, as far as it is a file.
    package let info: NamedList
    /// The entitlements.
    package let entitlements: NamedList
    /// The bundle id with all variables filled in that are known; nil if there is none.
    package let bundleID: String?
    private let file: ProjectFile

    init(_ settings: ConfigurationSettings, _ file: ProjectFile, root: URL) {
        self.settings = settings
        self.file = file
        info = NamedList(Self.deviceValue("INFOPLIST_FILE", settings), root: root)
        entitlements = NamedList(Self.deviceValue("CODE_SIGN_ENTITLEMENTS", settings), root: root)
        let written = info.list?.string("CFBundleIdentifier").flatMap {
            $0.contains("PRODUCT_BUNDLE_IDENTIFIER") ? nil : settings.expanded($0)
        }
        bundleID = Self.deviceValue("PRODUCT_BUNDLE_IDENTIFIER", settings) ?? written
    }

    /// The configuration's name, such as Release.
    package var name: String { settings.name }

    /// A setting as it is for devices, filled in.
    package func value(_ key: String) -> String? { Self.deviceValue(key, settings) }

    /// The entry of a setting that counts on a device: one with a condition for iPhones counts more than the plain one.
    private static func deviceValue(_ key: String, _ settings: ConfigurationSettings) -> String? {
        let conditional = settings.ownKeys(key).first { $0.contains("sdk=iphoneos") }
        let text = conditional.flatMap { settings.own[$0]?.joined(separator: " ") } ?? settings.value(key)
        return text.map { settings.expanded($0) }
    }

    /// A text of a property list with the variables of the settings filled in.
    package func filled(_ text: String) -> String {
        settings.expanded(text.replacing("$(CFBundleIdentifier)", with: "$(PRODUCT_BUNDLE_IDENTIFIER)"))
    }

    /// The words of a list in the Info.plist, which may come from a setting instead.
    package func infoWords(_ key: String) -> [String] {
        info.list?.strings(key)
            ?? value("INFOPLIST_KEY_\(key)")?.split(separator: " ").map(String.init) ?? []
    }

    /// The line of the project on which a setting stands, or else its configuration; counted from 1.
    package func line(of key: String) -> Int {
        let entry = settings.object.entries("buildSettings").last { $0.key == key || $0.key.hasPrefix(key + "[") }
        return SourceText.line(at: (entry?.range ?? settings.object.range).lowerBound, in: file.bytes)
    }
}
