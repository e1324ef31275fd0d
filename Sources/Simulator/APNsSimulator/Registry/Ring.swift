/// A queue in a circle: new elements behind, old ones taken from the front, none moved.
struct Ring<Element> {
    private var slots: [Element?] = []
    private var head = 0
    /// How many elements it has.
    private(set) var count = 0

    /// The oldest element.
    var first: Element? { count == 0 ? nil : slots[head] }

    /// The element at a distance from the oldest.
    subscript(index: Int) -> Element? { index < count ? slots[(head + index) & (slots.count - 1)] : nil }

    /// The elements from a distance on, oldest first.
    func suffix(from index: Int) -> some Sequence<Element> { (index..<max(index, count)).lazy.compactMap { self[$0] } }

    /// Adds an element.
    mutating func append(_ element: Element) {
        if count == slots.count { resize(to: max(16, 2 * count)) }
        slots[(head + count) & (slots.count - 1)] = element
        count += 1
    }

    /// Takes away the oldest.
    mutating func removeFirst(_ number: Int = 1) {
        for _ in 0..<min(number, count) {
            slots[head] = nil
            head = (head + 1) & (slots.count - 1)
            count -= 1
        }
        // What a burst needed is given back.
        if slots.count > 64, count < slots.count / 8 { resize(to: slots.count / 4) }
    }

    /// Takes away some, wherever they are.
    mutating func removeAll(where isUnwanted: (Element) -> Bool) {
        let kept = suffix(from: 0).filter { !isUnwanted($0) }
        self = Ring()
        for element in kept { append(element) }
    }

    /// The size stays a power of two, so that a mask can stand for the remainder.
    private mutating func resize(to size: Int) {
        var larger: [Element?] = []
        larger.reserveCapacity(size)
        for index in 0..<count { larger.append(self[index]) }
        for _ in count..<size { larger.append(nil) }
        (slots, head) = (larger, 0)
    }
}

extension Ring: Sendable where Element: Sendable {}
