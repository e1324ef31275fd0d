/// The APNs environment that a token belongs to.
package enum PushEnvironment: String, Sendable, CaseIterable, DatabaseConvertible {
    case sandbox, production

    /// The one that this is not.
    package var other: PushEnvironment { self == .sandbox ? .production : .sandbox }
}
