/// A database that many tasks share; blocking work happens on threads of its own, never on the caller's.
package protocol Database: Sendable {
    /// Runs `body` on a connection that cannot write and sees one unchanging state, including all writes that returned.
    func read<Result: Sendable>(
        _ body: @escaping @Sendable (any ReadConnection) throws -> Result
    ) async throws -> Result

    /// Runs `body` in a transaction and returns once its writes are durable.
    ///
    /// Writes of many callers share one commit. If `body` throws, only its own writes are undone and the error is
    /// thrown to its caller. Keep network and other waiting out of it: the next writer waits for it. It may be run again
    /// when other writes were in its way, so it must change nothing but the database.
    @discardableResult
    func write<Result: Sendable>(
        _ body: @escaping @Sendable (any WriteConnection) throws -> Result
    ) async throws -> Result

    /// Finishes the calls under way, flushes, and lets go of the files; later calls throw `closed`.
    func close() async

    /// The same database with every call in the name of one tenant.
    func scoped(to tenant: Int64) -> any Database

    /// Closes the rows of each tenant to the calls of others, by the means of the database.
    func separateTenants() async throws

    /// Calls `heard` whenever another server on the same data has announced work, until the database is closed.
    func listen(_ heard: @escaping @Sendable () -> Void)
}

extension Database {
    /// Runs the closure, and closes the database whatever comes of it.
    package func closed<Result>(after body: () async throws -> Result) async throws -> Result {
        do {
            let result = try await body()
            await close()
            return result
        } catch {
            await close()
            throw error
        }
    }

    /// The database itself, where tenants are told apart by the statements alone.
    package func scoped(to tenant: Int64) -> any Database { self }

    /// Does nothing, where the statements alone tell tenants apart.
    package func separateTenants() async throws {}

    /// Does nothing, where no other server can be.
    package func listen(_ heard: @escaping @Sendable () -> Void) {}
}
