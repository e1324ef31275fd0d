/// A claim that work is in progress, during which virtual time stands still.
///
/// Copies are the same claim: the first release ends it, later ones do nothing.
public struct BusyHold: Sendable {
    private let end: (@Sendable () -> Void)?

    /// Makes a hold that calls the closure on release; the closure must bear being called more than once.
    public init(onRelease end: (@Sendable () -> Void)?) { self.end = end }

    /// A hold that holds nothing, as real time hands out.
    public static var none: BusyHold { BusyHold(onRelease: nil) }

    /// Ends the claim.
    public func release() { end?() }
}
