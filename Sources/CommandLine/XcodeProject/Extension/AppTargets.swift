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
        let apps = try all(among: locations)
        let candidates = apps.map { locations.count > 1 ? "\($0.name) (\($0.location.name))" : $0.name }.joined(
            separator: ", ")
        guard let only = apps.first else { throw none(among: locations) }
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

    /// Every app of the projects that runs on an iPhone; there is at least one.
    ///
    /// - Throws: ``ProjectError`` with code `no_app`, or that of a project that cannot be read.
    package static func all(among locations: [ProjectLocation]) throws(ProjectError) -> [App] {
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
        guard !apps.isEmpty else { throw first ?? none(among: locations) }
        return apps
    }

    private static func none(among locations: [ProjectLocation]) -> ProjectError {
        ProjectError(.noApp, "\(locations.map(\.name).joined(separator: ", ")) has no target of an iOS app.")
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
        app.file.targets.filter { target in
            target.string("productType") == "com.apple.product-type.app-extension"
                && (dependsOn(app.target, target, in: app.file) || carries(app.target, target, in: app.file))
                && isServiceExtension(target, of: app)
        }
    }

    /// Whether one target is built after another.
    static func dependsOn(_ target: ProjectObject, _ other: ProjectObject, in file: ProjectFile) -> Bool {
        file.objects("dependencies", of: target).contains { $0.string("target") == other.id }
    }

    /// Whether a target's phases take in what another one makes.
    ///
    /// With `folder` only those that copy into that part of the product count; 13 is where extensions are looked for.
    static func carries(
        _ target: ProjectObject, _ other: ProjectObject, in file: ProjectFile, folder: String? = nil
    ) -> Bool {
        guard let product = other.string("productReference") else { return false }
        return file.objects("buildPhases", of: target)
            .filter { folder == nil || $0.string("dstSubfolderSpec") == folder }
            .flatMap { file.objects("files", of: $0) }.contains { $0.string("fileRef") == product }
    }

    /// Whether an extension's target is linked with our product, or was made by us.
    static func isOurs(_ target: ProjectObject, _ file: ProjectFile) -> Bool {
        ObjectIDs.isFor("target", target.id)
            || file.objects("packageProductDependencies", of: target).contains {
                $0.string("productName") == ExtensionBuilder.extensionProduct
            }
    }

    /// Whether an extension is a service extension: by its property list, else by its class or its names.
    static func isServiceExtension(_ target: ProjectObject, of app: App) -> Bool {
        if isOurs(target, app.file) { return true }
        let root = app.location.root
        let settings = (try? ConfigurationSettings.all(of: target, in: app.file, root: root)) ?? []
        let points = settings.compactMap { $0.expandedValue("INFOPLIST_FILE") }.compactMap {
            PropertyListFile($0, root: root)?.extensionPoint
        }
        if points.contains("com.apple.usernotifications.service") { return true }
        let sources = TargetSources.files(of: target, in: app.file, root: root)
        if sources.contains(where: {
            $0.mentions("UNNotificationServiceExtension") || $0.mentions("TidingsNotificationService")
        }) {
            return true
        }
        guard points.isEmpty else { return false }
        let names = app.file.objects("buildPhases", of: target).flatMap { app.file.objects("files", of: $0) }
            .compactMap { $0.string("fileRef").flatMap { app.file[$0]?.name } }
        return ([target.name ?? ""] + names).contains { name in
            ["notificationservice", "notifykitnse", "notifeense"].contains { name.lowercased().contains($0) }
        }
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
