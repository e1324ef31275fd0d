/// What a measurement is to do, as the command line says.
package struct BenchOrder: Sendable {
    /// Prints a line of progress.
    package let note: @Sendable (String) -> Void
    /// To how many devices a message goes where it goes to all.
    var devices = 100_000
    /// The only parts of the measurement that run; nil for all of them.
    var parts: Set<String>?
    /// The PostgreSQL database to measure on; nil starts a server.
    var databaseURL: String?

    /// Whether a part runs.
    func wants(_ part: String) -> Bool { parts?.contains(part) ?? true }
}
