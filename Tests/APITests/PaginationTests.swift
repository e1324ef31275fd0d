import Foundation
import PushModel
import Storage
import StorageTestSupport
import TestSupport
import Testing

@testable import API

/// Every list of the OpenAPI document is read page by page while its tenant writes: what was there is met once.
///
/// A new list is covered by being in the document; it fails here until ``grow`` gives it something to show.
@Suite(.onBothEngines, .timeLimit(.minutes(1)))
struct PaginationTests {
    private static let lists = DocumentedOperation.all(in: .object(OpenAPIDocument.document)).filter { operation in
        let query = operation.parameters(in: "query")
        return operation.method == "GET" && query.contains("limit")
            && (query.contains("cursor") || query.contains("after"))
    }

    /// Makes one more of each thing, and takes things away that are in no list's beginning.
    private func grow(_ tenants: TwoTenants, _ number: Int) async throws {
        let server = tenants.server
        let name = "more-\(number)"
        let handle = server.system.handle(for: server.tenant)
        _ = try await handle.makeApp(bundleID: "com.example.\(name)", name: name, now: Date())
        _ = try await server.system.makeKey(.tenant, server.tenant, scopes: [])
        _ = try await server.system.makeTenant(slug: name, name: name, identitySecret: [1], now: Date())
        let device = try await server.device(
            name, install: "install-\(name)", token: "ab12\(String(number + 4_096, radix: 16))")
        #expect(!device.isEmpty)
        _ = try await server.call(
            "PUT", "/v1/subscribers/\(name)", ["attributes": ["note": .string(TwoTenants.marker)]])
        _ = try await server.call("POST", "/v1/topics", ["slug": .string(name), "name": "x"])
        _ = try await server.call(
            "POST", "/v1/segments",
            ["slug": .string(name), "name": "x", "where": ["ref": "attributes.note", "exists": true]])
        _ = try await server.call("POST", "/v1/events", ["externalId": "ann", "name": "seen"])
        _ = try await server.call("POST", "/v1/messages", ["to": "ann", "title": .string(name)])
        _ = try await server.call("POST", "/v1/calls", ["from": ["id": "ada", "name": "Ada"], "to": ["ann"]])
        // What comes and goes while a list is read may be in it or not, but breaks nothing.
        if number.isMultiple(of: 2) {
            _ = try await server.call("DELETE", "/v1/devices/\(device)")
            _ = try await server.call("DELETE", "/v1/topics/\(name)")
            _ = try await server.call("DELETE", "/v1/segments/\(name)")
        }
    }

    /// Reads a list to its end, with something new before each page.
    private func walk(
        _ operation: DocumentedOperation, _ tenants: TwoTenants, limit: Int, workspaceKey: String,
        beforeEach: () async throws -> Void
    ) async throws -> [JSONValue] {
        let path = try #require(operation.filled(by: tenants))
        let place = operation.parameters(in: "query").contains("cursor") ? "cursor" : "after"
        var (items, cursor): ([JSONValue], String?) = ([], nil)
        for _ in 0..<200 {
            try await beforeEach()
            let query = "?limit=\(limit)" + (cursor.map { "&\(place)=\($0)" } ?? "")
            let answer =
                path.hasPrefix("/v1/client/")
                ? try await tenants.server.client("GET", path + query, device: tenants.ids["devices"])
                : try await tenants.server.call("GET", path + query, key: path == "/v1/tenants" ? workspaceKey : nil)
            try #require(answer.status == 200, "\(path): \(answer.json)")
            let page = answer.data["items"]?.array ?? []
            #expect(page.count <= limit, "\(path)")
            items += page
            let next = answer.data["nextCursor"]?.string
            guard answer.data["hasMore"] == true, let next else { return items }
            cursor = next
        }
        Issue.record("\(path) has no end")
        return items
    }

    private static func name(_ item: JSONValue) -> String {
        (item["id"] ?? item["slug"] ?? item["topic"])?.string ?? item.description
    }

    @Test func `a list that is read while its tenant writes shows what was there once`() async throws {
        try await APIFixture.with { server in
            let tenants = try await TwoTenants(server)
            let workspace = try await server.system.makeKey(.workspace, nil, scopes: ["*"])
            var number = 0
            for _ in 0..<5 {
                number += 1
                try await grow(tenants, number * 2 + 1)
            }
            // One message to many, for the list of a message's deliveries.
            let people = (1...5).map { JSONValue.string("more-\($0 * 2 + 1)") }
            let sent = try await server.call("POST", "/v1/messages", ["to": .array(people), "title": "x"])
            let message = try #require(sent.data["id"]?.string)
            _ = try await server.completed(message)
            let stage = tenants.having("messages", message)
            #expect(Self.lists.count >= 10)
            number = 100
            for operation in Self.lists {
                let before = Set(
                    try await walk(operation, stage, limit: 100, workspaceKey: workspace) {}.map(Self.name))
                #expect(before.count >= 4, "\(operation.path): say in grow how this list is filled")
                let seen = try await walk(operation, stage, limit: 2, workspaceKey: workspace) {
                    number += 1
                    if number.isMultiple(of: 2) { try await grow(stage, number) }
                }.map(Self.name)
                #expect(Set(seen).count == seen.count, "\(operation.path) shows something twice")
                #expect(before.isSubset(of: seen), "\(operation.path) leaves something out")
            }
        }
    }
}
