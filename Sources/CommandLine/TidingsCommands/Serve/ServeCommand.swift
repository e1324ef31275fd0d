import Foundation
import Timekeeping
import TidingsServer

extension Command {
    /// `tidings serve`.
    static let serve = Command(
        "serve", "Run the server.",
        discussion: """
            Each setting is a flag, an environment variable (TIDINGS_DATA for --data) or a member of the JSON file that
            --config names; the first in this order wins. SIGTERM and Ctrl-C refuse new requests, finish what is in
            flight, and end.

            --dev is for trying things: it takes free loopback ports and a fresh data folder, starts a simulated APNs
            beside the server, makes a tenant, an app and keys, and prints them.
            """,
        options: ServerSetting.all.map { setting in
            .value(setting.key, "VALUE", setting.summary + (setting.fallback.map { " [\($0)]" } ?? ""))
        } + [
            .value("config", "FILE", "JSON file with settings; TIDINGS_CONFIG by default."),
            .flag("print-config", "Print the settings as they hold, secrets masked, and end."),
            .flag("dev", "Server and simulated APNs with keys, for development."),
            .value("bundle-id", "ID", "With --dev: the app's bundle id [com.example.sample]."),
            .json,
        ],
        examples: [
            Example(
                "tidings serve --data /var/lib/tidings --bind 0.0.0.0 --port 8080", "Serves until it is told to stop."),
            Example(
                "TIDINGS_DATABASE=postgresql://tidings@db/tidings tidings serve",
                "One of several servers on a database."),
            Example("tidings serve --dev --json", "Prints one line with url, keys and simulated APNs when ready."),
            Example("TIDINGS_PORT=9000 tidings serve --print-config", "Shows what would hold, and what set it."),
        ]
    ) { invocation in
        try refuseUnheeded(invocation)
        if invocation.flag("print-config") { return try printConfiguration(invocation) }
        if invocation.flag("dev") { return try await serveDevelopment(invocation) }
        let configuration = try configuration(invocation)
        let server = Server(configuration: configuration, time: SystemTime())
        let port = try await namingSetting(invocation) { try await server.start() }
        let scheme = configuration.certificateFile == nil ? "http" : "https"
        let host =
            configuration.bindAddress.contains(":") ? "[\(configuration.bindAddress)]" : configuration.bindAddress
        let ready = Ready(url: "\(scheme)://\(host):\(port)", dataDirectory: configuration.placeOfData)
        try invocation.output.result(ready, text: "Tidings listens on \(ready.url), data in \(ready.dataDirectory)")
        if let warning = configuration.dataFolderWarning { invocation.output.note(warning) }
        ServiceManager.tell("READY=1", environment: invocation.environment)
        await untilCancelled()
        ServiceManager.tell("STOPPING=1", environment: invocation.environment)
        invocation.output.note("Stopping: finishing what is in flight.")
        await shielded { await server.stop() }
        return .done
    }

    private static func configuration(_ invocation: Invocation) throws -> ServerConfiguration {
        let settings = try ServeSettings(invocation)
        do {
            return try ServerConfiguration(values: settings.values)
        } catch let error as ConfigurationError {
            throw unusable(error, exitCode: .mistake)
        }
    }

    /// Runs what starts a server; when a setting is to blame for a failure, the error names it.
    private static func namingSetting<Result: Sendable>(
        _ invocation: Invocation, _ body: () async throws -> Result
    ) async throws -> Result {
        do {
            return try await body()
        } catch let error as ConfigurationError {
            throw unusable(error, exitCode: .mistake)
        } catch {
            let isShared = try ServeSettings(invocation).values["database"] != nil
            guard let named = ConfigurationError(whenStarting: error, isShared: isShared) else { throw error }
            throw unusable(named, exitCode: .failure)
        }
    }

    private static func unusable(_ error: ConfigurationError, exitCode: ExitCode) -> CommandError {
        CommandError(
            .unusableSetting,
            "cannot serve with these settings. "
                + error.problems.map { "\($0.key): \($0.message)" }.joined(separator: "; "), exitCode: exitCode)
    }

    /// Refuses options that would be ignored beside the others: somebody would believe that they hold.
    private static func refuseUnheeded(_ invocation: Invocation) throws(CommandError) {
        guard invocation.flag("dev") else {
            guard invocation.value("bundle-id") == nil else {
                throw CommandError(
                    .invalidValue, "--bundle-id goes with --dev only. Register an app with tidings apps create.")
            }
            return
        }
        guard !invocation.flag("print-config") else {
            throw CommandError(
                .invalidValue, "--print-config shows what holds without --dev. Leave one of them out.")
        }
        for name in ["bind", "apns-production", "apns-sandbox", "apns-ca-file"] where invocation.value(name) != nil {
            throw CommandError(
                .invalidValue,
                "--\(name) does not go with --dev, which listens on loopback and has an APNs of its own. Leave it out.")
        }
    }

    private static func printConfiguration(_ invocation: Invocation) throws -> ExitCode {
        let entries = try ServeSettings(invocation).entries()
        let output = invocation.output
        try output.result(
            entries,
            text: output.table(
                ["SETTING", "VALUE", "FROM"], entries.map { [$0.key, $0.value ?? "off", $0.source.rawValue] }))
        _ = try configuration(invocation)
        return .done
    }

    private static func serveDevelopment(_ invocation: Invocation) async throws -> ExitCode {
        let settings = try ServeSettings(invocation).values
        let stack = try await namingSetting(invocation) {
            try await DevelopmentStack.start(
                bundleID: invocation.value("bundle-id") ?? DevelopmentStack.sampleBundleID,
                dataDirectory: settings["data"], settings: settings.filter { $0.key != "data" })
        }
        let access = stack.access
        try invocation.output.result(
            access,
            text: """
                Tidings          \(access.url)
                tenant           \(access.tenant), app \(access.bundleId)
                secret key       \(access.secretKey)
                publishable key  \(access.publishableKey)
                simulated APNs   \(access.apnsURL), sandbox \(access.apnsSandboxURL)
                its control API  \(access.apnsControlURL)
                its authority    \(access.caFile)
                data             \(access.dataDirectory)
                """)
        await untilCancelled()
        await shielded { await stack.stop() }
        return .done
    }
}

private struct Ready: Encodable {
    let url: String
    let dataDirectory: String
}
