/// One page of a list.
package struct Page<Item: Sendable>: Sendable {
    /// The items, in the list's order.
    package let items: [Item]
    /// Where the next page begins; nil at the end.
    package let next: Int64?

    /// Cuts a page from rows of which one more than the limit was read.
    package init(_ rows: [Item], limit: Int, key: (Item) -> Int64) {
        items = Array(rows.prefix(limit))
        next = rows.count > limit ? items.last.map(key) : nil
    }

    private init(items: [Item], next: Int64?) {
        self.items = items
        self.next = next
    }

    /// The same page with other items.
    package func map<Other: Sendable>(_ transform: (Item) throws -> Other) rethrows -> Page<Other> {
        .init(items: try items.map(transform), next: next)
    }
}
