import Foundation
import PushModel

extension Install {
    /// The messages of a page.
    private static let pageSize = 100

    /// The most pages of one pass; the rest follows with the next one.
    private static let pageLimit = 20

    /// The messages read so far, oldest first.
    package func messages(in conversation: String? = nil) -> [HistoryMessage] {
        let all = HistoryStore(file: environment.container.history).messages()
        guard let conversation else { return all }
        return all.filter { $0.conversation == conversation }
    }

    /// Reads the messages that the server has beyond the cursor.
    ///
    /// With a wait, the server may keep the first request until there is something, for so long.
    func readHistory(session: Session, wait: Duration? = nil) async -> APIFailure? {
        let store = HistoryStore(file: environment.container.history)
        var cursor = session.historyCursor
        for round in 0..<Self.pageLimit {
            let page: MessagePage
            do throws(APIFailure) {
                page = try await api(for: session).messages(
                    after: cursor, limit: Self.pageSize, wait: round == 0 ? wait : nil, as: session.speaker)
            } catch {
                // A cursor can outlive what it points to: begin again, every message counts once anyway.
                if case .rejected(400, _) = error, cursor != nil { change { $0.historyCursor = nil } }
                log(.info, "The message history could not be read", ("reason", error.summary))
                return error
            }
            // Somebody else may have logged in while the page was on its way.
            guard self.session?.registration.subscriber.id == session.registration.subscriber.id else { return nil }
            let ring = KeyRing.read(from: environment.vault)
            do {
                if !page.items.isEmpty { try store.add(page.items.compactMap { HistoryMessage(item: $0, keys: ring) }) }
            } catch {
                log(.error, "The message history could not be stored", ("error", "\(error)"))
                return nil
            }
            // Before the cursor moves on: an app that ends in between gets them again.
            let pushes = page.items.compactMap { $0["push"]?.object }
            if !pushes.isEmpty { await missed(pushes) }
            cursor = page.nextCursor ?? cursor
            change { $0.historyCursor = cursor }
            guard page.hasMore, page.nextCursor != nil else { return nil }
        }
        return nil
    }
}
