import Delivery
import Foundation
import Storage
import TidingsServer
import Timekeeping

@testable import TidingsCommands

/// A server on a folder of its own, for commands that talk to one.
struct LiveServer: Sendable {
    let url: String
    let folder: URL
    /// A tenant key with every scope.
    let key: String
    /// A workspace key with every scope, secrets included.
    let workspaceKey: String

    static func with<Result>(
        settings: [String: String] = [:], _ body: (LiveServer) async throws -> Result
    ) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tidings-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let configuration = try ServerConfiguration(
            values: settings.merging(["data": folder.appendingPathComponent("data").path, "port": "0"]) { $1 })
        let server = Server(configuration: configuration, time: SystemTime(), log: .none)
        let port = try await server.start()
        let result: Swift.Result<Result, any Error>
        do {
            guard let administration = server.administration else { throw CommandError(.failed, "no server") }
            let tenant = try await administration.tenant(slug: "default")
            let key = try await administration.issueKey(.tenant, tenant: tenant, name: "test")
            let workspace = try await administration.issueKey(
                .workspace, tenant: nil, name: "test", scopes: ["*", "tenants:secrets"])
            result = .success(
                try await body(
                    LiveServer(
                        url: "http://127.0.0.1:\(port)", folder: folder, key: key.secret,
                        workspaceKey: workspace.secret)))
        } catch {
            result = .failure(error)
        }
        await server.stop()
        return try result.get()
    }

    /// The data folder.
    var data: String { folder.appendingPathComponent("data").path }

    /// Runs the tool with the tenant's key.
    func run(_ words: String..., key: String? = nil) async -> ToolRun {
        await tool(words, environment: ["TIDINGS_URL": url, "TIDINGS_KEY": key ?? self.key])
    }

    /// A file in the folder.
    func file(_ name: String, _ text: String) throws -> String {
        let url = folder.appendingPathComponent(name)
        try Data(text.utf8).write(to: url)
        return url.path
    }
}
