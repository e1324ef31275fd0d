import TidingsServer
import Timekeeping

extension Command {
    /// `tidings migrate`.
    static let migrate = Command(
        "migrate", "Bring the database's schema up to date, or tell how it is.",
        discussion: """
            A server does this by itself when it starts. Each step is a transaction of its own, so a step that fails leaves
            the database as the step before made it, and the same command goes on. There is no way back but a backup: make one
            before an upgrade. A database that a newer version has written is refused and left alone.

            With SQLite, stop the server first. With PostgreSQL servers of the version before go on working meanwhile.
            """,
        options: DataOptions.all + [
            .flag("status", "List all steps and whether the database has seen them; change nothing."),
            .flag("dry-run", "List the steps that would be applied; change nothing."),
            .json,
        ],
        examples: [
            Example("tidings migrate --data /var/lib/tidings --status", "Lists what the database has seen."),
            Example("tidings migrate --data /var/lib/tidings --dry-run", "Lists what an upgrade would do."),
            Example("tidings migrate --database postgresql://tidings@db/tidings", "Upgrades before the servers do."),
        ]
    ) { invocation in
        guard !(invocation.flag("status") && invocation.flag("dry-run")) else {
            throw CommandError(.invalidValue, "--status and --dry-run list different things. Give one of them.")
        }
        let (folder, url) = (DataOptions.folder(invocation), DataOptions.database(invocation))
        let time = SystemTime()
        let output = invocation.output
        if invocation.flag("status") || invocation.flag("dry-run") {
            let status = try await SchemaStatus.read(dataDirectory: folder, databaseURL: url, time: time)
            let steps = invocation.flag("status") ? status.steps : status.pending
            try output.result(
                steps.map { Step(version: $0.version, name: $0.name, applied: $0.isApplied) },
                text: steps.isEmpty
                    ? "The schema is up to date."
                    : output.table(
                        ["STEP", "NAME", "STATE"],
                        steps.map { [String($0.version), $0.name, $0.isApplied ? "applied" : "to be applied"] }))
            return .done
        }
        let count = try await SchemaStatus.upgrade(dataDirectory: folder, databaseURL: url, time: time)
        try output.result(
            ["applied": count],
            text: count == 0 ? "The schema is up to date." : "Applied \(count) step\(count == 1 ? "" : "s").")
        return .done
    }
}

private struct Step: Encodable {
    let version: Int
    let name: String
    let applied: Bool
}
