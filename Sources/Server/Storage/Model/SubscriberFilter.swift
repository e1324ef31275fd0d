/// A condition on the rows `s` of `subscribers` in the dialect of one database.
package struct SubscriberFilter: Sendable {
    /// A boolean expression that is never null; it names its values `?n`, `?n+1`, … from the number that was asked for.
    package let clause: String
    /// The values in the order of their numbers.
    package let values: [any DatabaseConvertible]

    /// Makes a filter.
    package init(clause: String, values: [any DatabaseConvertible]) {
        self.clause = clause
        self.values = values
    }
}
