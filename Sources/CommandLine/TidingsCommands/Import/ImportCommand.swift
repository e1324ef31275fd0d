import Foundation
import Timekeeping

extension Command {
    /// `tidings import`.
    static let importing = Command(
        "import", "Take over people and device tokens from a file.",
        discussion: """
            The file is CSV with a line of names, or JSON objects (one on each line, or in a list). The columns of OneSignal's
            export of subscriptions and of Firebase's export of accounts are known, as are externalId, token, bundleId,
            environment, timezone, locale, enabled, attributes (an object) and attributes.NAME. --map names others.

            Records that cannot be taken are listed with line and reason in FILE.refused.jsonl; the others are taken. How far
            it came stands in FILE.import.json until it is through: after an interruption the same command goes on from there,
            and doubles nothing. Exit code 1 tells that some were refused.
            """,
        arguments: [Argument("FILE", "The file, .csv, .jsonl or .json.")],
        options: [
            .value("bundle-id", "ID", "The app that the tokens belong to, where the file does not say."),
            .value("environment", "NAME", "Where tokens are good: production (default) or sandbox."),
            .value(
                "map", "FIELD=COLUMN", "What a column is for, such as externalId=login or attributes.plan=Plan.",
                repeatable: true),
            .flag("all-attributes", "Take every other column as an attribute."),
            .value("format", "FORM", "csv, jsonl or json; by the file's name if not given."),
            .flag("dry-run", "Have the server check every record, and change nothing."),
            .value("state", "PATH", "Where to keep how far it came; FILE.import.json by default."),
            .value("refused", "PATH", "Where to list what was refused; FILE.refused.jsonl by default."),
            .flag("restart", "Begin anew, whatever an earlier run has done."),
        ] + ServerOptions.all + [.json],
        examples: [
            Example(
                "tidings import users.csv --bundle-id com.example.app --dry-run",
                "Tells what would be taken and what not."
            ),
            Example("tidings import users.csv --bundle-id com.example.app", "Imports an export of OneSignal's."),
            Example(
                "tidings import crm.csv --map externalId=login --map attributes.plan=Plan", "Imports people of a file."),
        ]
    ) { invocation in
        let path = invocation.argument(0) ?? ""
        let form = try ImportSource.form(invocation, path: path)
        let client = try ServerOptions.client(invocation)
        let isDryRun = invocation.flag("dry-run")
        let statePath = invocation.value("state") ?? "\(path).import.json"
        var refusedFile = RefusedFile(path: invocation.value("refused") ?? "\(path).refused.jsonl")
        let map = try mapping(invocation)
        let fingerprint = try ImportProgress.fingerprint(
            path,
            options: [
                client.server.absoluteString, client.tenant ?? "", form.rawValue, invocation.value("bundle-id") ?? "",
                invocation.value("environment") ?? "", String(invocation.flag("all-attributes")),
            ] + map.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })
        let earlier =
            isDryRun || invocation.flag("restart")
            ? nil : try ImportProgress.earlier(statePath, fingerprint: fingerprint)
        var source = try ImportSource(path, form: form, from: earlier)
        let rules = try ImportMapping(
            columns: source.columns, map: map, takesAll: invocation.flag("all-attributes"),
            bundleID: invocation.value("bundle-id"), environment: invocation.value("environment"))
        var progress = earlier ?? ImportProgress(fingerprint: fingerprint)
        progress.columns = source.columns
        try refusedFile.cut(at: progress.refusedBytes)
        introduce(rules, earlier, invocation.output)
        let time = SystemTime()
        let pace = ImportPace(time: time, size: source.size, rows: progress.totals.rows, output: invocation.output)
        let run = ImportRun(
            client: client, mapping: rules, isDryRun: isDryRun, time: time,
            keep: { progress, refused in
                progress.refusedBytes = try refusedFile.append(refused, after: progress.refusedBytes)
                if !isDryRun { try progress.save(statePath) }
            },
            report: { pace.tell($0) })
        do {
            try await run.run(&source, &progress)
        } catch is CancellationError {
            throw CommandError(
                .failed, "Stopped at line \(progress.line). The same command goes on from there.", exitCode: .failure)
        } catch {
            if progress.totals.rows > 0, !isDryRun {
                invocation.output.note("Stopped at line \(progress.line). The same command goes on from there.")
            }
            throw error
        }
        if !isDryRun { try? FileManager.default.removeItem(atPath: statePath) }
        let outcome = ImportOutcome(
            progress.totals, pace: pace, isDryRun: isDryRun, refusedFile: refusedFile.path)
        try invocation.output.result(outcome, text: outcome.text)
        return progress.totals.refused == 0 ? .done : .mistake
    }

    private static func mapping(_ invocation: Invocation) throws(CommandError) -> [String: ImportField] {
        var map: [String: ImportField] = [:]
        for pair in invocation.values("map") {
            let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, let field = ImportField(parts[0]) else {
                throw CommandError(
                    .invalidValue,
                    "--map takes FIELD=COLUMN with a field of \(ImportField.names.joined(separator: ", ")), "
                        + "attributes or attributes.NAME, not \(quoted(pair)).")
            }
            map[parts[1]] = field
        }
        if let environment = invocation.value("environment"), !["production", "sandbox"].contains(environment) {
            throw CommandError(
                .invalidValue, "--environment must be production or sandbox, not \(quoted(environment)).")
        }
        return map
    }

    private static func introduce(_ mapping: ImportMapping, _ earlier: ImportProgress?, _ output: Output) {
        if mapping.origin != .own { output.note("This is an export of \(mapping.origin.rawValue)'s.") }
        if !mapping.ignored.isEmpty {
            output.note("Not taken: \(mapping.ignored.joined(separator: ", ")). --map or --all-attributes takes them.")
        }
        if let earlier, earlier.position > 0 {
            output.note("Going on at line \(earlier.line); \(earlier.totals.rows) records were done before.")
        }
    }
}
