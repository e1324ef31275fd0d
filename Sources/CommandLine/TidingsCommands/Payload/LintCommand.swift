import Foundation
import Payloads
import PushModel
import Timekeeping
import XcodeProject

extension Command {
    /// `tidings payload lint`.
    static let payloadLint = Command(
        "lint", "Find what is wrong with a push before it is sent, and mend it.",
        discussion: """
            Takes a payload as APNs gets it, a message for FCM or its Admin SDK, options of notify-kit, requests to
            OneSignal and Expo, and messages of ours; says which it took the file for. Each finding has a stable code,
            the place, the reason and its source; Documentation/LintRules.md lists them all.

            Exit code 1 if there is an error, or with --strict a warning. --fix writes what can be mended without a
            person and changes no other byte; with - for FILE it prints the mended text.
            """,
        arguments: [PayloadSource.argument],
        options: PayloadSource.options + [
            .value("sounds", "DIR", "The folder with the app's sound files: their names and lengths are checked."),
            .flag("strict", "Let warnings fail, too."),
            .flag("fix", "Write the file with what can be mended."),
            .flag("dry-run", "With --fix: show what would change, as a unified diff, and write nothing."),
            .flag("sarif", "Print a SARIF 2.1.0 log for code hosts."),
            .json,
        ],
        examples: [
            Example("tidings payload lint push.json", "Checks a file."),
            Example("tidings payload lint push.json --fix --dry-run", "Shows how it would be mended."),
            Example(
                "tidings payload lint - --header apns-push-type:background --header apns-topic:com.example.app",
                "Checks standard input with its headers."),
            Example("tidings payload lint push.json --strict --sarif > lint.sarif", "For continuous integration."),
        ]
    ) { invocation in
        try LintCommand(invocation).run()
    }
}

/// One run of `tidings payload lint`.
struct LintCommand {
    let invocation: Invocation
    let source: PayloadSource
    var output: Output { invocation.output }

    init(_ invocation: Invocation) throws {
        self.invocation = invocation
        source = try PayloadSource(invocation)
        if invocation.flag("dry-run"), !invocation.flag("fix") {
            throw CommandError(.invalidValue, "--dry-run goes with --fix only.")
        }
    }

    func run() throws -> ExitCode {
        let report: LintReport
        do throws(PayloadInputError) {
            report = try check()
        } catch {
            report = LintReport(fileName: source.name, bytes: source.bytes, error: error)
        }
        if invocation.flag("fix"), let document = report.document { try write(document.bytes) }
        if invocation.flag("sarif") {
            output.verbatim(report.sarif(version: Version.current).description)
        } else if output.isJSON {
            output.verbatim(report.json.description)
        } else {
            // The mended text of standard input, or the difference, is on standard output, so the findings go beside it.
            let isDry = invocation.flag("dry-run")
            let isFilter = invocation.flag("fix") && source.path == nil || isDry
            for line in LintText(report, output, isDry: isDry).lines {
                isFilter ? output.note(line) : output.text(line)
            }
        }
        let isBad = report.count(.error) > 0 || invocation.flag("strict") && report.count(.warning) > 0
        return isBad ? .mistake : .done
    }

    private func check() throws(PayloadInputError) -> LintReport {
        let lint = PayloadLint(
            soundFile: invocation.value("sounds").map(Self.sounds),
            secondsSince1970: Int(SystemTime().now.timeIntervalSince1970))
        guard invocation.flag("fix") else {
            let document = try source.document()
            return LintReport(fileName: source.name, document: document, findings: lint.findings(in: document))
        }
        let repair = try lint.mend(source.bytes, as: source.format, headers: source.headers)
        let document = try PayloadDocument(reading: repair.bytes, as: source.format, headers: source.headers)
        return LintReport(fileName: source.name, document: document, findings: repair.left, mended: repair.mended)
    }

    /// Puts the mended text where it belongs.
    private func write(_ bytes: [UInt8]) throws {
        guard let path = source.path, !invocation.flag("dry-run") else {
            guard invocation.flag("dry-run") else {
                if !output.isJSON, !invocation.flag("sarif") { output.verbatim(String(decoding: bytes, as: UTF8.self)) }
                return
            }
            guard bytes != source.bytes, !output.isJSON, !invocation.flag("sarif") else { return }
            output.verbatim(
                LineDifference(source.bytes, bytes).unified(oldName: "a/\(source.name)", newName: "b/\(source.name)"))
            return
        }
        guard bytes != source.bytes else { return }
        let url = URL(fileURLWithPath: path)
        let journal = url.deletingLastPathComponent().appendingPathComponent(".\(url.lastPathComponent).tidings-lint")
        let transaction = FileTransaction(journal: journal)
        do throws(ProjectError) {
            _ = try transaction.recover()
            try transaction.run([FileChange(url, before: source.bytes, after: bytes)])
        } catch {
            throw CommandError(.init(rawValue: error.code.rawValue), error.description, exitCode: .failure)
        }
    }

    /// Reads the sound files of a folder; no sound of a notification has more than the bytes that are read.
    private static func sounds(in folder: String) -> @Sendable (String) -> [UInt8]? {
        { name in
            // A name leads nowhere else.
            guard !name.split(separator: "/").contains(".."), !name.contains("\0") else { return nil }
            let url = URL(fileURLWithPath: folder).appendingPathComponent(name)
            guard let file = FileHandle(forReadingAtPath: url.path) else { return nil }
            return ((try? file.read(upToCount: 64 << 20)) ?? nil).map { Array($0) } ?? []
        }
    }
}
