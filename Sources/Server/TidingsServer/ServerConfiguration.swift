internal import Foundation
package import PushCrypto
package import Storage

/// What `tidings serve` runs with, validated.
package struct ServerConfiguration: Sendable, Equatable {
    /// A host and port to connect to.
    package struct Endpoint: Sendable, Equatable, CustomStringConvertible {
        /// A name or an address, IPv6 without brackets.
        package let host: String
        /// 1 to 65535.
        package let port: Int
        /// As it is written in the configuration.
        package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
    }

    /// How much is logged.
    package enum LogLevel: String, Sendable, CaseIterable {
        case debug, info, error
    }

    /// The folder that holds the database; made when it is missing.
    package var dataDirectory: String
    /// The PostgreSQL database, with its password; nil keeps everything in `dataDirectory`.
    package var databaseURL: String?
    /// How much longer each flush of the file in `dataDirectory` takes; for measurements.
    package var flushDelay: Duration
    /// What secrets are kept under; nil looks for a file in `dataDirectory`.
    package var masterKeys: MasterKeys?
    /// After what time another server takes over what this one has begun to send.
    package var lease: Duration
    /// The address to listen on.
    package var bindAddress: String
    /// The port to listen on; 0 takes a free one.
    package var port: Int
    /// The PEM file with the certificate chain; nil serves plain HTTP.
    package var certificateFile: String?
    /// The PEM file with the certificate's private key.
    package var keyFile: String?
    /// Where production pushes go.
    package var apnsProduction: Endpoint
    /// Where sandbox pushes go.
    package var apnsSandbox: Endpoint
    /// The authority that APNs's certificate is checked against; nil means the system's store.
    package var apnsCAFile: String?
    /// The largest request body in bytes.
    package var bodyByteLimit: Int
    /// How many requests a second each key may make; 0 sets no limit.
    package var requestsPerSecond: Int
    /// How long a stop waits for requests and pushes in flight.
    package var drain: Duration
    /// For how long things are kept that nobody waits for any more.
    package var retention: RetentionPolicy
    /// How much is logged.
    package var logLevel: LogLevel

    /// Validates the values that somebody set, by the settings' keys; the others take their fallback.
    ///
    /// - Throws: `ConfigurationError` with every problem, unknown keys included.
    package init(values: [String: String]) throws {
        var reader = ServerSettingReader(values: values)
        dataDirectory = reader.text("data")
        databaseURL = reader.database("database")
        flushDelay = .milliseconds(reader.number("flush-delay", in: 0...1_000))
        masterKeys = reader.masterKeys("master-key", file: "master-key-file")
        lease = .seconds(reader.number("lease", in: 2...600))
        bindAddress = reader.text("bind")
        port = reader.number("port", in: 0...65_535)
        certificateFile = reader.pemFile("tls-certificate", holding: "CERTIFICATE")
        keyFile = reader.pemFile("tls-key", holding: "PRIVATE KEY")
        apnsProduction = reader.endpoint("apns-production")
        apnsSandbox = reader.endpoint("apns-sandbox")
        apnsCAFile = reader.pemFile("apns-ca-file", holding: "CERTIFICATE")
        bodyByteLimit = reader.number("body-limit", in: 16_384...16_777_216)
        requestsPerSecond = reader.number("rate-limit", in: 0...1_000_000)
        drain = .seconds(reader.number("drain", in: 0...3_600))
        retention = RetentionPolicy(
            events: reader.days("keep-events"), attempts: reader.days("keep-attempts"),
            deliveries: reader.days("keep-deliveries"), messages: reader.days("keep-messages"))
        if let messages = retention.messages, retention.deliveries.map({ $0 > messages }) ?? true {
            reader.report("keep-messages", "must not be less than keep-deliveries: a message has its deliveries")
        }
        logLevel = reader.choice("log-level")
        if (values["tls-certificate"] == nil) != (values["tls-key"] == nil) {
            reader.report(
                values["tls-key"] == nil ? "tls-key" : "tls-certificate",
                "TLS needs both a certificate and its key; set this one too")
        }
        try reader.finish()
    }
}
