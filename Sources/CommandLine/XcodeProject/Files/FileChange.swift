package import Foundation

/// A file before and after.
package struct FileChange: Sendable, Equatable {
    /// Where it lies.
    package let url: URL
    /// What it holds now; nil if it is not there.
    package let before: [UInt8]?
    /// What it will hold; nil if it will be gone.
    package let after: [UInt8]?

    /// Describes a change.
    package init(_ url: URL, before: [UInt8]?, after: [UInt8]?) {
        self.url = url
        self.before = before
        self.after = after
    }
}

/// The files as they would be after the changes that are planned so far.
package struct PlannedFiles: Sendable {
    private var planned: [String: FileChange] = [:]
    private var order: [String] = []

    /// Nothing is planned yet.
    package init() {}

    /// What a file holds then; nil if it is not there.
    package func bytes(_ url: URL) throws(ProjectError) -> [UInt8]? {
        if let change = planned[url.standardizedFileURL.path] { return change.after }
        guard FileManager.default.fileExists(atPath: url.path) else { return nil }
        return try SourceText.bytes(of: url)
    }

    /// Plans what a file is to hold; nil takes it away.
    package mutating func set(_ url: URL, to after: [UInt8]?) throws(ProjectError) {
        let path = url.standardizedFileURL.path
        let before = if let change = planned[path] { change.before } else { try bytes(url) }
        if planned[path] == nil { order.append(path) }
        planned[path] = FileChange(url.standardizedFileURL, before: before, after: after)
    }

    /// The files that were planned for, in that order.
    var touched: [URL] { order.compactMap { planned[$0]?.url } }

    /// What changes in the end, in the order in which it was first planned.
    package var changes: [FileChange] { order.compactMap { planned[$0] }.filter { $0.before != $0.after } }
}
