package import Foundation

/// What the extension leaves in the shared folder, so that the app sees that both have the same.
package enum ExtensionMark {
    private static func file(_ container: ClientContainer) -> URL {
        container.root.appendingPathComponent("extension-ran")
    }

    /// Leaves the mark; the extension calls it at each start of its work, and only the first of a day writes.
    package static func leave(in container: ClientContainer, now: Date) {
        if let last = date(in: container), now.timeIntervalSince(last) < 86_400, now >= last { return }
        try? AtomicFile.replace(file(container), with: Data(String(now.timeIntervalSince1970).utf8))
    }

    /// When the extension last left its mark; nil if it never did.
    package static func date(in container: ClientContainer) -> Date? {
        guard let content = try? Data(contentsOf: file(container)) else { return nil }
        return Double(String(decoding: content, as: UTF8.self)).map(Date.init(timeIntervalSince1970:))
    }
}
