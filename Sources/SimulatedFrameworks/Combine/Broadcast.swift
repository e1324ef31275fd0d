internal import Foundation

/// Those who listen to one publisher, in the order in which they came.
final class Broadcast<Output, Failure: Error>: @unchecked Sendable {
    private struct Listener {
        let id: Int
        let value: (Output) -> Void
        let completion: (Subscribers.Completion<Failure>) -> Void
    }

    // `lock` protects the three variables; listeners are called without it, for they may send again.
    private let lock = NSLock()
    private var listeners: [Listener] = []
    private var nextID = 0
    private var end: Subscribers.Completion<Failure>?

    func attach(
        replaying value: Output?, _ receive: @escaping (Output) -> Void,
        _ completion: @escaping (Subscribers.Completion<Failure>) -> Void
    ) -> AnyCancellable {
        lock.lock()
        let end = end
        nextID += 1
        let id = nextID
        if end == nil { listeners.append(Listener(id: id, value: receive, completion: completion)) }
        lock.unlock()
        if let end {
            completion(end)
            return AnyCancellable {}
        }
        if let value { receive(value) }
        return AnyCancellable { [weak self] in self?.detach(id) }
    }

    private func detach(_ id: Int) {
        lock.lock()
        listeners.removeAll { $0.id == id }
        lock.unlock()
    }

    func send(_ value: Output) {
        lock.lock()
        let current = listeners
        lock.unlock()
        for listener in current { listener.value(value) }
    }

    func finish(_ completion: Subscribers.Completion<Failure>) {
        lock.lock()
        let current = end == nil ? listeners : []
        if end == nil { end = completion }
        listeners = []
        lock.unlock()
        for listener in current { listener.completion(completion) }
    }
}
