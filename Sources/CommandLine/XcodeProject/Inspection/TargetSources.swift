import Foundation

/// The files that a target is built from: those of its build phases, and those of folders that Xcode looks into itself.
enum TargetSources {
    /// More files than a target of an app has; what is beyond is not read.
    private static let fileLimit = 4000
    private static let endings = ["swift", "m", "mm"]

    static func files(of target: ProjectObject, in file: ProjectFile, root: URL) -> [SourceFile] {
        let paths = GroupPaths(file)
        let found =
            listed("PBXSourcesBuildPhase", target, file, paths).filter { has(endings, $0) }
            + folders(of: target, in: file, paths, root, endings)
        var seen: Set<String> = []
        return found.filter { seen.insert($0).inserted }.prefix(fileLimit).compactMap { path in
            SourceFile(url: URL(fileURLWithPath: path, relativeTo: root).standardizedFileURL, path: path)
        }
    }

    /// The paths of a target's resources, in folders only those with one of some endings.
    static func resources(
        of target: ProjectObject, in file: ProjectFile, root: URL, inFolders endings: [String]
    ) -> [String] {
        let paths = GroupPaths(file)
        return listed("PBXResourcesBuildPhase", target, file, paths)
            + folders(of: target, in: file, paths, root, endings)
    }

    private static func listed(
        _ phase: String, _ target: ProjectObject, _ file: ProjectFile, _ paths: GroupPaths
    ) -> [String] {
        file.objects("buildPhases", of: target).filter { $0.isa == phase }
            .flatMap { file.objects("files", of: $0) }.compactMap { $0.string("fileRef") }.compactMap(paths.path(of:))
    }

    private static func has(_ endings: [String], _ path: String) -> Bool {
        endings.contains { path.hasSuffix(".\($0)") }
    }

    private static func folders(
        of target: ProjectObject, in file: ProjectFile, _ paths: GroupPaths, _ root: URL, _ endings: [String]
    ) -> [String] {
        let own = Set(target.strings("fileSystemSynchronizedGroups"))
        return file.objects.filter { $0.isa == "PBXFileSystemSynchronizedRootGroup" }.flatMap { group -> [String] in
            guard let folder = paths.path(of: group.id) else { return [] }
            // For a target that has the folder these are left out; for another one they are put in.
            let exceptions = Set(
                file.objects("exceptions", of: group).filter { $0.string("target") == target.id }
                    .flatMap { $0.strings("membershipExceptions") })
            let isOwn = own.contains(group.id)
            guard isOwn || !exceptions.isEmpty else { return [] }
            return names(in: root.appendingPathComponent(folder), endings).filter { exceptions.contains($0) != isOwn }
                .map { "\(folder)/\($0)" }
        }
    }

    private static func names(in folder: URL, _ endings: [String]) -> [String] {
        guard let walk = FileManager.default.enumerator(atPath: folder.path) else { return [] }
        var names: [String] = []
        while let name = walk.nextObject() as? String, names.count < fileLimit {
            if has(endings, name) { names.append(name) }
        }
        return names.sorted()
    }
}
