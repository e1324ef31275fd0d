import APNs
import Foundation

/// The options of `tidings send` that go straight to APNs, and the client that they describe.
enum DirectOptions {
    static let all: [Option] = [
        .value("apns-key", "FILE", "Send straight to APNs, signed with this .p8 key; --topic is the bundle id then."),
        .value("key-id", "ID", "With --apns-key: the key's id; that in the file's name by default."),
        .value("team-id", "ID", "With --apns-key: the team's id."),
        .value("token", "TOKEN", "With --apns-key: a device token; may be repeated.", repeatable: true),
        .flag("sandbox", "With --apns-key: Apple's sandbox, for builds run from Xcode; production by default."),
        .value("host", "HOST", "With --apns-key: another host, as HOST, HOST:PORT or https://HOST:PORT."),
        .value("ca", "FILE", "With --host: trust the authorities in this PEM file, such as a simulated APNs writes."),
        .value("push-type", "TYPE", "With --apns-key: alert (default), background, voip, liveactivity and others."),
        .value("payload", "FILE", "With --apns-key: the payload as it goes out; - for standard input."),
        .flag("mutable", "With --apns-key: have the extension run."),
        .value("event", "EVENT", "With --apns-key: start, update or end of a Live Activity."),
        .value("content-state", "JSON", "With --event: the activity's state, an object."),
        .value("attributes-type", "NAME", "With --event start: the name of the attributes' type."),
        .value("attributes", "JSON", "With --event start: the fixed part, an object."),
        .value("stale-date", "SECONDS", "With --event: when the state is out of date, in seconds from now."),
        .value("dismissal-date", "SECONDS", "With --event end: when it leaves the screen, in seconds from now."),
        .value("channel", "ID", "With --event update or end: broadcast to all who follow this channel."),
    ]

    /// Options of messages that APNs knows nothing of.
    static let foreign = [
        "to", "segment", "where", "schedule", "timezone", "default-timezone", "localizations", "conversation",
        "encrypt",
        "form", "app", "image", "actions", "deep-link", "policy", "idempotency-key", "dry-run", "wait", "timeout",
        "server", "key", "tenant",
    ]

    /// Refuses what does not go together, so that nothing that was asked for is left out silently.
    static func check(_ invocation: Invocation) throws(CommandError) {
        let isGiven = { (name: String) in !invocation.values(name).isEmpty }
        if invocation.value("apns-key") == nil {
            if let option = all.map(\.name).first(where: isGiven) {
                throw CommandError(
                    .missingOption, "--\(option) is for pushes straight to APNs: give --apns-key FILE, too.")
            }
        } else if let option = foreign.first(where: isGiven) {
            throw CommandError(
                .invalidValue, "--\(option) is for a Tidings server. Straight to APNs there is only what APNs knows.")
        }
    }

    /// The key, read from its file.
    static func credential(_ invocation: Invocation) throws -> ProviderCredential {
        let path = try invocation.required("apns-key")
        guard let data = FileManager.default.contents(atPath: path) else {
            throw CommandError(.unusableSetting, "Cannot read \(quoted(path)). Check the path that --apns-key names.")
        }
        let team = try invocation.required("team-id")
        let id = try invocation.value("key-id") ?? CredentialFile.keyID(fromPath: path)
        do throws(APNsError) {
            return try ProviderCredential(
                teamID: team, keyID: id, privateKeyPEM: String(decoding: data, as: UTF8.self))
        } catch {
            throw CommandError(.unusableSetting, error.description)
        }
    }

    /// Where it goes.
    static func configuration(_ invocation: Invocation) throws -> APNsConfiguration {
        var configuration: APNsConfiguration = invocation.flag("sandbox") ? .sandbox : .production
        if let host = invocation.value("host") {
            guard !invocation.flag("sandbox") else {
                throw CommandError(.invalidValue, "Give --sandbox or --host, not both.")
            }
            let text = host.contains("://") ? host : "https://\(host)"
            guard let url = URL(string: text), url.scheme == "https", let name = url.host(), !name.isEmpty,
                url.path.isEmpty || url.path == "/"
            else {
                throw CommandError(.invalidValue, "\(quoted(host)) is no host. Write it as localhost:2197.")
            }
            configuration = APNsConfiguration(host: name, port: url.port ?? 443)
        }
        if let path = invocation.value("ca") { configuration.trust = .file(path) }
        return configuration
    }
}
