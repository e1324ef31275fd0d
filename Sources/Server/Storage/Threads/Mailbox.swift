import Foundation

/// A queue between tasks and a thread of ours that sleeps while it is empty.
final class Mailbox<Element: Sendable>: @unchecked Sendable {
    // Protects every property below.
    private let condition = NSCondition()
    private var elements: [Element] = []
    /// How many elements at the beginning have been taken; they go when all have.
    private var takenCount = 0
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
        while takenCount == elements.count, !isClosed {
            sleepers += 1
            condition.wait()
            sleepers -= 1
        }
        let waiting = elements[takenCount...]
        guard waiting.count > limit else {
            let all = takenCount == 0 ? elements : Array(waiting)
            elements = []
            takenCount = 0
            return all
        }
        takenCount += limit
        let some = Array(waiting.prefix(limit))
        // Under constant load the mailbox is never empty; half of it taken is the moment to move the rest, once.
        if takenCount > 1_024, takenCount * 2 > elements.count {
            elements.removeFirst(takenCount)
            takenCount = 0
        }
        return some
    }

    /// How many elements wait to be taken.
    var count: Int {
        condition.lock()
        defer { condition.unlock() }
        return elements.count - takenCount
    }

    /// Refuses further elements; those that are in it can still be taken.
    func close() {
        condition.lock()
        isClosed = true
        condition.broadcast()
        condition.unlock()
    }
}
