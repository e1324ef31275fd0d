import Foundation

/// One page of a list.
struct Page<Item: Codable & Sendable>: Codable, Sendable {
    /// The items, newest first.
    let items: [Item]
    /// Whether there are older ones.
    let hasMore: Bool
    /// What to ask for next; nil at the end.
    let nextCursor: String?
}

extension APIClient {
    /// Reads a list page by page until it ends or enough items are there.
    func items<Item: Codable & Sendable>(_ path: String, limit: Int, query: [String: String] = [:]) async throws
        -> [Item]
    {
        var found: [Item] = []
        var cursor: String?
        repeat {
            var request = Request(method: "GET", path: path)
            request.query = query.sorted { $0.key < $1.key }.map { .init(name: $0.key, value: $0.value) }
            request.query.append(.init(name: "limit", value: String(min(100, limit - found.count))))
            if let cursor { request.query.append(.init(name: "cursor", value: cursor)) }
            let page: Page<Item> = try await call(request)
            found += page.items
            cursor = page.hasMore && !page.items.isEmpty ? page.nextCursor : nil
        } while cursor != nil && found.count < limit
        return found
    }

    /// The option that bounds a list.
    static let limitOption = Option.value("limit", "COUNT", "How many at most, 1 to 10000; 50 by default.")
}
