// Every SwiftUI symbol that is simulated, each with Apple's declaration above it; there may be 40 of them at most.
// Views are evaluated, never laid out: bodies run, state is kept, and the modifiers below do their work.
public import Combine
public import Foundation
internal import ProcessLocal
public import UIKit

// MARK: Apps and scenes

// 1 · @MainActor @preconcurrency public protocol App
/// An app: its scenes are its body.
@MainActor @preconcurrency
public protocol App {
    /// The kind of its scenes.
    associatedtype Body: Scene
    /// Its scenes.
    @SceneBuilder var body: Body { get }
    /// Makes the app.
    init()
}

// 2 · @MainActor @preconcurrency public protocol Scene
/// A part of an app's interface with a life of its own.
@MainActor @preconcurrency
public protocol Scene {
    /// The kind of its content.
    associatedtype Body: Scene
    /// Its content.
    var body: Body { get }
}

// 3 · @resultBuilder public struct SceneBuilder
/// Puts scenes together.
@resultBuilder
public enum SceneBuilder {
    /// One scene.
    public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

// 4 · @MainActor @preconcurrency public struct WindowGroup<Content> : Scene where Content : View
/// A scene with a window.
public struct WindowGroup<Content: View>: Scene {
    let content: () -> Content
    /// Describes the content of each window.
    public init(@ViewBuilder content: @escaping () -> Content) { self.content = content }
    /// None: the window is shown by the system.
    public var body: Never { neverEvaluated(Self.self) }
}

// 5 · @propertyWrapper public struct UIApplicationDelegateAdaptor<DelegateType> : DynamicProperty
//     where DelegateType : NSObject, DelegateType : UIApplicationDelegate
/// Gives a SwiftUI app a delegate, the only way to hear of its token and of silent pushes.
@MainActor @preconcurrency
@propertyWrapper
public struct UIApplicationDelegateAdaptor<DelegateType: NSObject & UIApplicationDelegate>: DynamicProperty {
    /// The delegate.
    public let wrappedValue: DelegateType
    /// Names the delegate's class; the object is made with the app.
    public init(_ delegateType: DelegateType.Type = DelegateType.self) { wrappedValue = makeObject(of: delegateType) }
}

// MARK: Views

// 6 · @MainActor @preconcurrency public protocol View
/// A part of the interface.
@MainActor @preconcurrency
public protocol View {
    /// The kind of its content.
    associatedtype Body: View
    /// Its content.
    @ViewBuilder var body: Body { get }
}

// 7 · @resultBuilder public struct ViewBuilder
/// Puts views together.
@MainActor
@resultBuilder
public enum ViewBuilder {
    /// Nothing.
    public static func buildBlock() -> EmptyView { EmptyView() }
    /// One view.
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    /// Several views.
    public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<
        (repeat each Content)
    > {
        TupleView((repeat each content))
    }
    /// A view under a condition.
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
    /// The first of two views.
    public static func buildEither<First: View, Second: View>(first: First) -> _ConditionalContent<First, Second> {
        _ConditionalContent(.first(first))
    }
    /// The second of two views.
    public static func buildEither<First: View, Second: View>(second: Second) -> _ConditionalContent<First, Second> {
        _ConditionalContent(.second(second))
    }
    /// An expression.
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
}

// 8 · @frozen public struct EmptyView : View
/// Nothing.
public struct EmptyView: View {
    /// Makes nothing.
    nonisolated public init() {}
    /// None.
    public var body: Never { neverEvaluated(Self.self) }
}

// 9 · @frozen public struct TupleView<T> : View
/// Several views.
public struct TupleView<Content>: View {
    let value: Content
    /// Takes a tuple of views.
    public init(_ value: Content) { self.value = value }
    /// None.
    public var body: Never { neverEvaluated(Self.self) }
}

// 10 · @frozen public struct _ConditionalContent<TrueContent, FalseContent>
/// One of two views.
public struct _ConditionalContent<TrueContent: View, FalseContent: View>: View {
    enum Choice {
        case first(TrueContent)
        case second(FalseContent)
    }
    let choice: Choice
    init(_ choice: Choice) { self.choice = choice }
    /// None.
    public var body: Never { neverEvaluated(Self.self) }
}

// 11 · extension Optional : View where Wrapped : View
extension Optional: View where Wrapped: View {
    /// None.
    public var body: Never { neverEvaluated(Self.self) }
}

// 12 · extension Never : View, Scene
extension Never: View, Scene {
    /// None.
    public var body: Never { neverEvaluated(Self.self) }
}

// 13 · @frozen public struct Text : View
/// A text.
public struct Text: View {
    let text: String
    /// Shows a text.
    public init<Content: StringProtocol>(_ content: Content) { text = String(content) }
    /// None.
    public var body: Never { neverEvaluated(Self.self) }
}

// 14 · @frozen public struct VStack<Content> : View where Content : View
/// Views below each other.
public struct VStack<Content: View>: View {
    let content: Content
    /// Puts views below each other.
    public init(@ViewBuilder content: () -> Content) { self.content = content() }
    /// None.
    public var body: Never { neverEvaluated(Self.self) }
}

// 15 · @frozen public struct Group<Content>
/// Views that belong together.
public struct Group<Content: View>: View {
    let content: Content
    /// Groups views.
    public init(@ViewBuilder content: () -> Content) { self.content = content() }
    /// None.
    public var body: Never { neverEvaluated(Self.self) }
}

// 16 · public struct Button<Label> : View where Label : View
/// Something to press.
public struct Button<Label: View>: View {
    let action: @MainActor () -> Void
    let label: Label
    /// Shows a text that does something when it is pressed.
    public init<Title: StringProtocol>(_ title: Title, action: @escaping @MainActor () -> Void) where Label == Text {
        self.init(action: action) { Text(title) }
    }
    /// Shows a view that does something when it is pressed.
    public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
        self.action = action
        self.label = label()
    }
    /// None.
    public var body: Never { neverEvaluated(Self.self) }
}

