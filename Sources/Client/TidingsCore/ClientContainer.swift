package import Foundation

/// The folder that the app and its service extension share, with a place for each kind of file.
package struct ClientContainer: Sendable {
    /// The folder that holds everything of the client.
    package let root: URL

    /// Uses a folder, creating what is missing, or goes on with what there is: files that cannot be kept cost no text.
    package init(root: URL, log: ClientLog) {
        self.root = root
        do {
            try prepare()
        } catch {
            log(.error, "The shared folder is not whole", ("error", "\(error)"))
        }
    }

    /// Uses a folder, creating what is missing.
    package init(root: URL) throws {
        self.root = root
        try prepare()
    }

    private func prepare() throws {
        for folder in [root, journal, claims] {
            do {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            } catch {
                throw TidingsError(.storage, detail: "cannot create folder \(folder.lastPathComponent)")
            }
        }
    }

    /// Events that the server has not acknowledged, a file each.
    package var journal: URL { root.appendingPathComponent("journal", isDirectory: true) }
    /// What happened once and must not happen again, a file each.
    package var claims: URL { root.appendingPathComponent("claims", isDirectory: true) }
    /// Responses to notifications that wait for the app; only the app touches it.
    package var taps: URL { root.appendingPathComponent("taps.json") }
    /// The notifications that are planned on this phone; written by the app, read by the extension.
    package var local: URL { root.appendingPathComponent("local.json") }
    /// The session of the person in the app; only the app touches it.
    package var usage: URL { root.appendingPathComponent("usage.json") }
    /// What people chose and the server does not know yet; only the app touches it.
    package var profile: URL { root.appendingPathComponent("profile.json") }
    /// Pushes of calls that no call was reported for yet, an empty file each; only the app touches it.
    package var owedCalls: URL { root.appendingPathComponent("owed", isDirectory: true) }
    /// How many pushes of calls there were, and what became of them; only the app touches it.
    package var calls: URL { root.appendingPathComponent("calls.json") }
    /// Who and what this install is; written by the app, read by the extension.
    package var session: URL { root.appendingPathComponent("session.json") }
    /// The messages read from the server.
    package var history: URL { root.appendingPathComponent("history.json") }
}
