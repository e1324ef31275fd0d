/// Carries an object of Apple's frameworks across a concurrency boundary that its type does not allow.
///
/// Unchecked: it is only used for objects that nobody changes any more (notifications and responses as the system hands
/// them over) and that are read on one side at a time.
package struct Carried<Object>: @unchecked Sendable {
    /// The object.
    package let object: Object

    /// Wraps an object that nobody changes any more.
    package init(_ object: Object) { self.object = object }
}
