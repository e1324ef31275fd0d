import Foundation
import PushModel

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
        try await items(path, limit: limit, query: query) { request in
            let page: Page<Item> = try await call(request)
            return (page.items, page.nextCursor)
        }
    }

    /// The same; each item is what the server says of it, in its order.
    func list(_ path: String, limit: Int, query: [String: String] = [:]) async throws -> [JSONValue] {
        try await items(path, limit: limit, query: query) { request in
            let page = try await value(request)
            return (page["items"]?.array ?? [], page["nextCursor"]?.string)
        }
    }

    private func items<Item>(
        _ path: String, limit: Int, query: [String: String],
        _ page: (Request) async throws -> (items: [Item], next: String?)
    ) async throws -> [Item] {
        var found: [Item] = []
        var cursor: String?
        repeat {
            var query = query
            query["limit"] = String(min(100, limit - found.count))
            query["cursor"] = cursor
            let (items, next) = try await page(Request(method: "GET", path: path, query: Self.query(query)))
            found += items
            cursor = items.isEmpty ? nil : next
        } while cursor != nil && found.count < limit
        return found
    }

    /// Names and values in the order of the names.
    static func query(_ values: [String: String]) -> [URLQueryItem] {
        values.sorted { $0.key < $1.key }.map { URLQueryItem(name: $0.key, value: $0.value) }
    }

    /// The option that bounds a list.
    static let limitOption = Option.value("limit", "COUNT", "How many at most, 1 to 10000; 50 by default.")
}
