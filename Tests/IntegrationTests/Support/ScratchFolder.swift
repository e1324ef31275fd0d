import Foundation

/// A folder that is there for one test.
struct ScratchFolder: Sendable {
    let url: URL

    var path: String { url.path }

    /// Makes the folder, runs the body, removes the folder.
    static func with<Result>(_ body: (ScratchFolder) async throws -> Result) async throws -> Result {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("tidings-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: url) }
        return try await body(ScratchFolder(url: url))
    }

    /// Writes a file, with the folders above it.
    func write(_ text: String, to name: String) throws {
        let file = url.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }
}