// 17 · public struct Toggle<Label> : View where Label : View
/// A switch.
public struct Toggle<Label: View>: View {
    let isOn: Binding<Bool>
    let label: Label
    /// Shows a switch beside a view.
    public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) {
        self.isOn = isOn
        self.label = label()
    }
    /// Shows a switch beside a text.
    public init<Title: StringProtocol>(_ title: Title, isOn: Binding<Bool>) where Label == Text {
        self.init(isOn: isOn) { Text(title) }
    }
    /// None.
    public var body: Never { neverEvaluated(Self.self) }
}

// 18 · public struct ForEach<Data, ID, Content> where Data : RandomAccessCollection, ID : Hashable
/// A view for each element of a collection.
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: View {
    let data: Data
    let id: (Data.Element) -> ID
    let content: (Data.Element) -> Content
    /// Makes a view of each element; the state of each stays with the element's id.
    public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content)
    where Data.Element: Identifiable, ID == Data.Element.ID {
        self.data = data
        id = { $0.id }
        self.content = content
    }
    /// None.
    public var body: Never { neverEvaluated(Self.self) }
}

// 19 · public struct List<SelectionValue, Content> : View where SelectionValue : Hashable, Content : View
/// Rows below each other.
public struct List<SelectionValue: Hashable, Content: View>: View {
    let content: Content
    /// Puts rows below each other.
    public init(@ViewBuilder content: () -> Content) where SelectionValue == Never { self.content = content() }
    /// None.
    public var body: Never { neverEvaluated(Self.self) }
}

// MARK: Modifiers

// 20 · @MainActor @preconcurrency public protocol ViewModifier
/// Something that is done to a view.
@MainActor @preconcurrency
public protocol ViewModifier {
    /// The kind of the changed view.
    associatedtype Body: View
    /// The changed view.
    @ViewBuilder func body(content: Content) -> Body
    /// The view that is changed.
    typealias Content = _ViewModifier_Content<Self>
}

// 21 · public struct _ViewModifier_Content<Modifier> where Modifier : ViewModifier
/// The view that a modifier changes.
public struct _ViewModifier_Content<Modifier: ViewModifier>: View {
    let show: @MainActor (ViewPass) -> Void
    /// None.
    public var body: Never { neverEvaluated(Self.self) }
}

// 22 · @frozen public struct ModifiedContent<Content, Modifier>
/// A view and what is done to it.
public struct ModifiedContent<Content: View, Modifier: ViewModifier>: View {
    let content: Content
    let modifier: Modifier
    /// None.
    public var body: Never { neverEvaluated(Self.self) }
}

extension View {
    // 23 · @inlinable nonisolated public func modifier<T>(_ modifier: T) -> ModifiedContent<Self, T>
    /// Applies a modifier.
    public func modifier<Modifier: ViewModifier>(_ modifier: Modifier) -> ModifiedContent<Self, Modifier> {
        ModifiedContent(content: self, modifier: modifier)
    }

    // 24 · nonisolated public func onReceive<P>(_ publisher: P, perform action: @escaping (P.Output) -> Void)
    //      -> some View where P : Publisher, P.Failure == Never
    /// Does something with each value of a publisher.
    public func onReceive<P: Publisher>(
        _ publisher: P, perform action: @escaping (P.Output) -> Void
    ) -> some View where P.Failure == Never {
        Effect(content: self, effect: ReceiveEffect(publisher: publisher, action: action))
    }

    // 25 · nonisolated public func onAppear(perform action: (() -> Void)? = nil) -> some View
    /// Does something when the view appears.
    public func onAppear(perform action: (() -> Void)? = nil) -> some View {
        Effect(content: self, effect: AppearEffect(appear: action, disappear: nil))
    }

    // 26 · nonisolated public func onDisappear(perform action: (() -> Void)? = nil) -> some View
    /// Does something when the view is gone.
    public func onDisappear(perform action: (() -> Void)? = nil) -> some View {
        Effect(content: self, effect: AppearEffect(appear: nil, disappear: action))
    }

    // 27 · nonisolated public func task(priority: TaskPriority = .userInitiated,
    //      @_inheritActorContext _ action: sending @escaping @isolated(any) () async -> Void) -> some View
    /// Runs a task from when the view appears until it is gone.
    public func task(_ action: @escaping @MainActor @Sendable () async -> Void) -> some View {
        Effect(content: self, effect: TaskEffect(action: action))
    }

