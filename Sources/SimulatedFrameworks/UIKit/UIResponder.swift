public import Foundation

/// The base of apps and their delegates.
@MainActor
open class UIResponder: NSObject {
    /// Makes a responder.
    nonisolated public override init() {}
}
