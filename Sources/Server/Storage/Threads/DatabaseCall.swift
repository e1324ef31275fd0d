/// A caller's closure on its way to a connection, and its answer on the way back.
protocol DatabaseCall<Connection>: AnyObject, Sendable {
    associatedtype Connection

    /// Runs the closure and keeps its result or error.
    ///
    /// - Throws: What the closure threw.
    func perform(on connection: Connection) throws

    /// Keeps an error in place of what `perform` kept.
    func discard(_ error: any Error)

    /// Hands the caller what `perform` kept.
    func deliver()

    /// Hands the caller an error instead.
    func fail(_ error: any Error)
}

/// The only kind of call: made by one task, then touched by one database thread only.
final class PendingCall<Connection, Value: Sendable>: DatabaseCall, @unchecked Sendable {
    // The mailbox hands the call from the caller to the thread, which alone touches `result` from then on.
    private var result: Result<Value, any Error>?
    private let body: @Sendable (Connection) throws -> Value
    private let completion: @Sendable (Result<Value, any Error>) -> Void

    init(
        _ body: @escaping @Sendable (Connection) throws -> Value,
        completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        self.body = body
        self.completion = completion
    }

    func perform(on connection: Connection) throws {
        do {
            result = .success(try body(connection))
        } catch {
            result = .failure(error)
            throw error
        }
    }

    func discard(_ error: any Error) { result = .failure(error) }

    func deliver() {
        guard let result else { return fail(StorageError(.other, detail: "A call ended without having run.")) }
        completion(result)
    }

    func fail(_ error: any Error) { completion(.failure(error)) }
}
