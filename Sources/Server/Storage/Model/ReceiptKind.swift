/// What a device reports about a delivery.
package enum ReceiptKind: String, Sendable, CaseIterable, DatabaseConvertible {
    /// It arrived.
    case delivered
    /// It was shown.
    case presented
    /// It was not shown, by a rule of the app.
    case suppressed
    /// It was tapped, or one of its actions was.
    case opened
    /// It was cleared away.
    case dismissed
}
