internal import Combine
internal import Foundation
internal import ProcessLocal
internal import UIKit

/// What a modifier does once the bodies are evaluated.
@MainActor
protocol ViewEffect {
    /// Called after each evaluation, the first time as new.
    func run(_ node: ViewNode, _ graph: ViewGraph, isNew: Bool)
    /// Called when the view is gone.
    func end(_ node: ViewNode)
}

extension ViewEffect {
    func end(_ node: ViewNode) {}
}

struct AppearEffect: ViewEffect {
    let appear: (() -> Void)?
    let disappear: (() -> Void)?

    func run(_ node: ViewNode, _ graph: ViewGraph, isNew: Bool) { if isNew { appear?() } }
    func end(_ node: ViewNode) { disappear?() }
}

struct TaskEffect: ViewEffect {
    let action: @MainActor @Sendable () async -> Void

    func run(_ node: ViewNode, _ graph: ViewGraph, isNew: Bool) {
        guard isNew else { return }
        node.task = Task { await action() }
    }
}

struct OpenURLEffect: ViewEffect {
    let action: (URL) -> Void

    func run(_ node: ViewNode, _ graph: ViewGraph, isNew: Bool) {}
}

struct ActivityEffect: ViewEffect {
    let type: String
    let action: (NSUserActivity) -> Void

    func run(_ node: ViewNode, _ graph: ViewGraph, isNew: Bool) {}
}

struct ChangeEffect<Value: Equatable>: ViewEffect {
    let value: Value
    let initial: Bool
    let action: (Value, Value) -> Void

    func run(_ node: ViewNode, _ graph: ViewGraph, isNew: Bool) {
        let old = node.memory as? Value
        node.memory = value
        if let old, old != value { action(old, value) }
        if isNew, initial { action(value, value) }
    }
}

/// Listens to a publisher from the first evaluation on; each value goes to the action in its newest form.
struct ReceiveEffect<P: Publisher>: ViewEffect where P.Failure == Never {
    let publisher: P
    let action: (P.Output) -> Void

    func run(_ node: ViewNode, _ graph: ViewGraph, isNew: Bool) {
        guard isNew else { return }
        let process = SimulatedProcess.currentIfAny
        let subscription = publisher.sink { [weak node] value in
            let box = Handover(value: value)
            if MainThread.isCurrent {
                return MainActor.assumeIsolated { (node?.effect as? Self)?.action(box.value) }
            }
            process?.task { await MainActor.run { (node?.effect as? Self)?.action(box.value) } }
        }
        node.subscriptions.append(subscription)
    }
}

/// Carries a value to the main thread; the sender does not touch it any more.
private struct Handover<Value>: @unchecked Sendable {
    let value: Value
}
