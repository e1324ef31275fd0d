/// One setting of `tidings serve`: its key, what it is for, and its value when nobody sets it.
///
/// The key is the name in the configuration file (`apns-sandbox`), the flag (`--apns-sandbox`) and, in capitals
/// with underscores behind `TIDINGS_`, the environment variable (`TIDINGS_APNS_SANDBOX`).
package struct ServerSetting: Sendable {
    /// The name in the configuration file, without prefix.
    package let key: String
    /// One line for `--help`.
    package let summary: String
    /// The value that holds when nobody sets it; nil means that it is off.
    package let fallback: String?
    /// Whether its value is masked wherever the configuration is shown.
    package let isSecret: Bool

    /// The environment variable that sets it.
    package var environmentVariable: String {
        "TIDINGS_" + key.uppercased().replacing("-", with: "_")
    }

    /// The flag that sets it.
    package var flag: String { "--\(key)" }

    init(_ key: String, _ summary: String, fallback: String? = nil, isSecret: Bool = false) {
        self.key = key
        self.summary = summary
        self.fallback = fallback
        self.isSecret = isSecret
    }

    /// Every setting, in the order in which help and `--print-config` list them.
    package static let all: [ServerSetting] = [
        .init("data", "folder that holds the database", fallback: "tidings-data"),
        .init(
            "database", "postgresql:// URL, which several servers may share; default: a file in data", isSecret: true),
        .init(
            "flush-delay", "milliseconds that each flush of the file takes longer, to measure a slow disk",
            fallback: "0"),
        .init(
            "master-key", "key that APNs keys and identity secrets are kept under, with the earlier ones after a comma",
            isSecret: true),
        .init("master-key-file", "file that holds it; default: master.key in data, if it is there"),
        .init("lease", "seconds until another server takes over what this one has begun to send", fallback: "60"),
        .init("bind", "address to listen on", fallback: "127.0.0.1"),
        .init("port", "port to listen on; 0 takes a free one", fallback: "8080"),
        .init("tls-certificate", "PEM file with the certificate chain; needs tls-key"),
        .init("tls-key", "PEM file with the private key of the certificate"),
        .init("apns-production", "host:port of APNs, production", fallback: "api.push.apple.com:443"),
        .init("apns-sandbox", "host:port of APNs, sandbox", fallback: "api.sandbox.push.apple.com:443"),
        .init("apns-ca-file", "PEM file of the authority that APNs is checked against; default: the system's"),
        .init("body-limit", "largest request body, in bytes", fallback: "1048576"),
        .init("rate-limit", "requests a second that each key may make; 0 sets no limit", fallback: "0"),
        .init("drain", "seconds that a stop waits for work in flight", fallback: "20"),
        .init("keep-events", "days that events are kept; 0 keeps them for ever", fallback: "90"),
        .init("keep-attempts", "days that attempts of ended deliveries are kept; 0: for ever", fallback: "30"),
        .init(
            "keep-deliveries", "days that deliveries and receipts of completed messages are kept; 0: for ever",
            fallback: "90"),
        .init(
            "keep-messages", "days that completed messages are kept, with their counts; 0: for ever", fallback: "400"),
        .init("log-level", "debug, info or error", fallback: "info"),
    ]
}
