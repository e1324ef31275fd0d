import HTTP2

/// The pushes of a lane: those that wait and those under way, each of these in a numbered slot.
struct PushQueue {
    /// One push that has been given to a connection, or waits to be given to another one.
    struct Item {
        let batch: PushBatch
        let index: Int
        var handle: HTTP2ClientConnection.RequestHandle?
        /// How often it has been sent again because it certainly had not been processed.
        var resends = 0
        /// How often a connection that had accepted others did not process it.
        var refusals = 0
        /// How many answers the connection had brought when it was sent.
        var answersBefore = 0
        /// When it was handed to the connection, on the uptime scale.
        var sentAt = Duration.zero
    }

    /// Batches with open pushes, oldest first.
    private(set) var batches: [PushBatch] = []
    private var waiting: [PushBatch] = []
    private var waitingStart = 0
    private var resends: [Int] = []
    private var items: [Item?] = []
    private var freeSlots: [Int] = []

    /// True when a push waits for its turn.
    var hasWaiting: Bool { waitingStart < waiting.count || !resends.isEmpty }

    /// How many pushes wait for their turn.
    var waitingCount: Int { resends.count + waiting[waitingStart...].reduce(0) { $0 + $1.waitingCount } }

    /// The earliest deadline of all open pushes.
    var nextDeadline: Duration? { batches.lazy.map(\.deadline).min() }

    /// Adds the pushes of a call.
    mutating func append(_ batch: PushBatch) {
        batches.append(batch)
        waiting.append(batch)
    }

    /// The next push to send, in its slot; nil when none waits.
    mutating func takeNext() -> (slot: Int, batch: PushBatch, index: Int)? {
        while let slot = resends.popLast() {
            if let item = items[slot] { return (slot, item.batch, item.index) }
        }
        while waitingStart < waiting.count {
            let batch = waiting[waitingStart]
            let index = batch.takeNext()
            if !batch.hasNext { dropFirstWaiting() }
            if let index { return (newSlot(Item(batch: batch, index: index)), batch, index) }
        }
        return nil
    }

    private mutating func dropFirstWaiting() {
        waitingStart += 1
        guard waitingStart == waiting.count else { return }
        waiting.removeAll(keepingCapacity: true)
        waitingStart = 0
    }

    private mutating func newSlot(_ item: Item) -> Int {
        guard let slot = freeSlots.popLast() else {
            items.append(item)
            return items.count - 1
        }
        items[slot] = item
        return slot
    }

    /// The push in a slot.
    subscript(slot: Int) -> Item? {
        get { items[slot] }
        _modify { yield &items[slot] }
    }

    /// Notes that the push in a slot was handed to a connection.
    mutating func sent(
        _ slot: Int, _ handle: HTTP2ClientConnection.RequestHandle, answersBefore: Int, at time: Duration
    ) {
        items[slot]?.handle = handle
        items[slot]?.answersBefore = answersBefore
        items[slot]?.sentAt = time
    }

    /// Takes the push out of its slot, which is free from now on; it has to be given to `finish`.
    mutating func take(_ slot: Int) -> Item? {
        guard let item = items[slot].take() else { return nil }
        freeSlots.append(slot)
        return item
    }

    /// Puts a push back in front of those that wait.
    mutating func sendAgain(_ slot: Int) {
        items[slot]?.handle = nil
        resends.append(slot)
    }

    /// Gives the push in a slot its result and frees the slot.
    mutating func finish(_ slot: Int, _ result: PushResult) {
        if let item = take(slot) { finish(item, result) }
    }

    /// Gives a push that was taken out its result.
    mutating func finish(_ item: borrowing Item, _ result: PushResult) {
        item.batch.finish(item.index, result)
        if item.batch.openCount == 0 { batches.removeAll { $0 === item.batch } }
    }

    /// Gives all pushes that wait, of one batch or of all, the same result.
    mutating func finishWaiting(of batch: PushBatch? = nil, _ result: PushResult) {
        for slot in resends where batch == nil || items[slot]?.batch === batch { finish(slot, result) }
        resends.removeAll { items[$0] == nil }
        for open in batches where batch == nil || open === batch { open.finishUnsent(result) }
        batches.removeAll { $0.openCount == 0 }
        waiting.removeSubrange(..<waitingStart)
        waitingStart = 0
        waiting.removeAll { !$0.hasNext }
    }

    /// The slots of a batch's pushes that are under way.
    func slotsUnderWay(of batch: PushBatch) -> [Int] {
        items.indices.filter { items[$0]?.batch === batch && items[$0]?.handle != nil }
    }
}
