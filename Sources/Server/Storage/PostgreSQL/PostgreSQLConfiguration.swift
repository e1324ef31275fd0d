import Foundation

/// How a PostgreSQL database is used; the defaults suit a server.
package struct PostgreSQLConfiguration: Sendable {
    /// Where it is: a connection URI or string as libpq takes it, several hosts for fail-over included.
    package var url: String
    /// How many connections read at the same time; default 3, at least 1.
    package var readerCount = 3
    /// How many connections write for tenants; each serves some tenants, and their writes share commits; default 2.
    package var tenantWriterCount = 2
    /// How many connections plan, claim and record; default 3, at least 1.
    package var systemWriterCount = 3
    /// How many writes of tenants share one commit at most; default 256.
    package var groupLimit = 256
    /// How long the server works at one statement; default 30 s.
    package var statementTimeout: Duration = .seconds(30)
    /// How long a statement waits for a lock; default 10 s.
    package var lockTimeout: Duration = .seconds(10)
    /// After what silence within a transaction the server takes the client for frozen and gives its locks up; default 15 s.
    package var silenceTimeout: Duration = .seconds(15)
    /// How often a write is run again that others were in the way of, or whose connection broke; default 8.
    package var attemptLimit = 8
    /// Who this server is to the others; default a random id.
    package var node = UUID().uuidString
    /// How many prepared statements each connection keeps; default 256.
    package var statementCacheLimit = 256

    /// Makes a configuration with all defaults.
    package init(url: String) { self.url = url }
}
