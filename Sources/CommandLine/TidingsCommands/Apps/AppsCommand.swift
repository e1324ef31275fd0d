import Foundation

extension Command {
    /// `tidings apps`.
    static let apps = Command(
        "apps", "Register apps and give them their APNs keys.",
        examples: [
            Example("tidings apps create --bundle-id com.example.app --name Example", "Registers an app."),
            Example("tidings apps credentials app_… --p8 AuthKey_ABC123DEFG.p8 --team-id TEAM123456", "Lets it send."),
        ],
        subcommands: [appsCreate, appsList, appsSettings, appsCredentials])

    private static let appsCreate = Command(
        "create", "Register an app by its bundle id.",
        options: [.value("bundle-id", "ID", "The app's bundle id."), .value("name", "TEXT", "A name for people.")]
            + ServerOptions.all + [.json],
        examples: [Example("tidings apps create --bundle-id com.example.app", "Prints the new app's id.")]
    ) { invocation in
        let client = try ServerOptions.client(invocation)
        var body = ["bundleId": try invocation.required("bundle-id")]
        body["name"] = invocation.value("name")
        let app: App = try await client.call(
            .init(method: "POST", path: "/v1/apps", body: Data(try Output.encoded(body).utf8)))
        try invocation.output.result(app, text: app.id)
        return .done
    }

    private static let appsList = Command(
        "list", "List the tenant's apps.", options: [APIClient.limitOption] + ServerOptions.all + [.json],
        examples: [Example("tidings apps list", "Shows each app with its bundle id.")]
    ) { invocation in
        let client = try ServerOptions.client(invocation)
        let limit = try invocation.integer("limit", in: 1...10_000) ?? 50
        let apps: [App] = try await client.items("/v1/apps", limit: limit)
        let output = invocation.output
        try output.result(
            apps,
            text: output.table(
                ["ID", "BUNDLE ID", "APNS KEY", "NAME"], apps.map { [$0.id, $0.bundleId, $0.key, $0.name ?? ""] }))
        return .done
    }

    private static let appsCredentials = Command(
        "credentials", "Give an app the APNs key that its pushes are signed with.",
        discussion: """
            The file is the .p8 that Apple lets you download once when you make a key. Its name holds the key id,
            so --key-id is needed only when the file was renamed. The server never shows the key again.
            """,
        arguments: [Argument("APP", "The app's id, app_….")],
        options: [
            .value("p8", "FILE", "The key file from Apple."),
            .value("team-id", "TEAM", "Your team id, ten characters."),
            .value("key-id", "ID", "The key's id, ten characters; from AuthKey_<id>.p8 by default."),
            .value(
                "environment", "NAME", "sandbox or production; may be repeated, both by default.", repeatable: true),
        ] + ServerOptions.all + [.json],
        examples: [
            Example(
                "tidings apps credentials app_… --p8 AuthKey_ABC123DEFG.p8 --team-id TEAM123456",
                "Stores the key for both environments.")
        ]
    ) { invocation in
        let credential = try APNsKeyFile(invocation)
        let client = try ServerOptions.client(invocation)
        let app = APIClient.escaped(invocation.argument(0) ?? "")
        let body = Data(try Output.encoded(credential).utf8)
        let stored: App = try await client.call(
            .init(method: "PUT", path: "/v1/apps/\(app)/credentials", body: body))
        try invocation.output.result(
            stored, text: "Key \(credential.keyId) of team \(credential.teamId) signs the pushes of \(app).")
        return .done
    }
}

struct App: Codable {
    struct Credential: Codable {
        let environment: String
        let keyId: String?
        let teamId: String?
    }

    let id: String
    let bundleId: String
    let name: String?
    let credentials: [Credential]?
    let settings: AppSettings

    /// The key ids with where they are good: an app without one registers devices and sends nothing.
    var key: String {
        let credentials = credentials ?? []
        if credentials.isEmpty { return "none" }
        return Dictionary(grouping: credentials) { $0.keyId ?? "set" }.sorted { $0.key < $1.key }
            .map { "\($0.key) (\($0.value.map(\.environment).sorted().joined(separator: ", ")))" }
            .joined(separator: ", ")
    }
}

/// An APNs key as the server takes it, read from the file that Apple gives out.
struct APNsKeyFile: Encodable {
    let kind = "token"
    let teamId: String
    let keyId: String
    let privateKey: String
    let environments: [String]

    init(_ invocation: Invocation) throws {
        let path = try invocation.required("p8")
        teamId = try Self.identifier(try invocation.required("team-id"), "team-id")
        keyId = try Self.identifier(invocation.value("key-id") ?? Self.keyID(fromPath: path), "key-id")
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw CommandError(.unusableSetting, "Cannot read \(quoted(path)). Check the path that --p8 names.")
        }
        guard text.contains("-----BEGIN PRIVATE KEY-----") else {
            throw CommandError(
                .unusableSetting,
                "\(quoted(path)) is not an APNs key. Give the .p8 file as Apple's developer site sent it.")
        }
        privateKey = text
        let named = invocation.values("environment")
        if let wrong = named.first(where: { !["sandbox", "production"].contains($0) }) {
            throw CommandError(.invalidValue, "--environment must be sandbox or production, not \(quoted(wrong)).")
        }
        environments = named.isEmpty ? ["sandbox", "production"] : named
    }

    /// `AuthKey_ABC123DEFG.p8` names the key ABC123DEFG.
    static func keyID(fromPath path: String) throws(CommandError) -> String {
        let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
        guard let id = name.split(separator: "_").last, name.hasPrefix("AuthKey_") else {
            throw CommandError(.missingOption, "The file's name does not tell the key id. Give it with --key-id.")
        }
        return String(id)
    }

    private static func identifier(_ text: String, _ option: String) throws(CommandError) -> String {
        guard text.count == 10, text.allSatisfy({ $0.isASCII && ($0.isUppercase || $0.isNumber) }) else {
            throw CommandError(
                .invalidValue, "--\(option) must be ten capital letters and digits, not \(quoted(text)).")
        }
        return text
    }
}
