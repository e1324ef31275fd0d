import Foundation

extension Command {
    /// `tidings apps`.
    static let apps = Command(
        "apps", "Register apps and give them their APNs keys.",
        examples: [
            Example("tidings apps create --bundle-id com.example.app --name Example", "Registers an app."),
            Example("tidings apps credentials app_… --p8 AuthKey_ABC123DEFG.p8 --team-id TEAM123456", "Lets it send."),
        ],
        subcommands: [appsCreate, appsList, appsSettings, appsCredentials, appsProbe])

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
}

struct App: Codable {
    struct Credential: Codable {
        let environment: String
        let kind: String
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
        return Dictionary(grouping: credentials) { $0.keyId ?? $0.kind }.sorted { $0.key < $1.key }
            .map { "\($0.key) (\($0.value.map(\.environment).sorted().joined(separator: ", ")))" }
            .joined(separator: ", ")
    }
}