    // 28 · nonisolated public func onOpenURL(perform action: @escaping (URL) -> ()) -> some View
    /// Does something with URLs that the app is to open.
    public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View {
        Effect(content: self, effect: OpenURLEffect(action: action))
    }

    // 29 · nonisolated public func onContinueUserActivity(_ activityType: String,
    //      perform action: @escaping (NSUserActivity) -> ()) -> some View
    /// Does something with activities that the app is to go on with, such as universal links.
    public func onContinueUserActivity(
        _ activityType: String, perform action: @escaping (NSUserActivity) -> Void
    ) -> some View {
        Effect(content: self, effect: ActivityEffect(type: activityType, action: action))
    }

    // 30 · nonisolated public func onChange<V>(of value: V, initial: Bool = false,
    //      _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void) -> some View where V : Equatable
    /// Does something when a value has changed.
    public func onChange<Value: Equatable>(
        of value: Value, initial: Bool = false, _ action: @escaping (_ oldValue: Value, _ newValue: Value) -> Void
    ) -> some View {
        Effect(content: self, effect: ChangeEffect(value: value, initial: initial, action: action))
    }
}

// MARK: State

// 31 · public protocol DynamicProperty
/// A property of a view that outlives the view's value.
public protocol DynamicProperty {}

// 32 · @frozen @propertyWrapper public struct State<Value> : DynamicProperty
/// A value that belongs to a view's place in the interface.
@propertyWrapper
public struct State<Value>: DynamicProperty {
    let location: StateLocation<Value>
    /// Begins with a value.
    public init(wrappedValue: Value) { location = StateLocation(wrappedValue) }
    /// Begins with a value.
    public init(initialValue: Value) { location = StateLocation(initialValue) }
    /// The value.
    public var wrappedValue: Value {
        get { location.current }
        nonmutating set { location.current = newValue }
    }
    /// Reads and writes the value from elsewhere.
    public var projectedValue: Binding<Value> {
        Binding(get: { location.current }, set: { location.current = $0 })
    }
}

// 33 · @frozen @propertyWrapper @dynamicMemberLookup public struct Binding<Value>
/// Reads and writes a value that lives elsewhere.
@propertyWrapper
public struct Binding<Value> {
    private let get: () -> Value
    private let set: (Value) -> Void
    /// Describes how to read and write.
    public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
        self.get = get
        self.set = set
    }
    /// The value.
    public var wrappedValue: Value {
        get { get() }
        nonmutating set { set(newValue) }
    }
    /// The binding itself.
    public var projectedValue: Binding<Value> { self }
}

// 34 · @frozen @propertyWrapper public struct StateObject<ObjectType> : DynamicProperty where ObjectType : ObservableObject
/// An object that belongs to a view's place in the interface.
@propertyWrapper
public struct StateObject<ObjectType: ObservableObject>: DynamicProperty {
    let location: ObjectLocation<ObjectType>
    /// Makes the object when the view first appears.
    public init(wrappedValue thunk: @autoclosure @escaping () -> ObjectType) { location = ObjectLocation(thunk) }
    /// The object.
    @MainActor @preconcurrency
    public var wrappedValue: ObjectType { location.object }
}

// 35 · @propertyWrapper @frozen public struct ObservedObject<ObjectType> : DynamicProperty
/// An object from elsewhere whose changes the view follows.
@propertyWrapper
public struct ObservedObject<ObjectType: ObservableObject>: DynamicProperty {
    /// The object.
    public var wrappedValue: ObjectType
    /// Follows an object.
    public init(wrappedValue: ObjectType) { self.wrappedValue = wrappedValue }
}

// 36 · @frozen @propertyWrapper public struct Environment<Value> : DynamicProperty
/// A value of the view's surroundings.
@propertyWrapper
public struct Environment<Value>: DynamicProperty {
    let location: EnvironmentLocation<Value>
    /// Names the value.
    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { location = EnvironmentLocation(keyPath) }
    /// The value.
    public var wrappedValue: Value { location.value }
}

// 37 · public struct EnvironmentValues
/// The surroundings of a view.
public struct EnvironmentValues {
    /// No surroundings yet.
    public init() {}
    // 38 · public var scenePhase: ScenePhase { get set }
    /// Whether the scene is in front of the person.
    public var scenePhase = ScenePhase.background
}

// 39 · public enum ScenePhase : Comparable
/// Whether a scene is in front of the person.
public enum ScenePhase: Comparable, Sendable {
    /// Not visible.
    case background
    /// In front, between states.
    case inactive
    /// In front, receiving events.
    case active
}

extension App {
    // 40 · @MainActor @preconcurrency public static func main()
    /// Runs this executable as the app; what `@main` calls.
    ///
    /// A simulated device must have started the executable.
    public static func main() { SwiftUIRuntime.main(Self.self) }
}

func neverEvaluated(_ type: Any.Type) -> Never {
    preconditionFailure("The body of \(type) is never evaluated: the simulated SwiftUI shows it itself.")
}
