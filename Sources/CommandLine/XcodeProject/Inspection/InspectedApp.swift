package import Foundation

/// An app with its service extensions and with what it is linked with.
package struct InspectedApp: Sendable {
    /// A service extension, and how the app has it.
    package struct Extension: Sendable {
        /// Its target.
        package let target: InspectedTarget
        /// Whether the app carries it in its PlugIns folder.
        package let isEmbedded: Bool
        /// Whether the app takes it in anywhere, if only into a folder where nobody looks for it.
        package let isCarried: Bool
        /// Whether the app is built after it.
        package let isDependency: Bool
    }

    /// Something that others wrote and the app is linked with.
    package struct Dependency: Sendable, Hashable {
        /// Where it is named.
        package enum Source: String, Sendable {
            /// In a Podfile.
            case pod
            /// Among the packages of the project.
            case package
            /// In a package.json, for apps in React Native and such.
            case npm
        }
        /// Its name.
        package let name: String
        /// Where it is named.
        package let source: Source
        /// The file that names it, from the project's folder.
        package let path: String
        /// The line in that file, counted from 1.
        package let line: Int
        /// The target of a Podfile that it is for; nil where that is not told.
        package let target: String?
    }

    /// Where the project lies.
    package let location: ProjectLocation
    /// The project's file from its folder, for people.
    package let projectPath: String
    /// The app's target.
    package let target: InspectedTarget
    /// Its service extensions, and those of nobody that can be meant for it only.
    package let extensions: [Extension]
    /// What it is linked with.
    package let dependencies: [Dependency]

    /// Looks at an app.
    package init(_ app: AppTargets.App, isOnly: Bool) throws(ProjectError) {
        let (file, root) = (app.file, app.location.root)
        location = app.location
        projectPath = SourcePath.relative(from: root, to: app.location.file)
        let target = try InspectedTarget(app.target, in: file, root: root)
        self.target = target
        let apps = file.targets.filter {
            $0.string("productType")?.hasPrefix("com.apple.product-type.application") == true
        }
        var found: [Extension] = []
        for object in file.targets where object.string("productType") == "com.apple.product-type.app-extension" {
            guard AppTargets.isServiceExtension(object, of: app) else { continue }
            let carriers = apps.filter { AppTargets.carries($0, object, in: file) }.map(\.id)
            let users = apps.filter { AppTargets.dependsOn($0, object, in: file) }.map(\.id)
            let isMine = carriers.contains(app.target.id) || users.contains(app.target.id)
            guard isMine || carriers.isEmpty && users.isEmpty && isOnly else { continue }
            found.append(
                Extension(
                    target: try InspectedTarget(object, in: file, root: root),
                    isEmbedded: AppTargets.carries(app.target, object, in: file, folder: "13"),
                    isCarried: carriers.contains(app.target.id), isDependency: users.contains(app.target.id)))
        }
        extensions = found
        dependencies = DependencyLists.all(of: app, products: target.products, project: projectPath)
    }

}

extension ProjectLocation {
    /// A path from the project's folder as a place on the disk.
    package func url(_ path: String) -> URL { URL(fileURLWithPath: path, relativeTo: root).standardizedFileURL }
}

extension AppTargets.App {
    /// The same app in another state of its project.
    package func with(_ file: ProjectFile) -> AppTargets.App {
        AppTargets.App(location: location, file: file, target: file[target.id] ?? target)
    }
}
