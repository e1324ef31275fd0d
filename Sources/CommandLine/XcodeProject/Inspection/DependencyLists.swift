import Foundation

/// What an app is linked with, by the lists that name it.
enum DependencyLists {
    static func all(of app: AppTargets.App, products: [String], project: String) -> [InspectedApp.Dependency] {
        packages(of: app, products, project) + pods(of: app) + modules(of: app)
    }

    private static func packages(
        of app: AppTargets.App, _ products: [String], _ project: String
    ) -> [InspectedApp.Dependency] {
        app.file.objects("packageProductDependencies", of: app.target).compactMap { object in
            object.string("productName").map {
                .init(
                    name: $0, source: .package, path: project, line: app.file.line(of: object),
                    target: app.target.name)
            }
        }
    }

    private static func pods(of app: AppTargets.App) -> [InspectedApp.Dependency] {
        let file = Pods.file(app.location)
        guard let bytes = try? SourceText.bytes(of: file, limit: 1 << 20), let podfile = try? PodfileText(bytes) else {
            return []
        }
        return podfile.pods.map {
            .init(name: $0.name, source: .pod, path: "Podfile", line: $0.line, target: $0.target)
        }
    }

    /// The modules of an app in React Native, whose list lies beside the folder of the project.
    private static func modules(of app: AppTargets.App) -> [InspectedApp.Dependency] {
        for path in ["../package.json", "package.json"] {
            let file = URL(fileURLWithPath: path, relativeTo: app.location.root).standardizedFileURL
            guard let bytes = try? SourceText.bytes(of: file, limit: 1 << 20),
                let list = (try? JSONSerialization.jsonObject(with: Data(bytes))) as? [String: Any],
                let modules = list["dependencies"] as? [String: Any]
            else { continue }
            let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            return modules.keys.sorted().map { name in
                let line = lines.firstIndex { $0.contains("\"\(name)\"") } ?? 0
                return .init(name: name, source: .npm, path: path, line: line + 1, target: nil)
            }
        }
        return []
    }
}
