// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What the SDK uses of Apple's Combine.
public protocol ObservableObject: AnyObject {}
@propertyWrapper public struct Published<Value> {
    public struct Publisher {}
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
    public var wrappedValue: Value
    public var projectedValue: Publisher {
        get { Publisher() }
        set {}
    }
}
