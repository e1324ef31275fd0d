import Foundation
import ProjectDoctor
import Timekeeping

extension Command {
    /// `tidings profile`.
    static let profile = Command(
        "profile", "Look at provisioning profiles.",
        examples: [Example("tidings profile inspect App.mobileprovision", "Says what it means for pushes.")],
        subcommands: [inspectProfile])

    private static let inspectProfile = Command(
        "inspect", "Say for which app, devices and pushes a provisioning profile is.",
        discussion: """
            Opens a .mobileprovision, a .provisionprofile, or the embedded.mobileprovision of a build. Its signature is
            checked against the certificate in it; whether that is Apple's is not.

            Exits 1 when a build that is signed with it gets no pushes.
            """,
        arguments: [Argument("FILE", "The profile.")], options: [.json],
        examples: [
            Example("tidings profile inspect App.mobileprovision", "Shows name, team, rights and dates."),
            Example(
                "tidings profile inspect Payload/App.app/embedded.mobileprovision --json",
                "The same of a build, for programs."),
        ]
    ) { invocation in
        let path = invocation.argument(0) ?? ""
        guard let bytes = ProjectSearch.bytes(URL(fileURLWithPath: path), limit: ProjectSearch.profileByteLimit) else {
            throw CommandError(.unusableSetting, "Cannot read \(quoted(path)), or it is too large to be a profile.")
        }
        let report: ProfileReport
        do {
            report = ProfileReport(try ProvisioningProfile(bytes), now: SystemTime().now)
        } catch let fault as ProvisioningProfile.Fault {
            throw CommandError(.unusableSetting, "\(quoted(path)): \(fault)")
        }
        try invocation.output.result(report, text: report.text(invocation.output))
        return report.ok ? .done : .mistake
    }
}

/// What a provisioning profile says and means.
struct ProfileReport: Encodable {
    struct Certificate: Encodable {
        let name: String
        let expires: String
    }
    struct Remark: Encodable {
        let code: String
        let text: String
        let isFault: Bool
    }

    let name: String
    let uuid: String
    let teamId: String
    let teamName: String
    let applicationId: String
    let kind: String
    let apsEnvironment: String?
    let tokenEnvironment: String?
    let appGroups: [String]
    let devices: Int
    let created: String?
    let expires: String?
    let certificates: [Certificate]
    let signatureFits: Bool
    var remarks: [Remark] = []
    var ok: Bool { !remarks.contains(where: \.isFault) }

    init(_ profile: ProvisioningProfile, now: Date) {
        name = profile.name
        uuid = profile.uuid
        teamId = profile.teamID
        teamName = profile.teamName
        applicationId = profile.applicationID
        kind = profile.kind.rawValue
        apsEnvironment = profile.pushRight
        tokenEnvironment = profile.environment?.rawValue
        appGroups = profile.appGroups
        devices = profile.devices.count
        created = profile.created?.formatted(.iso8601)
        expires = profile.expires?.formatted(.iso8601)
        certificates = profile.certificates.map { Certificate(name: $0.name, expires: $0.expires.formatted(.iso8601)) }
        signatureFits = profile.isIntact
        remarks = Self.remarks(profile, now)
    }

    private static func remarks(_ profile: ProvisioningProfile, _ now: Date) -> [Remark] {
        var remarks: [Remark] = []
        if let environment = profile.environment {
            remarks.append(
                Remark(
                    code: "environment",
                    text: "Builds with it get tokens of the \(environment) environment: send to "
                        + (environment == .sandbox ? "api.sandbox.push.apple.com." : "api.push.apple.com."),
                    isFault: false))
        } else {
            remarks.append(
                Remark(
                    code: "profile_without_push",
                    text: profile.isWildcard
                        ? "It is for many apps, and such profiles have no pushes. Make one for the app's own id."
                        : "It has no aps-environment: builds get no device token. Switch on Push Notifications for the app id "
                            + "and make it anew. (That of an extension needs none.)", isFault: true))
        }
        if let expires = profile.expires, expires <= now {
            remarks.append(
                Remark(code: "profile_expired", text: "It has expired: builds with it do not start.", isFault: true))
        }
        if !profile.isIntact {
            remarks.append(
                Remark(
                    code: "profile_changed", text: "Its signature does not belong to what it says: phones refuse it.",
                    isFault: true))
        }
        if !profile.certificates.isEmpty, profile.certificates.allSatisfy({ $0.expires <= now }) {
            remarks.append(
                Remark(
                    code: "certificates_expired",
                    text: "All certificates in it have expired: nothing new can be signed.",
                    isFault: true))
        }
        return remarks
    }

    func text(_ output: Output) -> String {
        var lines = [
            "name          \(name)", "kind          \(kind)", "team          \(teamId) \(teamName)",
            "app id        \(applicationId)", "pushes        \(apsEnvironment ?? "no")",
        ]
        if !appGroups.isEmpty { lines.append("app groups    \(appGroups.joined(separator: ", "))") }
        if devices > 0 { lines.append("devices       \(devices)") }
        lines.append("valid until   \(expires ?? "not said")")
        lines += certificates.map { "certificate   \($0.name), until \($0.expires.prefix(10))" }
        lines.append("signature     \(signatureFits ? "fits" : "does not fit")")
        lines += remarks.map { output.coloured($0.isFault ? "✘" : "·", $0.isFault ? .red : .faint) + " \($0.text)" }
        return lines.joined(separator: "\n")
    }
}
