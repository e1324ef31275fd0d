import Foundation

/// A queue between tasks and a thread of ours that sleeps while it is empty.
final class Mailbox<Element: Sendable>: @unchecked Sendable {
    // Protects every property below.
    private let condition = NSCondition()
    private var elements: [Element] = []
    private var sleepers = 0
    private var isClosed = false

    /// Adds an element, unless the mailbox is closed.
    ///
    /// - Returns: Whether it was taken.
    func post(_ element: Element) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        guard !isClosed else { return false }
        elements.append(element)
        if sleepers > 0 { condition.signal() }
        return true
    }

    /// Waits for elements and takes up to `limit`; none means that the mailbox is closed and empty.
    func take(limit: Int) -> [Element] {
        condition.lock()
        defer { condition.unlock() }
        while elements.isEmpty, !isClosed {
            sleepers += 1
            condition.wait()
            sleepers -= 1
        }
        guard elements.count > limit else {
            let all = elements
            elements = []
            return all
        }
        let some = Array(elements.prefix(limit))
        elements.removeFirst(limit)
        return some
    }

    /// How many elements wait to be taken.
    var count: Int {
        condition.lock()
        defer { condition.unlock() }
        return elements.count
    }

    /// Refuses further elements; those that are in it can still be taken.
    func close() {
        condition.lock()
        isClosed = true
        condition.broadcast()
        condition.unlock()
    }
}
