import Foundation
import Payloads
import PushModel
import Timekeeping

extension Command {
    /// `tidings payload build`.
    static let payloadBuild = Command(
        "build", "Build a push for APNs, FCM or Tidings from options or a JSON file.",
        discussion: """
            The file has a route, notification and options, as the payload builder of notify-kit takes them; options
            of the command line go before it. All is checked first, and everything that is wrong is named with a code
            and its place. The push goes to standard output, its bytes and what the linter says to standard error.

            --for fcm and firebase-admin make both halves, data only for Android, with the same options byte for byte.
            """,
        arguments: [Argument("FILE", "A JSON file with the draft; - for standard input.", optional: true)],
        options: DraftOptions.all + [
            .value("for", "TARGET", "apns (default), fcm, firebase-admin or tidings."),
            .value("bundle-id", "ID", "With --for apns: the app, for the header apns-topic."),
            .flag("payload-only", "Print the payload for APNs alone, without headers or the rest of the message."),
            .json,
        ],
        examples: [
            Example(
                "tidings payload build --title Hello --body 'Your order left.' --sound default --bundle-id com.example.app",
                "Prints headers and payload for APNs."),
            Example(
                "tidings payload build draft.json --for fcm | tidings payload lint -",
                "Builds for FCM and checks the result."),
            Example("tidings payload build draft.json --for apns --json", "Prints the push with its bytes by part."),
        ]
    ) { invocation in
        try BuildCommand(invocation).run()
    }
}

/// One run of `tidings payload build`.
struct BuildCommand {
    let invocation: Invocation
    var output: Output { invocation.output }

    init(_ invocation: Invocation) { self.invocation = invocation }

    func run() throws -> ExitCode {
        let target = try target()
        let push: BuiltPush
        do {
            push = try build(DraftOptions.draft(invocation), target)
        } catch let error as ValidationError {
            return refuse(error.fields)
        } catch let error as PushModelError {
            throw CommandError(.init(rawValue: error.code.rawValue), error.message)
        }
        let findings = push.findings
        if output.isJSON {
            output.verbatim(report(push, findings).description)
            return .done
        }
        for part in push.parts {
            let largest = part.members.prefix(4).map { "\($0.path) \($0.byteCount)" }.joined(separator: ", ")
            output.note("\(part.name): \(part.byteCount) of \(push.byteLimit) bytes (\(largest))")
        }
        for part in push.largeParts {
            output.note(
                "warning: \(part.name) is near the limit: more than \(BuiltPush.cautiousByteCount) bytes, and services add their own."
            )
        }
        for finding in findings where finding.severity != .note {
            output.note(
                "\(finding.severity.rawValue): \(finding.path): \(finding.message) \(finding.fix) [\(finding.rule.code)]"
            )
        }
        guard invocation.flag("payload-only") else {
            output.verbatim(JSONValue.object(push.object).description)
            return .done
        }
        guard let payload = push.payload else {
            throw CommandError(.invalidValue, "--payload-only: the server makes the payload of a message of Tidings.")
        }
        output.verbatim(String(decoding: payload, as: UTF8.self))
        return .done
    }

    private func target() throws(CommandError) -> PushDraft.Target {
        let word = invocation.value("for") ?? PushDraft.Target.apns.rawValue
        guard let target = PushDraft.Target(rawValue: word) else {
            let known = PushDraft.Target.allCases.map(\.rawValue).joined(separator: ", ")
            throw CommandError(.invalidValue, "--for must be one of \(known), not \(quoted(word)).")
        }
        if target != .apns, invocation.value("bundle-id") != nil {
            throw CommandError(.invalidValue, "--bundle-id goes with --for apns only; others know the app.")
        }
        return target
    }

    private func build(_ draft: PushDraft, _ target: PushDraft.Target) throws(ValidationError) -> BuiltPush {
        let now = Int(SystemTime().now.timeIntervalSince1970)
        return switch target {
        case .apns: try draft.apns(bundleID: invocation.value("bundle-id"), secondsSince1970: now)
        case .fcm: try draft.fcm(secondsSince1970: now)
        case .firebaseAdmin: try draft.firebaseAdmin(secondsSince1970: now)
        case .tidings: try draft.tidings()
        }
    }

    /// Names everything that is wrong, a line each.
    private func refuse(_ faults: [FieldError]) -> ExitCode {
        if output.isJSON {
            let errors = faults.map { fault -> JSONValue in
                [
                    "code": .string(fault.code.rawValue), "param": .string(fault.param),
                    "message": .string(fault.message),
                ]
            }
            output.verbatim(JSONValue.object(["errors": .array(errors)]).description)
        } else {
            for fault in faults { output.note("error: \(fault.param): \(fault.message) [\(fault.code)]") }
        }
        return .mistake
    }

    private func report(_ push: BuiltPush, _ findings: [LintFinding]) -> JSONValue {
        let parts = push.parts.map { part -> JSONValue in
            let members = part.members.map { member -> JSONValue in
                ["path": .string(member.path), "byteCount": .int(member.byteCount)]
            }
            return [
                "name": .string(part.name), "byteCount": .int(part.byteCount), "byteLimit": .int(push.byteLimit),
                "isNearLimit": .bool(push.largeParts.contains(part)), "members": .array(members),
            ]
        }
        let remarks = findings.map { finding -> JSONValue in
            [
                "code": .string(finding.rule.code), "severity": .string(finding.severity.rawValue),
                "path": .string(finding.path), "message": .string(finding.message), "fix": .string(finding.fix),
            ]
        }
        return [
            "target": .string(push.target.rawValue), "push": .object(push.object), "parts": .array(parts),
            "findings": .array(remarks),
        ]
    }
}
