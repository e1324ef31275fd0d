import APNsConformance
import APNsSimulator
import Foundation
import HTTP2
import PushCrypto

/// The options that say which server is examined and what may be used there.
enum ConformanceOptions {
    static let all: [Option] = [
        .value("url", "URL", "The production service, like https://api.push.apple.com."),
        .value("sandbox-url", "URL", "The sandbox."),
        .value("channels-url", "URL", "Channel management of production."),
        .value("sandbox-channels-url", "URL", "Channel management of the sandbox."),
        .value("ca", "FILE", "Certificate authority to trust, PEM; by default what the system trusts."),
        .value("control", "URL", "The control API of a simulated APNs."),
        .value("key", "FILE", "The signing key, a .p8 file."),
        .value("key-id", "ID", "The signing key's id."),
        .value("team-id", "ID", "The team's id."),
        .value("bundle-id", "ID", "The app that the key and the device token are for."),
        .value("device-token", "TOKEN", "A device token of the app on the service that is examined."),
        .value("patience", "SECONDS", "How long an answer may take; 10 by default."),
    ]

    /// Reads the options.
    static func target(_ invocation: Invocation) throws(CommandError) -> ConformanceTarget {
        var target = ConformanceTarget()
        target.production = try address("url", invocation)
        target.sandbox = try address("sandbox-url", invocation)
        target.productionChannels = try address("channels-url", invocation)
        target.sandboxChannels = try address("sandbox-channels-url", invocation)
        target.patience = .seconds(try invocation.integer("patience", in: 1...600) ?? 10)
        if let path = invocation.value("ca") {
            guard FileManager.default.isReadableFile(atPath: path) else {
                throw CommandError(.invalidValue, "--ca: cannot read \(quoted(path)). Check the path.")
            }
            target.trust = .file(path)
        }
        if let text = invocation.value("control") {
            guard let url = URL(string: text), url.scheme == "http" || url.scheme == "https", url.host != nil else {
                throw CommandError(
                    .invalidValue,
                    "--control: \(quoted(text)) is no URL. Use the controlURL that apns-simulator prints.")
            }
            target.control = url
        }
        target.sender = try sender(invocation)
        target.deviceToken = invocation.value("device-token")?.lowercased()
        return target
    }

    /// What a simulated APNs that was just started offers.
    static func target(_ endpoints: APNsSimulator.Endpoints) throws(CommandError) -> ConformanceTarget {
        var target = ConformanceTarget()
        target.production = ServerAddress(endpoints.productionURL)
        target.sandbox = ServerAddress(endpoints.sandboxURL)
        target.productionChannels = ServerAddress(endpoints.productionChannelsURL)
        target.sandboxChannels = ServerAddress(endpoints.sandboxChannelsURL)
        target.trust = .file(endpoints.caFile)
        target.control = URL(string: endpoints.controlURL)
        return target
    }

    private static func address(_ option: String, _ invocation: Invocation) throws(CommandError) -> ServerAddress? {
        guard let text = invocation.value(option) else { return nil }
        guard let address = ServerAddress(text) else {
            throw CommandError(
                .invalidValue,
                "--\(option): \(quoted(text)) is no https URL without a path, like https://localhost:2197.")
        }
        return address
    }

    private static func sender(_ invocation: Invocation) throws(CommandError) -> Sender? {
        guard let path = invocation.value("key") else { return nil }
        let (keyID, teamID) = (try invocation.required("key-id"), try invocation.required("team-id"))
        let bundleID = try invocation.required("bundle-id")
        guard let pem = FileManager.default.contents(atPath: path) else {
            throw CommandError(.invalidValue, "--key: cannot read \(quoted(path)). Check the path.")
        }
        do {
            let key = try ES256.PrivateKey(pem: String(decoding: pem, as: UTF8.self))
            return Sender(keyID: keyID, teamID: teamID, bundleID: bundleID, key: key)
        } catch {
            throw CommandError(.invalidValue, "--key: \(quoted(path)): \(error)")
        }
    }
}
