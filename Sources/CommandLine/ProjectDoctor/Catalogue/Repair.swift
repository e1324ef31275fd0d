package import XcodeProject

/// A change that is safe to make: it adds what is missing, or sets what is wrong, and nothing else.
package enum Repair: Sendable, Hashable {
    /// Puts a text under a key of an XML property list that does not have the key.
    case text(path: String, key: String, value: String)
    /// Puts texts at the end of a list of an XML property list.
    case items(path: String, key: String, values: [String])
    /// Sets a build setting in one configuration, by its object's id.
    case setting(configuration: String, key: String, value: String)
    /// Gives configurations of the app without entitlements those that pushes need.
    case entitlements
    /// Has the app carry an extension and be built after it.
    case embed(target: String)
}

/// Makes the changes of findings, file by file.
package enum Treatment {
    /// The files as they would be; what cannot be changed is left as it is.
    ///
    /// - Returns: The changes, and the findings that they do away with.
    package static func plan(
        _ findings: [Finding], _ app: AppTargets.App
    ) throws(ProjectError) -> (changes: [FileChange], repaired: [Finding]) {
        var files = PlannedFiles()
        var repaired: [Finding] = []
        for finding in findings where !finding.repairs.isEmpty {
            var tried = files
            do throws(ProjectError) {
                for repair in finding.repairs { try apply(repair, app, &tried) }
            } catch  where error.code == .unsupportedPropertyList || error.code == .wrongType {
                continue
            }
            files = tried
            repaired.append(finding)
        }
        return (files.changes, repaired)
    }

    private static func apply(
        _ repair: Repair, _ app: AppTargets.App, _ files: inout PlannedFiles
    ) throws(ProjectError) {
        switch repair {
        case .text(let path, let key, let value):
            let url = app.location.url(path)
            try files.set(url, to: try PropertyListText(try files.bytes(url) ?? [], name: path).setting(key, to: value))
        case .items(let path, let key, let values):
            let url = app.location.url(path)
            try files.set(url, to: try PropertyListText(try files.bytes(url) ?? [], name: path).adding(values, to: key))
        case .setting(let configuration, let key, let value):
            let file = try ProjectFile(try files.bytes(app.location.file) ?? [])
            guard let object = file[configuration] else { return }
            var editor = ProjectEditor(file)
            editor.set(key, to: .string(value), in: ["buildSettings"], of: object)
            try files.set(app.location.file, to: editor.bytes())
        case .entitlements:
            let file = try ProjectFile(try files.bytes(app.location.file) ?? [])
            try PushCapability.add(to: app.with(file), files: &files)
        case .embed(let target):
            let file = try ProjectFile(try files.bytes(app.location.file) ?? [])
            try files.set(app.location.file, to: try ExtensionEmbedding.embed(target, in: app.with(file)))
        }
    }
}
