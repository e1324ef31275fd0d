import Locking
import Storage

/// A database that can be taken away and brought back.
final class UnreachableDatabase: Database {
    private let database: any Database
    private let state = Locked((isAway: false, refusals: 0))

    init(_ database: any Database) { self.database = database }

    /// Takes the database away, or brings it back.
    func setAway(_ isAway: Bool) { state.withLock { $0.isAway = isAway } }

    /// How many calls were refused.
    var refusals: Int { state.withLock { $0.refusals } }

    private func check() throws {
        let isAway = state.withLock { state in
            if state.isAway { state.refusals += 1 }
            return state.isAway
        }
        if isAway { throw StorageError(.unavailable, detail: "The database was taken away by the test.") }
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any ReadConnection) throws -> Value
    ) async throws -> Value {
        try check()
        return try await database.read(body)
    }

    @discardableResult
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any WriteConnection) throws -> Value
    ) async throws -> Value {
        try check()
        return try await database.write(body)
    }

    func close() async { await database.close() }
}
