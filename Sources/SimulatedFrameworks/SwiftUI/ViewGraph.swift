internal import Combine
internal import Foundation
internal import Locking
internal import Observation
internal import ProcessLocal
internal import UIKit

/// What is kept for one place in the interface.
@MainActor
final class ViewNode {
    var storage: [String: AnyObject] = [:]
    var subscriptions: [AnyCancellable] = []
    /// The modifier at this place, in its newest form.
    var effect: (any ViewEffect)?
    /// What the modifier remembers.
    var memory: Any?
    var task: Task<Void, Never>?

    func follow<Object: ObservableObject>(_ object: Object, _ graph: ViewGraph) {
        subscriptions.append(object.objectWillChange.sink { [weak graph] _ in graph?.invalidate() })
    }
}

/// The interface of one scene: evaluates bodies, keeps state, and runs the modifiers' actions.
@MainActor
final class ViewGraph {
    private let process: SimulatedProcess
    private let show: @MainActor (ViewPass) -> Void
    private var nodes: [String: ViewNode] = [:]
    private var texts: [String] = []
    private var controls: [(label: String, press: @MainActor () -> Void)] = []
    // Set from any thread where something has changed.
    private nonisolated let isInvalid = Locked(false)
    private var isConnected = false

    var environment = EnvironmentValues() {
        didSet { if environment.scenePhase != oldValue.scenePhase { update() } }
    }

    init(process: SimulatedProcess, show: @escaping @MainActor (ViewPass) -> Void) {
        self.process = process
        self.show = show
    }

    /// Something that a body may depend on has changed: evaluates again, soon, once for many changes.
    nonisolated func invalidate() {
        let isFirst = isInvalid.withLock { isInvalid in
            defer { isInvalid = true }
            return !isInvalid
        }
        guard isFirst else { return }
        process.task { await self.update() }
    }

    /// Evaluates the whole interface.
    func update() {
        isInvalid.withLock { $0 = false }
        let pass = ViewPass(graph: self)
        // What is observable tells once, of the first change: each evaluation asks anew.
        withObservationTracking {
            show(pass)
        } onChange: { [weak self] in
            self?.invalidate()
        }
        controls = pass.controls
        let gone = nodes.filter { !pass.seen.contains($0.key) }
        for (path, node) in gone {
            nodes[path] = nil
            node.task?.cancel()
            node.effect?.end(node)
        }
        for (node, effect, isNew) in pass.effects { effect.run(node, self, isNew: isNew) }
        let newTexts = pass.texts
        if newTexts != texts {
            texts = newTexts
            process.log("texts", ["texts": texts.joined(separator: " | ")])
        }
    }

    func node(at path: String) -> (ViewNode, isNew: Bool) {
        if let node = nodes[path] { return (node, false) }
        let node = ViewNode()
        nodes[path] = node
        return (node, true)
    }

    /// Hands a URL to every view that opens URLs.
    func open(_ url: URL) {
        for node in nodes.values { (node.effect as? OpenURLEffect)?.action(url) }
    }

    /// Hands an activity to every view that goes on with such.
    func resume(_ activity: NSUserActivity) {
        for case let effect as ActivityEffect in nodes.values.map(\.effect) where effect.type == activity.activityType {
            effect.action(activity)
        }
    }

    /// Presses the first control with a label; false if there is none.
    func press(_ label: String) -> Bool {
        if isInvalid.withLock({ $0 }) { update() }
        guard let control = controls.first(where: { $0.label == label }) else { return false }
        control.press()
        return true
    }
}

/// One evaluation of the interface.
@MainActor
final class ViewPass {
    let graph: ViewGraph
    private var path = ""
    fileprivate(set) var seen: Set<String> = []
    fileprivate(set) var effects: [(ViewNode, any ViewEffect, Bool)] = []
    var texts: [String] = []
    fileprivate(set) var controls: [(label: String, press: @MainActor () -> Void)] = []

    init(graph: ViewGraph) { self.graph = graph }

    /// Evaluates a view at a place below the current one.
    func visit<Content: View>(_ view: Content, at name: String) {
        descend(name) {
            if let shown = view as? any ShownView { return shown.show(self) }
            place(view)
            visit(view.body, at: "body")
        }
    }

    /// Evaluates the label of something that can be pressed; its texts name it.
    func visit(_ label: some View, pressing action: @escaping @MainActor () -> Void) {
        let before = texts.count
        visit(label, at: "label")
        controls.append((texts.dropFirst(before).joined(separator: " "), action))
    }

    /// Gives the property wrappers of a view or modifier their place.
    func place(_ value: Any) {
        let properties = Mirror(reflecting: value).children.compactMap { child in
            (child.value as? any PlacedProperty).map { (child.label ?? "", $0) }
        }
        guard !properties.isEmpty else { return }
        let (node, _) = node()
        for (name, property) in properties { property.place(name, in: node, self) }
    }

    /// Notes a modifier whose action may have to run after this evaluation.
    func note(_ effect: any ViewEffect) {
        let (node, isNew) = node("effect")
        node.effect = effect
        effects.append((node, effect, isNew))
    }

    private func node(_ name: String = "") -> (ViewNode, isNew: Bool) {
        seen.insert(path + name)
        return graph.node(at: path + name)
    }

    func descend(_ name: String, _ body: () -> Void) {
        let outer = path
        path += "/" + name
        body()
        path = outer
    }
}
