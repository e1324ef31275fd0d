import Synchronization

/// Bounds what all devices together keep of the pushes they received: the newest ones, up to a number of bytes.
///
/// It counts bytes and no pushes, and tells only now and then that old ones have to go, so that a delivery costs an
/// addition. What is kept may exceed the limit by an eighth.
final class DeliveryBudget: Sendable {
    private let limit: Int
    private let received = Atomic(0)
    private let swept = Atomic(0)

    init(byteLimit: Int) { limit = max(1, byteLimit) }

    /// Counts a push that a device receives; answers its position among all bytes received.
    func charge(_ push: AcceptedPush) -> Int {
        let size = push.request.byteCount + 2 * MemoryLayout<Arrival?>.stride
        return received.add(size, ordering: .relaxed).oldValue
    }

    /// The position before which every device has to forget its pushes; nil when nothing is to be done yet.
    func takeBound() -> Int? {
        let total = received.load(ordering: .relaxed)
        let last = swept.load(ordering: .relaxed)
        guard total - last > max(1, limit / 8), total > limit else { return nil }
        let isMine = swept.compareExchange(expected: last, desired: total, ordering: .relaxed).exchanged
        return isMine ? total - limit : nil
    }
}
