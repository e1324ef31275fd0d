/// Where the files of a project lie, which hangs on the groups they are in.
package struct GroupPaths: Sendable {
    private let file: ProjectFile
    private let parents: [String: String]

    /// Learns which group each object is in.
    package init(_ file: ProjectFile) {
        self.file = file
        var parents: [String: String] = [:]
        for group in file.objects where group.isa == "PBXGroup" || group.isa == "PBXVariantGroup" {
            for child in group.strings("children") { parents[child] = group.id }
        }
        self.parents = parents
    }

    /// The path of a file or group relative to the project's folder; nil for what lies elsewhere, such as products.
    package func path(of id: String) -> String? {
        var parts: [String] = []
        var next: String? = id
        // As many steps as there are groups at most, for groups that contain each other.
        for _ in 0...parents.count {
            guard let current = next, let object = file[current] else { break }
            if let path = object.string("path") { parts.insert(path, at: 0) }
            switch object.string("sourceTree") ?? "<group>" {
            case "<group>": next = parents[current]
            case "SOURCE_ROOT", "<absolute>": next = nil
            default: return nil
            }
        }
        return parts.joined(separator: "/")
    }

    /// The path of the `.xcconfig` file that a configuration is based on.
    func base(of configuration: ProjectObject) -> String? {
        if let reference = configuration.string("baseConfigurationReference") { return path(of: reference) }
        guard let anchor = configuration.string("baseConfigurationReferenceAnchor"), let folder = path(of: anchor),
            let path = configuration.string("baseConfigurationReferenceRelativePath")
        else { return nil }
        return "\(folder)/\(path)"
    }
}
