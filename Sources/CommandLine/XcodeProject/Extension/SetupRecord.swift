import Foundation

/// What an addition has changed, kept in the project so that it can be taken back to the byte.
struct SetupRecord: Codable, Sendable {
    /// A file that was changed or made.
    struct File: Codable, Sendable {
        /// Where it is from the project's folder.
        var path: String
        /// Whether it was made.
        var isNew: Bool
        /// What it was left as.
        var fingerprint: String
        /// How to get back from there: lines to take out, and text to put in their place, from the top.
        var undo: [Step]?
    }

    /// Some lines that were changed.
    struct Step: Codable, Sendable {
        /// The first of the lines, counted from 0.
        var line: Int
        /// How many there are.
        var count: Int
        /// What was there before, if anything was.
        var before: String?
        /// What they are; nil for the project, which is not changed back by its lines.
        var after: String?
    }

    static let name = "tidings-init-nse.json"

    var version = 1
    var app: String
    var target: String
    /// What the objects' ids begin with.
    var prefix: String
    var bundleSuffix: String
    var appGroup: String?
    var source: String
    var usesPods: Bool
    /// Whether the extension was somebody else's.
    var isAdopted: Bool
    var files: [File]
    /// The lists that were missing in the project, by the object and the key.
    var lists: [String]?

    /// The records of a project, one for each app with an extension that was added.
    static func all(_ location: ProjectLocation, _ files: PlannedFiles) throws(ProjectError) -> [SetupRecord] {
        let url = location.bundle.appendingPathComponent(name)
        guard let bytes = try files.bytes(url) else { return [] }
        guard let records = try? JSONDecoder().decode([SetupRecord].self, from: Data(bytes)),
            records.allSatisfy({ $0.version == 1 })
        else {
            throw ProjectError(
                .unreadableRecord, "\(url.path) is damaged or from a later version. Restore it from version control.")
        }
        return records
    }

    /// Keeps a record in place of the one that its app has, or only takes that one away.
    static func keep(
        _ record: SetupRecord?, for app: AppTargets.App, _ files: inout PlannedFiles
    ) throws(ProjectError) {
        let others = try all(app.location, files).filter { $0.app != app.name }
        let records = others + (record.map { [$0] } ?? [])
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let url = app.location.bundle.appendingPathComponent(name)
        let data = records.isEmpty ? nil : try? encoder.encode(records)
        if data == nil, try files.bytes(url) == nil { return }
        try files.set(url, to: data.map { [UInt8]($0) + [10] })
    }

    /// The record of a change to a file.
    static func file(_ change: FileChange, root: URL, isProject: Bool) -> File? {
        guard let after = change.after else { return nil }
        let path = SourcePath.relative(from: root, to: change.url)
        guard let before = change.before else { return File(path: path, isNew: true, fingerprint: fingerprint(after)) }
        let difference = LineDifference(before, after)
        let steps = difference.hunks.map { hunk in
            Step(
                line: hunk.new.lowerBound, count: hunk.new.count,
                before: hunk.old.isEmpty ? nil : String(decoding: difference.old[hunk.old].joined(), as: UTF8.self),
                after: isProject ? nil : String(decoding: difference.new[hunk.new].joined(), as: UTF8.self))
        }
        let file = File(path: path, isNew: false, fingerprint: fingerprint(after), undo: steps)
        // Lines are compared by a hash: what would not lead back is no record.
        return file.undone(after) == before ? file : nil
    }

    /// Tells whether a file is still what it was left as.
    static func fingerprint(_ bytes: [UInt8]) -> String { "\(bytes.count)-\(ObjectIDs.digits(of: bytes))" }
}

extension SetupRecord.File {
    /// What the file was before; nil if it has changed since.
    func undone(_ bytes: [UInt8]) -> [UInt8]? {
        guard SetupRecord.fingerprint(bytes) == fingerprint else { return nil }
        let lines = LineDifference.lines(bytes)
        var result: [UInt8] = []
        var place = 0
        for step in undo ?? [] {
            guard step.line >= place, step.count >= 0, step.line + step.count <= lines.count else { return nil }
            for line in lines[place..<step.line] { result += line }
            result += Array((step.before ?? "").utf8)
            place = step.line + step.count
        }
        for line in lines[place...] { result += line }
        return result
    }

    /// The file with each change taken back whose lines still stand there once; nil if one does not.
    func patched(_ bytes: [UInt8]) -> [UInt8]? {
        var text = String(decoding: bytes, as: UTF8.self)
        for step in undo ?? [] {
            guard let after = step.after, !after.isEmpty, text.ranges(of: after).count == 1 else { return nil }
            text = text.replacing(after, with: step.before ?? "")
        }
        return Array(text.utf8)
    }
}

extension ObjectIDs {
    static func digits(of bytes: [UInt8]) -> String {
        let digits = String(hash(bytes), radix: 16, uppercase: true)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

extension ProjectError.Code {
    /// The record of what was added cannot be read.
    package static let unreadableRecord = Self(rawValue: "unreadable_record")
}
