internal import Combine
internal import Foundation

// Where the values behind property wrappers live. A view's value is made anew all the time: its new wrappers then refer
// to what the first ones hold.

/// Where a `@State` lives.
final class StateLocation<Value> {
    private var value: Value
    private var original: StateLocation<Value>?
    private var invalidate: (() -> Void)?

    init(_ value: Value) { self.value = value }

    var current: Value {
        get { original?.current ?? value }
        set {
            if let original {
                original.current = newValue
            } else {
                value = newValue
                invalidate?()
            }
        }
    }

    func refer(to other: StateLocation<Value>) { if other !== self { original = other } }
    func onChange(_ action: @escaping () -> Void) { invalidate = action }
}

/// Where a `@StateObject` lives.
final class ObjectLocation<ObjectType: ObservableObject> {
    private let make: () -> ObjectType
    private var made: ObjectType?
    private var original: ObjectLocation<ObjectType>?

    init(_ make: @escaping () -> ObjectType) { self.make = make }

    var object: ObjectType {
        if let original { return original.object }
        if let made { return made }
        let object = make()
        made = object
        return object
    }

    func refer(to other: ObjectLocation<ObjectType>) { if other !== self { original = other } }
}

/// Where an `@Environment` finds its surroundings.
final class EnvironmentLocation<Value> {
    private let keyPath: KeyPath<EnvironmentValues, Value>
    var values = EnvironmentValues()

    init(_ keyPath: KeyPath<EnvironmentValues, Value>) { self.keyPath = keyPath }

    var value: Value { values[keyPath: keyPath] }
}

/// A property wrapper that has to know its place before the body is evaluated.
@MainActor
protocol PlacedProperty {
    func place(_ name: String, in node: ViewNode, _ pass: ViewPass)
}

extension State: PlacedProperty {
    func place(_ name: String, in node: ViewNode, _ pass: ViewPass) {
        if let first = node.storage[name] as? StateLocation<Value> { return location.refer(to: first) }
        node.storage[name] = location
        let graph = pass.graph
        location.onChange { [weak graph] in graph?.invalidate() }
    }
}

extension StateObject: PlacedProperty {
    func place(_ name: String, in node: ViewNode, _ pass: ViewPass) {
        if let first = node.storage[name] as? ObjectLocation<ObjectType> { return location.refer(to: first) }
        node.storage[name] = location
        node.follow(location.object, pass.graph)
    }
}

extension ObservedObject: PlacedProperty {
    func place(_ name: String, in node: ViewNode, _ pass: ViewPass) {
        if node.storage[name] === wrappedValue { return }
        node.storage[name] = wrappedValue
        node.follow(wrappedValue, pass.graph)
    }
}

extension Environment: PlacedProperty {
    func place(_ name: String, in node: ViewNode, _ pass: ViewPass) { location.values = pass.graph.environment }
}
