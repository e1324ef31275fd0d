import Foundation

/// A target as the doctor looks at it.
package struct InspectedTarget: Sendable {
    /// The target itself.
    package let object: ProjectObject
    /// Its name.
    package var name: String { object.name ?? "" }
    /// Its configurations, in the project's order.
    package let configurations: [InspectedConfiguration]
    /// The source files that it is built from, as far as they are there.
    package let sources: [SourceFile]
    /// The paths of resources; of folders that Xcode looks into itself only signing keys, which do not belong there.
    package let resources: [String]
    /// The products of packages that it is linked with.
    package let products: [String]
    /// The line of the project on which it begins, counted from 1.
    package let line: Int

    init(_ object: ProjectObject, in file: ProjectFile, root: URL) throws(ProjectError) {
        self.object = object
        configurations = try ConfigurationSettings.all(of: object, in: file, root: root).map {
            InspectedConfiguration($0, file, root: root)
        }
        sources = TargetSources.files(of: object, in: file, root: root)
        resources = TargetSources.resources(of: object, in: file, root: root, inFolders: ["p8"])
        products = file.objects("packageProductDependencies", of: object).compactMap { $0.string("productName") }
        line = file.line(of: object)
    }

    /// Whether a word stands in the code.
    package func mentions(_ word: String) -> Bool { sources.contains { $0.mentions(word) } }

    /// The first place of a pattern in files that have a word which every match has.
    package func first<Output>(_ word: String, _ pattern: Regex<Output>) -> (file: SourceFile, line: Int)? {
        for file in sources {
            if let match = file.matches(word, pattern).first { return (file, file.line(at: match.range.lowerBound)) }
        }
        return nil
    }
}
