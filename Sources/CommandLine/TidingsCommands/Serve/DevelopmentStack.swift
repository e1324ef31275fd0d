import APNs
import APNsSimulator
import Foundation
import PushCrypto
import TidingsServer
import Timekeeping

/// A server and a simulated APNs in this process, on free loopback ports, with a tenant, an app and keys.
struct DevelopmentStack: Sendable {
    /// The bundle id of the sample app.
    static let sampleBundleID = "com.example.sample"

    /// What programs need to use it; the line that `serve --dev --json` prints.
    struct Access: Encodable, Sendable {
        /// The server.
        let url: String
        /// The simulated production service.
        let apnsURL: String
        /// The simulated sandbox.
        let apnsSandboxURL: String
        /// Where devices of the simulated APNs are registered.
        let apnsControlURL: String
        /// The authority that the simulated APNs's certificate is checked against.
        let caFile: String
        /// The tenant's slug.
        let tenant: String
        /// The app's bundle id.
        let bundleId: String
        /// A key of the tenant with every scope.
        let secretKey: String
        /// The key for the app's SDK.
        let publishableKey: String
        /// The secret that `Tidings-Identity` hashes are made with, in hex.
        let identitySecret: String
        /// The folder that holds database and authority.
        let dataDirectory: String
    }

    /// What programs need to use it.
    let access: Access
    /// The team that owns the app at the simulated APNs.
    private let teamID: String
    private let server: Server
    private let simulator: APNsSimulator
    /// Whether the data folder goes when the stack stops.
    private let removesData: Bool

    /// Starts both; a data folder that is not named is a new temporary one, removed at the end.
    static func start(
        bundleID: String, dataDirectory: String? = nil, settings: [String: String] = [:],
        time: any TimeSource = SystemTime()
    ) async throws -> DevelopmentStack {
        let folder = try folder(dataDirectory)
        var configuration = APNsSimulator.Configuration()
        configuration.dataDirectory = URL(fileURLWithPath: folder, isDirectory: true)
        configuration.time = time
        let simulator = APNsSimulator(configuration)
        do {
            let endpoints = try await simulator.start()
            let masterKeys = try Self.masterKeys(settings, folder)
            let tenant = try await Administration.on(
                dataDirectory: folder, databaseURL: settings["database"], masterKeys: masterKeys, time: time
            ) {
                try await $0.bootstrapDevelopment(bundleID: bundleID)
            }
            try simulator.register(
                .init(teamID: tenant.apnsTeamID, keyID: tenant.apnsKeyID, publicKeyPEM: tenant.apnsPublicKey))
            let own = [
                "data": folder, "bind": "127.0.0.1", "apns-production": endpoints.productionURL,
                "apns-sandbox": endpoints.sandboxURL, "apns-ca-file": endpoints.caFile,
            ]
            let values = ["port": "0", "log-level": "error", "drain": "2"].merging(settings) { $1 }.merging(own) { $1 }
            let server = Server(configuration: try ServerConfiguration(values: values), time: time)
            let port = try await server.start()
            let access = Access(
                url: "http://127.0.0.1:\(port)", apnsURL: endpoints.productionURL,
                apnsSandboxURL: endpoints.sandboxURL, apnsControlURL: endpoints.controlURL, caFile: endpoints.caFile,
                tenant: tenant.tenant, bundleId: tenant.bundleID, secretKey: tenant.secretKey,
                publishableKey: tenant.publishableKey, identitySecret: tenant.identitySecret, dataDirectory: folder)
            return DevelopmentStack(
                access: access, teamID: tenant.apnsTeamID, server: server, simulator: simulator,
                removesData: dataDirectory == nil)
        } catch {
            await simulator.stop()
            if dataDirectory == nil { try? FileManager.default.removeItem(atPath: folder) }
            throw error
        }
    }

    /// Another signing key of the same team, as the app's owner makes one for a second push service.
    func makeKey(id: String) throws -> ProviderCredential {
        let key = try ES256.PrivateKey.generate()
        try simulator.register(.init(teamID: teamID, keyID: id, publicKeyPEM: key.publicKey.pem))
        return try ProviderCredential(teamID: teamID, keyID: id, privateKeyPEM: key.pem())
    }

    /// Drains the server and closes the simulated APNs.
    func stop() async {
        await server.stop()
        await simulator.stop()
        if removesData { try? FileManager.default.removeItem(atPath: access.dataDirectory) }
    }

    /// The master keys of the settings, or else of the folder, where one is made for the next start, too.
    ///
    /// A database server keeps its secrets in clear unless it is given a key: the folder may not outlive this run.
    private static func masterKeys(_ settings: [String: String], _ folder: String) throws -> MasterKeys? {
        let given = try ServerConfiguration(values: settings.filter { $0.key.hasPrefix("master-key") }).masterKeys
        if given != nil || settings["database"] != nil { return given }
        return try MasterKeyFile.keys(in: folder) ?? MasterKeyFile.make(in: folder)
    }

    private static func folder(_ named: String?) throws -> String {
        let path =
            named ?? FileManager.default.temporaryDirectory.appendingPathComponent("tidings-\(UUID().uuidString)").path
        do {
            // Keys lie in it: for its owner only.
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw CommandError(
                .unusableSetting, "data: cannot make the folder \(quoted(path)). Name another with --data.")
        }
        return path
    }
}
