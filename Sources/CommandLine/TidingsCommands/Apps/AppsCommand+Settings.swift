import Foundation
import PushModel

extension Command {
    static let appsSettings = Command(
        "settings", "Show or change what holds for all pushes of an app.",
        discussion: """
            Encrypted pushes are shown by the system only where the notification service extension can decrypt them. A device
            reports whether its app has the extension; the versions given here go beside that, compared as semantic versions
            (3.0.10 is newer than 3.0.9). Everybody else gets the silent form, which the app decrypts.
            """,
        arguments: [Argument("APP", "The app's id, app_….")],
        options: [
            .value("visible-encrypted", "on|off", "Whether any device gets encrypted pushes in the visible form."),
            .value("minimum-sdk-version", "VERSION", "The oldest SDK that gets them; none for no limit."),
            .value(
                "minimum-app-version", "VERSION", "The first app version with the extension; none for no limit."),
            .value("pushes-per-second", "COUNT", "How many pushes go out a second at most; none for no limit."),
        ] + ServerOptions.all + [.json],
        examples: [
            Example("tidings apps settings app_… --pushes-per-second 500", "Spreads what is sent to many people."),
            Example("tidings apps settings app_…", "Shows what holds."),
            Example(
                "tidings apps settings app_… --minimum-app-version 2.4.0",
                "Sends visible encrypted pushes to version 2.4.0 and later only."),
        ]
    ) { invocation in
        let change = try settingsChange(invocation)
        let client = try ServerOptions.client(invocation)
        let path = "/v1/apps/\(APIClient.escaped(invocation.argument(0) ?? ""))"
        let app: App = try await client.call(
            change.isEmpty
                ? .init(method: "GET", path: path)
                : .init(
                    method: "PATCH", path: path,
                    body: Data((["settings": .object(change)] as JSONObject).description.utf8)))
        try invocation.output.result(app, text: invocation.output.table(["SETTING", "VALUE"], app.settings.rows))
        return .done
    }

    private static func settingsChange(_ invocation: Invocation) throws(CommandError) -> JSONObject {
        var visible = JSONObject()
        if let text = invocation.value("visible-encrypted") {
            guard ["on", "off"].contains(text) else {
                throw CommandError(.invalidValue, "--visible-encrypted must be on or off, not \(quoted(text)).")
            }
            visible["enabled"] = .bool(text == "on")
        }
        for (option, key) in [
            ("minimum-sdk-version", "minimumSdkVersion"), ("minimum-app-version", "minimumAppVersion"),
        ] {
            guard let text = invocation.value(option) else { continue }
            guard text == "none" || SemanticVersion(text) != nil else {
                throw CommandError(
                    .invalidValue,
                    "--\(option) must be one to three numbers such as 3.0.10, or none, not \(quoted(text)).")
            }
            visible[key] = text == "none" ? .null : .string(text)
        }
        var settings = JSONObject()
        if !visible.isEmpty { settings["visibleEncrypted"] = .object(visible) }
        if invocation.value("pushes-per-second") == "none" {
            settings["pushesPerSecond"] = .null
        } else if let rate = try invocation.integer("pushes-per-second", in: 1...1_000_000) {
            settings["pushesPerSecond"] = .int(rate)
        }
        return settings
    }
}

/// An app's settings, as the server answers them.
struct AppSettings: Codable {
    struct Visible: Codable {
        let enabled: Bool
        let minimumSdkVersion: String?
        let minimumAppVersion: String?
    }

    let visibleEncrypted: Visible
    let pushesPerSecond: Int?

    var rows: [[String]] {
        [
            ["visible encrypted pushes", visibleEncrypted.enabled ? "on" : "off"],
            ["minimum SDK version", visibleEncrypted.minimumSdkVersion ?? "none"],
            ["minimum app version", visibleEncrypted.minimumAppVersion ?? "none"],
            ["pushes per second", pushesPerSecond.map(String.init) ?? "no limit"],
        ]
    }
}
