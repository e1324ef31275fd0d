package import Foundation
import PushModel

/// The messages of the current subscriber as they were last read from the server.
package struct HistoryStore: Sendable {
    /// The number of messages kept, the newest ones.
    package static let capacity = 500

    private let file: URL

    /// Opens the store; only the app does that.
    package init(file: URL) { self.file = file }

    /// All messages, oldest first.
    package func messages() -> [HistoryMessage] {
        guard let content = try? Data(contentsOf: file) else { return [] }
        return (try? JSONDecoder().decode([HistoryMessage].self, from: content)) ?? []
    }

    /// Adds messages behind those that are there; one with a known id counts once and takes the newer form.
    package func add(_ new: [HistoryMessage]) throws {
        var messages = messages()
        for message in new {
            if let index = messages.firstIndex(where: { $0.id == message.id }) {
                messages[index] = message
            } else {
                messages.append(message)
            }
        }
        try AtomicFile.replace(file, with: JSONEncoder().encode(Array(messages.suffix(Self.capacity))))
        // It holds decrypted texts, and the server has them all.
        excludeFromBackup(file)
    }

    /// Forgets everything, as when another person takes the phone.
    package func clear() { unlink(file.path) }
}
