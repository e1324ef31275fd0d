import Locking

/// Tells an optional delegate method that is missing from one that answered nothing.
///
/// Apple's delegate protocols have optional methods; a Swift protocol has none. The simulated protocols give each such
/// method a default implementation that calls `notImplemented()`, and the caller looks at the mark afterwards.
public enum OptionalRequirement {
    /// Remembers that a default implementation ran.
    package final class Mark: Sendable {
        private let state = Locked(false)
        package init() {}
        package var isSet: Bool { state.withLock { $0 } }
        package func set() { state.withLock { $0 = true } }
    }

    @TaskLocal package static var mark: Mark?

    /// Called by the default implementation of an optional method.
    public static func notImplemented() { mark?.set() }

    /// Calls a synchronous optional method; `nil` means that the delegate does not have it.
    public static func call<Result>(_ body: () -> Result) -> Result? {
        let mark = Mark()
        let result = $mark.withValue(mark) { body() }
        return mark.isSet ? nil : result
    }

    /// Calls an asynchronous optional method; `nil` means that the delegate does not have it.
    public nonisolated(nonsending) static func call<Result>(_ body: () async -> Result) async -> Result? {
        let mark = Mark()
        let result = await $mark.withValue(mark) { await body() }
        return mark.isSet ? nil : result
    }
}
