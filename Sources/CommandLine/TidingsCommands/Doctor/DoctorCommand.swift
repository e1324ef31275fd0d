import Foundation
import ProjectDoctor
import XcodeProject

extension Command {
    /// `tidings doctor`.
    static let doctor = Command(
        "doctor", "Find what keeps pushes from arriving in an app, and repair what can be.",
        discussion: """
            Reads an Xcode project, its property lists, entitlements and sources, its Podfile and packages, and
            whatever belongs to pushes: a provisioning profile, Firebase's configuration, a key, a payload, a token,
            a running server. Profiles and Firebase's file are found by themselves in the project's folder. Each
            finding says where it was seen, why it matters and what to change; Documentation/Doctor.md lists them.

            --fix makes the changes that are safe: all files are written, or none. Exits 1 when an error is left.
            """,
        options: [
            .value(
                "path", "DIR",
                "The folder with the .xcodeproj, or that, or an .xcworkspace; the current folder by default."),
            .value("app-target", "NAME", "Only this app; all apps of the project by default."),
            .value("profile", "FILE", "A provisioning profile; may be repeated.", repeatable: true),
            .value("apns-key", "FILE", "The .p8 key that pushes are signed with."),
            .value("key-id", "ID", "The id that the sender uses with the key."),
            .value("team-id", "ID", "The team that the sender uses with the key."),
            .value("payload", "FILE", "A push as it is sent, JSON; - for standard input."),
            .value("token", "TOKEN", "A device token as the sender has it."),
            .value("environment", "ENVIRONMENT", "Where the sender sends to: sandbox or production."),
            .value("clock", "URL", "Compare the clock with that of this server, such as https://www.apple.com."),
            .value("server", "URL", "Ask this Tidings server for the app, its credentials and its clock."),
            .value("key", "KEY", "A secret key of the server; better in TIDINGS_KEY."),
            .value("tenant", "SLUG", "The tenant, for workspace keys; TIDINGS_TENANT by default."),
            .flag("fix", "Make the changes that are safe."),
            .flag("dry-run", "With --fix: show the changes as a unified diff and make none."),
            .flag("rules", "List all rules instead."),
            .json,
        ],
        examples: [
            Example("tidings doctor --path ios", "Looks at the project in ios."),
            Example("tidings doctor --path ios --fix --dry-run", "Shows what --fix would change."),
            Example(
                "tidings doctor --apns-key AuthKey_ABC123DEFG.p8 --key-id ABC123DEFG --payload push.json",
                "Looks at a key and a push as well."),
            Example("tidings doctor --server https://push.example.com --json", "Asks the server, too, for programs."),
        ]
    ) { invocation in
        if invocation.flag("rules") { return listRules(invocation.output) }
        do {
            return try await Doctor(invocation).run()
        } catch let error as ProjectError {
            throw CommandError(error)
        }
    }

    private static func listRules(_ output: Output) -> ExitCode {
        struct Row: Encodable {
            let code: String
            let severity: String
            let title: String
            let why: String
            let repairable: Bool
        }
        let rows = Catalogue.rules.map {
            Row(
                code: $0.code, severity: $0.severity.rawValue, title: $0.title, why: $0.why, repairable: $0.isRepairable
            )
        }
        try? output.result(
            rows,
            text: output.table(
                ["rule", "severity", "what"], Catalogue.rules.map { [$0.code, $0.severity.rawValue, $0.title] }))
        return .done
    }
}

/// One run of `tidings doctor`.
struct Doctor {
    let invocation: Invocation
    var output: Output { invocation.output }

    init(_ invocation: Invocation) { self.invocation = invocation }

    func run() async throws -> ExitCode {
        guard invocation.flag("fix") || !invocation.flag("dry-run") else {
            throw CommandError(.missingOption, "--dry-run goes with --fix: without it doctor changes nothing anyway.")
        }
        let evidence = try await DoctorEvidence(invocation).subject()
        var reports: [DoctorReport] = []
        for app in try apps(evidence) {
            var subject = evidence
            if let app {
                subject.app = try InspectedApp(app.app, isOnly: app.isOnly)
                ProjectSearch.fill(&subject, from: app.app.location.root)
            }
            var report = DoctorReport(app: app?.app, findings: Catalogue.findings(subject))
            if invocation.flag("fix"), let app { try treat(app.app, &report) }
            reports.append(report)
        }
        let isDry = invocation.flag("dry-run")
        try DoctorReport.print(reports, isDry: isDry, to: output)
        return reports.contains { $0.hasErrors(isDry) } ? .mistake : .done
    }

    private func treat(_ app: AppTargets.App, _ report: inout DoctorReport) throws {
        let (changes, repaired) = try Treatment.plan(report.findings, app)
        report.changes = changes
        report.repaired = repaired
        guard !invocation.flag("dry-run"), !changes.isEmpty else { return }
        let transaction = FileTransaction(for: app.location)
        if try transaction.recover() {
            throw CommandError(
                .failed, "An earlier run was interrupted; what it had changed was taken back. Run it again.")
        }
        try transaction.run(changes)
    }

    /// The apps of the project; one nil where there is no project and other things were given.
    private func apps(_ evidence: Subject) throws -> [(app: AppTargets.App, isOnly: Bool)?] {
        let isOnlyEvidence =
            invocation.value("path") == nil && invocation.value("app-target") == nil
            && (evidence.key != nil || evidence.payload != nil || evidence.deviceToken != nil || evidence.server != nil
                || !evidence.profiles.isEmpty)
        let found = Result { () throws(ProjectError) in
            try ProjectLocation.projects(at: invocation.value("path") ?? ".")
        }
        if case .failure(let error) = found, error.code == .noProject, isOnlyEvidence { return [nil] }
        let locations = try found.get()
        let all = try AppTargets.all(among: locations)
        if let name = invocation.value("app-target") {
            return [(try AppTargets.choose(name, among: locations), all.count == 1)]
        }
        return all.map { ($0, all.count == 1) }
    }
}
