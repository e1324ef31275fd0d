package import Foundation

/// The `project.pbxproj` of an Xcode project: its objects, and the bytes they were read from.
///
/// Nothing of the file is lost: whoever changes it works on the bytes, see ``ProjectEditor``.
package struct ProjectFile: Sendable {
    /// The file as it was read.
    package let bytes: [UInt8]
    /// The id of the object for the project itself.
    package let rootID: String
    /// The objects in the order of the file.
    package let objects: [ProjectObject]
    /// Where the dictionary of objects stands.
    let objectsRange: Range<Int>
    /// The comments that begin and end sections.
    let marks: [PropertyListParser.Mark]
    /// The format's number; 0 if it is missing.
    package let objectVersion: Int
    private let indices: [String: Int]

    /// Reads the bytes of a file.
    ///
    /// - Throws: ``ProjectError`` with the line, if the bytes are not a project in the form that Xcode writes.
    package init(_ bytes: [UInt8]) throws(ProjectError) {
        try SourceText.check(bytes)
        let (root, marks) = try PropertyListParser.parse(bytes)
        guard let node = root["objects"], let entries = node.entries, let rootID = root["rootObject"]?.string else {
            throw ProjectError(
                .notAProject, "The file has no \"objects\" or no \"rootObject\": it is no Xcode project.")
        }
        var objects: [ProjectObject] = []
        var indices: [String: Int] = [:]
        objects.reserveCapacity(entries.count)
        indices.reserveCapacity(entries.count)
        for entry in entries {
            func line() -> Int { SourceText.line(at: entry.range.lowerBound, in: bytes) }
            guard entry.value.entries != nil, let isa = entry.value["isa"]?.string else {
                throw ProjectError(.wrongType, "The object \(entry.key.prefix(60)) has no isa.", line: line())
            }
            guard indices.updateValue(objects.count, forKey: entry.key) == nil else {
                throw ProjectError(
                    .duplicateObject, "The object \(entry.key.prefix(60)) is there twice, as after a merge.",
                    line: line())
            }
            objects.append(ProjectObject(id: entry.key, isa: isa, node: entry.value, range: entry.range))
        }
        guard let index = indices[rootID], objects[index].isa == "PBXProject" else {
            throw ProjectError(.notAProject, "The rootObject \(rootID.prefix(60)) is no project of this file.")
        }
        self.bytes = bytes
        self.rootID = rootID
        self.objects = objects
        self.indices = indices
        self.marks = marks.filter { node.range.contains($0.range.lowerBound) }
        objectsRange = node.range
        objectVersion = root["objectVersion"]?.string.flatMap(Int.init) ?? 0
    }

    /// Reads a file.
    package init(contentsOf url: URL) throws(ProjectError) {
        try self.init(SourceText.bytes(of: url))
    }

    /// The object with this id, if it is there.
    package subscript(id: String) -> ProjectObject? { indices[id].map { objects[$0] } }

    /// The object that another one refers to.
    ///
    /// - Throws: ``ProjectError`` with code `missing_object` or `wrong_type`.
    package func object(_ key: String, of owner: ProjectObject) throws(ProjectError) -> ProjectObject {
        guard let id = owner.string(key) else {
            throw ProjectError(
                .wrongType, "The \(owner.isa) \(owner.id.prefix(60)) has no \(key).", line: line(of: owner))
        }
        guard let found = self[id] else {
            throw ProjectError(
                .missingObject,
                "The \(key) of the \(owner.isa) \(owner.id.prefix(60)), \(id.prefix(60)), is not there.",
                line: line(of: owner))
        }
        return found
    }

    /// The objects of a list of ids; those that are missing are left out, as Xcode does.
    package func objects(_ key: String, of owner: ProjectObject) -> [ProjectObject] {
        owner.strings(key).compactMap { self[$0] }
    }

    /// The line on which an object begins.
    package func line(of object: ProjectObject) -> Int { SourceText.line(at: object.range.lowerBound, in: bytes) }

    /// The object for the project itself.
    package var project: ProjectObject { objects[indices[rootID] ?? 0] }

    /// The targets in the project's order.
    package var targets: [ProjectObject] { objects("targets", of: project) }
}
