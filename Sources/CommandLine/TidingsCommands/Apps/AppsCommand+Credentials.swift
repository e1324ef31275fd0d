import Foundation

extension Command {
    static let appsCredentials = Command(
        "credentials", "Give an app the APNs key, or the certificate, that its pushes are sent with.",
        discussion: """
            A key is the .p8 file that Apple lets you download once when you make it. Its name holds the key id, so --key-id is
            needed only when the file was renamed. A certificate is a .p12 file as Keychain Access exports it, whose password
            is taken from TIDINGS_P12_PASSWORD, or a PEM file that holds its key as well. The server shows neither again.
            """,
        arguments: [Argument("APP", "The app's id, app_….")],
        options: [
            .value("p8", "FILE", "The key file from Apple."),
            .value("team-id", "TEAM", "With --p8: your team id, ten characters."),
            .value("key-id", "ID", "With --p8: the key's id, ten characters; from AuthKey_<id>.p8 by default."),
            .value("p12", "FILE", "A certificate with its key, in place of --p8."),
            .value("pem", "FILE", "The same as PEM text."),
            .value(
                "environment", "NAME", "sandbox or production; may be repeated, both by default.", repeatable: true),
            .flag("probe", "Ask APNs first, and set it only where APNs takes it."),
        ] + ServerOptions.all + [.json],
        examples: [
            Example(
                "tidings apps credentials app_… --p8 AuthKey_ABC123DEFG.p8 --team-id TEAM123456",
                "Stores the key for both environments."),
            Example(
                "TIDINGS_P12_PASSWORD=… tidings apps credentials app_… --p12 push.p12 --probe",
                "Stores the certificate where APNs takes it."),
        ]
    ) { invocation in
        let credential = try CredentialFile(invocation)
        let client = try ServerOptions.client(invocation)
        let app = APIClient.escaped(invocation.argument(0) ?? "")
        let body = Data(try Output.encoded(credential).utf8)
        let stored: App = try await client.call(
            .init(method: "PUT", path: "/v1/apps/\(app)/credentials", body: body))
        try invocation.output.result(stored, text: "\(stored.bundleId) sends with \(stored.key).")
        return .done
    }

    static let appsProbe = Command(
        "probe", "Ask APNs whether it takes an app's credentials.",
        discussion: "A push goes to a token that nobody has; what APNs answers tells whether it knows the credential.",
        arguments: [Argument("APP", "The app's id, app_….")], options: ServerOptions.all + [.json],
        examples: [Example("tidings apps probe app_…", "Says for each environment what APNs thinks of the credential.")]
    ) { invocation in
        let client = try ServerOptions.client(invocation)
        let app = APIClient.escaped(invocation.argument(0) ?? "")
        let findings: Findings = try await client.call(
            .init(method: "POST", path: "/v1/apps/\(app)/credentials/probe"))
        let output = invocation.output
        try output.result(
            findings.items,
            text: findings.items.isEmpty
                ? "The app has no credential."
                : output.table(
                    ["ENVIRONMENT", "RESULT", "WHAT APNS SAYS"],
                    findings.items.map { [$0.environment, $0.result, $0.message] }))
        return findings.items.contains { $0.result == "valid" } ? .done : .mistake
    }
}

private struct Findings: Codable {
    struct Finding: Codable {
        let environment: String
        let result: String
        let reason: String?
        let message: String
    }

    let items: [Finding]
}
