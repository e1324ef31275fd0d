package import Foundation
package import TidingsCore

/// A folder of one test, gone with the object.
package final class TestFolder: Sendable {
    package let url: URL

    package init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("tidings-client-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// The client's container in this folder; the same at every call.
    package func container() throws -> ClientContainer { try ClientContainer(root: url) }
}
