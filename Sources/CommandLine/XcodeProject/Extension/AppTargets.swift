import Foundation

/// The apps of projects, and the extensions they have.
package enum AppTargets {
    /// An app in a project.
    package struct App: Sendable {
        /// Where its project lies.
        package let location: ProjectLocation
        /// The project.
        package let file: ProjectFile
        /// The app's target.
        package let target: ProjectObject
        /// Its name.
        package var name: String { target.name ?? "" }
    }

    /// The app that is meant: the one with this name, or the only one.
    ///
    /// - Throws: ``ProjectError`` with code `no_app`, `several_apps` or `unknown_app`, which name the candidates.
    package static func choose(_ name: String?, among locations: [ProjectLocation]) throws(ProjectError) -> App {
        var apps: [App] = []
        var first: ProjectError?
        for location in locations {
            do throws(ProjectError) {
                let file = try ProjectFile(contentsOf: location.file)
                let location = location.rooted(by: file)
                for target in file.targets where try isApp(target, file, location.root) {
                    apps.append(App(location: location, file: file, target: target))
                }
            } catch {
                // With several projects a broken one is in nobody's way.
                let named = ProjectError(error.code, "\(location.name): \(error.description)")
                first = first ?? (error.line == nil ? named : ProjectError(error.code, named.description, line: nil))
                if locations.count == 1 { throw named }
            }
        }
        let candidates = apps.map { locations.count > 1 ? "\($0.name) (\($0.location.name))" : $0.name }.joined(
            separator: ", ")
        guard let only = apps.first else {
            throw first
                ?? ProjectError(.noApp, "\(locations.map(\.name).joined(separator: ", ")) has no target of an iOS app.")
        }
        guard let name else {
            guard apps.count == 1 else {
                throw ProjectError(.severalApps, "There are several apps: \(candidates). Name one with --app-target.")
            }
            return only
        }
        let named = apps.filter { $0.name == name }
        guard let match = named.first else {
            throw ProjectError(
                .unknownApp, "There is no app target \"\(name.prefix(100))\". The apps are: \(candidates).")
        }
        guard named.count == 1 else {
            throw ProjectError(
                .severalApps, "Several projects have an app \(name). Name the project's .xcodeproj as --path.")
        }
        return match
    }

    /// Whether a target is an app that runs on an iPhone or iPad.
    private static func isApp(_ target: ProjectObject, _ file: ProjectFile, _ root: URL) throws(ProjectError) -> Bool {
        guard target.string("productType") == "com.apple.product-type.application" else { return false }
        guard let settings = try ConfigurationSettings.all(of: target, in: file, root: root).first else { return true }
        if let platforms = settings.expandedValue("SUPPORTED_PLATFORMS"), !platforms.contains("$") {
            return platforms.contains("iphoneos")
        }
        guard let sdk = settings.expandedValue("SDKROOT"), !sdk.contains("$"), sdk != "auto" else { return true }
        return sdk.hasPrefix("iphoneos")
    }

    /// The service extensions that an app contains.
    static func serviceExtensions(of app: App) -> [ProjectObject] {
        let dependencies = app.file.objects("dependencies", of: app.target).compactMap { $0.string("target") }
        let embedded = app.file.objects("buildPhases", of: app.target).flatMap { app.file.objects("files", of: $0) }
            .compactMap { $0.string("fileRef") }
        return app.file.targets.filter { target in
            target.string("productType") == "com.apple.product-type.app-extension"
                && (dependencies.contains(target.id) || embedded.contains(target.string("productReference") ?? ""))
                && isServiceExtension(target, of: app)
        }
    }

    /// Whether an extension's target is linked with our product, or was made by us.
    static func isOurs(_ target: ProjectObject, _ file: ProjectFile) -> Bool {
        ObjectIDs.isFor("target", target.id)
            || file.objects("packageProductDependencies", of: target).contains {
                $0.string("productName") == ExtensionBuilder.extensionProduct
            }
    }

    /// Whether an extension's property list says so; if it cannot be read, its names do.
    private static func isServiceExtension(_ target: ProjectObject, of app: App) -> Bool {
        if isOurs(target, app.file) { return true }
        let settings = (try? ConfigurationSettings.all(of: target, in: app.file, root: app.location.root)) ?? []
        for configuration in settings {
            guard let path = configuration.expandedValue("INFOPLIST_FILE"),
                let point = InfoList(path, root: app.location.root)?.extensionPoint
            else { continue }
            return point == "com.apple.usernotifications.service"
        }
        let sources = app.file.objects("buildPhases", of: target).flatMap { app.file.objects("files", of: $0) }
            .compactMap { $0.string("fileRef").flatMap { app.file[$0]?.name } }
        return ([target.name ?? ""] + sources).contains { name in
            ["notificationservice", "notifykitnse", "notifeense"].contains { name.lowercased().contains($0) }
        }
    }
}

/// What an Info.plist says.
struct InfoList {
    private let values: [String: Any]

    /// Reads a file; nil if it cannot be read.
    init?(_ path: String, root: URL) {
        guard let path = SourcePath.relative(path),
            let bytes = try? SourceText.bytes(of: URL(fileURLWithPath: path, relativeTo: root), limit: 4 << 20),
            let values = try? PropertyListSerialization.propertyList(from: Data(bytes), options: [], format: nil)
                as? [String: Any]
        else { return nil }
        self.values = values
    }

    /// The text under a key.
    func string(_ key: String) -> String? { values[key] as? String }

    /// What kind of extension it is of.
    var extensionPoint: String? {
        (values["NSExtension"] as? [String: Any])?["NSExtensionPointIdentifier"] as? String
    }
}

/// Paths in build settings.
enum SourcePath {
    /// A path without the variable for the project's folder; nil if other variables are in it.
    static func relative(_ path: String) -> String? {
        var path = path.trimmingCharacters(in: CharacterSet(charactersIn: "\" "))
        for name in ["SRCROOT", "PROJECT_DIR", "SOURCE_ROOT"] {
            for variable in ["$(\(name))/", "${\(name)}/"] where path.hasPrefix(variable) {
                path.removeFirst(variable.count)
            }
        }
        return path.isEmpty || path.contains("$") ? nil : path
    }

    /// How to get from a folder to another place.
    static func relative(from folder: URL, to url: URL) -> String {
        let from = folder.standardizedFileURL.pathComponents
        let to = url.standardizedFileURL.pathComponents
        let shared = zip(from, to).prefix { $0 == $1 }.count
        let parts = Array(repeating: "..", count: from.count - shared) + to[shared...]
        return parts.isEmpty ? "." : parts.joined(separator: "/")
    }
}

extension ProjectError.Code {
    /// The project has no app that runs on an iPhone.
    package static let noApp = Self(rawValue: "no_app")
    /// There are several apps, and none was named.
    package static let severalApps = Self(rawValue: "several_apps")
    /// No app has the name that was given.
    package static let unknownApp = Self(rawValue: "unknown_app")
}
