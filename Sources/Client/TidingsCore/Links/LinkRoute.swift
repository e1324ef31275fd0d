/// Who opened a link.
package enum LinkRoute: String, Sendable {
    /// The app's delegate.
    case delegate
    /// The closure that the app gave.
    case closure
    /// The system, in whatever app it belongs to.
    case system
    /// Nobody: it belongs to the app itself, which did not want it.
    case nobody
}
