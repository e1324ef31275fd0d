/// The databases whose SQL differs where the common subset ends.
package enum SQLDialect: Sendable, CaseIterable {
    case sqlite
    case postgreSQL
}
