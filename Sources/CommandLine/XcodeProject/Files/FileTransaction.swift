package import Foundation

/// Changes several files, all or none.
///
/// What the files held is written to a journal first. Whatever fails is taken back at once; after a death in between the next
/// run finds the journal and takes it back.
package struct FileTransaction: Sendable {
    /// A moment before something is written.
    package enum Step: Sendable, Equatable {
        /// The journal is to be written.
        case journal
        /// A folder is to be made.
        case folder(String)
        /// New content is to be written beside a file.
        case stage(String)
        /// The new content is to take the file's place.
        case replace(String)
        /// A file is to be taken away.
        case remove(String)
        /// The journal is to be taken away, which makes the changes last.
        case commit
    }

    /// What the journal holds.
    private struct Journal: Codable {
        struct File: Codable {
            let path: String
            let before: Data?
        }
        var files: [File]
        var folders: [String]
    }

    private let journal: URL
    private let onStep: @Sendable (Step) throws -> Void

    /// Makes a transaction over a place for its journal.
    ///
    /// - Parameters:
    ///   - journal: Where the journal is kept while files change; always the same for the same project.
    ///   - onStep: Called before each step; tests fail in it, or end the process.
    package init(journal: URL, onStep: @escaping @Sendable (Step) throws -> Void = { _ in }) {
        self.journal = journal
        self.onStep = onStep
    }

    /// The transaction of a project, whoever changes it.
    package init(for location: ProjectLocation) {
        self.init(journal: location.bundle.appendingPathComponent("tidings-init-nse.journal"))
    }

    /// Makes the changes; those that come last in the list are made last.
    ///
    /// - Throws: ``ProjectError`` with code `changed_meanwhile`, `busy` or `not_written`. Nothing has changed then.
    package func run(_ changes: [FileChange]) throws(ProjectError) {
        let files = FileManager.default
        let lock = try Lock(journal.deletingLastPathComponent())
        defer { lock.release() }
        guard !files.fileExists(atPath: journal.path) else {
            throw ProjectError(
                .busy, "Another run was interrupted and its changes are not taken back yet. Run it again.")
        }
        for change in changes {
            let now = files.fileExists(atPath: change.url.path) ? try SourceText.bytes(of: change.url) : nil
            guard now == change.before else {
                throw ProjectError(.changedMeanwhile, "\(change.url.path) has changed meanwhile. Run it again.")
            }
        }
        // Through links to what they lead to, so that a link stays one.
        let paths = changes.map { $0.url.resolvingSymlinksInPath() }
        var folders: [String] = []
        for (url, change) in zip(paths, changes) where change.after != nil {
            var folder = url.deletingLastPathComponent()
            while !files.fileExists(atPath: folder.path), !folders.contains(folder.path) {
                folders.append(folder.path)
                folder = folder.deletingLastPathComponent()
            }
        }
        folders.sort()
        do {
            try onStep(.journal)
            let content = Journal(
                files: zip(paths, changes).map { .init(path: $0.path, before: $1.before.map { Data($0) }) },
                folders: folders)
            try Self.write(try JSONEncoder().encode(content), to: Self.staged(journal), then: journal)
            for folder in folders {
                try onStep(.folder(folder))
                try files.createDirectory(atPath: folder, withIntermediateDirectories: false)
            }
            for (url, change) in zip(paths, changes) {
                guard let after = change.after else { continue }
                try onStep(.stage(url.path))
                try Self.write(Data(after), to: Self.staged(url), then: nil)
                if let mode = try? files.attributesOfItem(atPath: url.path)[.posixPermissions] {
                    try files.setAttributes([.posixPermissions: mode], ofItemAtPath: Self.staged(url).path)
                }
            }
            for (url, change) in zip(paths, changes) {
                if change.after == nil {
                    try onStep(.remove(url.path))
                    try files.removeItem(at: url)
                } else {
                    try onStep(.replace(url.path))
                    try Self.rename(Self.staged(url), to: url)
                }
            }
            try onStep(.commit)
            try files.removeItem(at: journal)
        } catch {
            do {
                try takeBack()
            } catch let second {
                throw ProjectError(
                    .notWritten,
                    "The change failed (\(error)) and could not be taken back (\(second)). The next run tries again; "
                        + "\(journal.path) holds what the files were.")
            }
            throw (error as? ProjectError)
                ?? ProjectError(.notWritten, "The files cannot be written: \(error). Nothing has changed.")
        }
        for (url, change) in zip(paths, changes) where change.after == nil {
            Self.removeEmptyFolder(url.deletingLastPathComponent())
        }
    }

    /// Takes back what an earlier run left half done.
    ///
    /// - Returns: Whether there was anything to take back.
    package func recover() throws(ProjectError) -> Bool {
        let files = FileManager.default
        let isBegun = files.fileExists(atPath: journal.path)
        guard isBegun || files.fileExists(atPath: Self.staged(journal).path) else { return false }
        let lock = try Lock(journal.deletingLastPathComponent())
        defer { lock.release() }
        do {
            try takeBack()
        } catch {
            throw ProjectError(
                .notWritten,
                "An earlier run was interrupted, and what it changed cannot be taken back: \(error). "
                    + "\(journal.path) holds what the files were.")
        }
        return isBegun
    }

    private func takeBack() throws {
        let files = FileManager.default
        try? files.removeItem(at: Self.staged(journal))
        guard files.fileExists(atPath: journal.path) else { return }
        let content = try JSONDecoder().decode(Journal.self, from: Data(contentsOf: journal))
        for file in content.files {
            let url = URL(fileURLWithPath: file.path)
            try? files.removeItem(at: Self.staged(url))
            let now = try? Data(contentsOf: url)
            guard now != file.before else { continue }
            if let before = file.before {
                let mode = try? files.attributesOfItem(atPath: url.path)[.posixPermissions]
                try Self.write(before, to: Self.staged(url), then: url)
                if let mode { try? files.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path) }
            } else {
                try files.removeItem(at: url)
            }
        }
        for folder in content.folders.reversed() { Self.removeEmptyFolder(URL(fileURLWithPath: folder)) }
        try files.removeItem(at: journal)
    }

    private static func removeEmptyFolder(_ folder: URL) {
        guard (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?.isEmpty == true else { return }
        try? FileManager.default.removeItem(at: folder)
    }

    private static func staged(_ url: URL) -> URL {
        url.deletingLastPathComponent().appendingPathComponent(".\(url.lastPathComponent).tidings-new")
    }

    /// Writes a file to the disk for good, and then under its name.
    private static func write(_ data: Data, to staged: URL, then final: URL?) throws {
        try data.write(to: staged)
        let handle = try FileHandle(forWritingTo: staged)
        try handle.synchronize()
        try handle.close()
        if let final { try rename(staged, to: final) }
    }

    private static func rename(_ from: URL, to: URL) throws {
        guard Foundation.rename(from.path, to.path) == 0 else {
            throw ProjectError(.notWritten, "\(to.path) cannot be replaced: \(String(cString: strerror(errno))).")
        }
    }

    /// Keeps a second run out; the system releases it when the process ends, however it does.
    private struct Lock {
        private let descriptor: Int32

        init(_ folder: URL) throws(ProjectError) {
            descriptor = open(folder.path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                if descriptor >= 0 { close(descriptor) }
                throw ProjectError(.busy, "\(folder.path) is being changed by another run, or cannot be opened.")
            }
        }

        func release() { close(descriptor) }
    }
}

extension ProjectError.Code {
    /// A file has changed between reading and writing.
    package static let changedMeanwhile = Self(rawValue: "changed_meanwhile")
    /// Another run is at work on the project.
    package static let busy = Self(rawValue: "busy")
    /// A file could not be written.
    package static let notWritten = Self(rawValue: "not_written")
}
