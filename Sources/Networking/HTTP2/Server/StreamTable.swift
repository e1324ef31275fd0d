/// The open streams of a connection, by number.
///
/// A client counts its streams up by two, so the number itself is a good place: neighbours do not collide, and what
/// stays open for long is stepped over. Never more than half full. Streams stand in the order of their distance from
/// home (Robin Hood hashing), so that a search ends early and a removal moves only those that are not at home.
struct StreamTable {
    private var slots: [ServerStream?] = Array(repeating: nil, count: 16)
    /// How many streams are open.
    private(set) var count = 0

    /// Whether no stream is open.
    var isEmpty: Bool { count == 0 }

    /// The stream with a number.
    subscript(id: Int32) -> ServerStream? {
        place(of: id).flatMap { slots[$0] }
    }

    private func place(of id: Int32) -> Int? {
        var (place, distance) = (home(of: id), 0)
        while let stream = slots[place] {
            if stream.id == id { return place }
            guard distance <= steps(home(of: stream.id), place) else { return nil }
            place = next(place)
            distance += 1
        }
        return nil
    }

    /// Adds a stream whose number is not in the table.
    mutating func insert(_ stream: ServerStream) {
        if 2 * count >= slots.count { rebuild(slots.count * 2) { _ in true } }
        count += 1
        var (stream, place, distance) = (stream, home(of: stream.id), 0)
        while let other = slots[place] {
            let itsDistance = steps(home(of: other.id), place)
            if itsDistance < distance {
                slots[place] = stream
                (stream, distance) = (other, itsDistance)
            }
            place = next(place)
            distance += 1
        }
        slots[place] = stream
    }

    /// Takes a stream out.
    mutating func remove(_ id: Int32) -> ServerStream? {
        guard let place = place(of: id), let removed = slots[place] else { return nil }
        count -= 1
        var (gap, after) = (place, next(place))
        while let stream = slots[after], home(of: stream.id) != after {
            slots[gap] = stream
            (gap, after) = (after, next(after))
        }
        slots[gap] = nil
        return removed
    }

    /// Forgets the streams past a number.
    mutating func removeAll(after last: Int32) { rebuild(slots.count) { $0.id <= last } }

    /// Forgets all streams.
    mutating func removeAll() { self = StreamTable() }

    private func home(of id: Int32) -> Int { Int(id >> 1) & (slots.count - 1) }
    private func next(_ place: Int) -> Int { (place + 1) & (slots.count - 1) }
    private func steps(_ from: Int, _ to: Int) -> Int { (to - from) & (slots.count - 1) }

    private mutating func rebuild(_ size: Int, keeping: (ServerStream) -> Bool) {
        let old = slots
        slots = Array(repeating: nil, count: size)
        count = 0
        for case .some(let stream) in old where keeping(stream) { insert(stream) }
    }
}
