import Foundation
import PushModel
import Storage
import StorageTestSupport
import TestSupport
import Testing

@testable import API

/// Calls every route of the OpenAPI document with what belongs to another tenant.
///
/// A new route is covered by being in the document. One whose parameter is of a kind that ``TwoTenants`` does not know
/// fails here, until somebody says there what another tenant's value is.
@Suite(.onBothEngines, .timeLimit(.minutes(1)))
struct TenantIsolationTests {
    private static let document = JSONValue.object(OpenAPIDocument.document)
    /// Routes with an id first: the others make things of the same names for the caller.
    private static let operations = DocumentedOperation.all(in: document)
        .filter { $0.path.hasPrefix("/v1/") }
        .sorted { isAbout($0) && !isAbout($1) }

    /// Whether a route is about something that has to be there already.
    private static func isAbout(_ operation: DocumentedOperation) -> Bool {
        operation.path.contains("{") && !(operation.method == "PUT" && operation.path.hasSuffix("}"))
    }

    private struct Probe {
        let path: String
        let query: String
        let headers: [(String, String)]
        let body: JSONValue?
    }

    private func probe(_ operation: DocumentedOperation, _ tenants: TwoTenants) throws -> Probe {
        let path = try #require(
            operation.filled(by: tenants), "\(operation.path): say in TwoTenants what stands in this path")
        var query: [String] = []
        for name in operation.parameters(in: "query") {
            let value = try #require(
                tenants.value(ofQuery: name), "\(operation.path): say in TwoTenants what \(name) is")
            if !value.isEmpty { query.append("\(name)=\(value)") }
        }
        var headers: [(String, String)] = []
        for name in operation.parameters(in: "header") {
            let value = try #require(
                tenants.value(ofHeader: name), "\(operation.path): say in TwoTenants what \(name) is")
            if !value.isEmpty { headers.append((name, value)) }
        }
        let schema = operation.content["requestBody"]?["content"]?["application/json"]?["schema"]
        return Probe(
            path: path, query: query.isEmpty ? "" : "?" + query.joined(separator: "&"), headers: headers,
            body: schema.map { tenants.body($0, in: Self.document) })
    }

    @Test func `no route shows or changes what is another tenant's`() async throws {
        try await APIFixture.with { server in
            let tenants = try await TwoTenants(server)
            let before = try await tenants.everything(Self.operations)
            let secrets = Set(before.values.flatMap(Self.ids) + [TwoTenants.marker])
            #expect(secrets.count > 8)
            for operation in Self.operations {
                let probe = try probe(operation, tenants)
                let isClient = operation.path.hasPrefix("/v1/client/")
                let key = isClient ? tenants.intruder.publishable : tenants.intruder.secret
                let answer = try await server.call(
                    operation.method, probe.path + probe.query, probe.body, key: key, headers: probe.headers)
                let name = "\(operation.method) \(operation.path): \(answer.status) \(answer.code ?? "")"
                #expect(answer.status < 500, "\(name)")
                if Self.isAbout(operation) { #expect([401, 403, 404].contains(answer.status), "\(name)") }
                let namesDevice =
                    operation.content["parameters"]?.array?
                    .contains { $0["name"] == "Tidings-Device" && $0["required"] == true } ?? false
                if namesDevice { #expect([401, 403, 404].contains(answer.status), "\(name)") }
                let text = String(decoding: answer.body, as: UTF8.self)
                for secret in secrets { #expect(!text.contains(secret), "\(name) shows \(secret)") }
                // Nor does a key of one tenant become another's by the header that workspace keys use.
                let posing = try await server.call(
                    operation.method, probe.path + probe.query, probe.body, key: key,
                    headers: probe.headers + [("Tidings-Tenant", "default")])
                #expect([401, 403, 404].contains(posing.status), "\(name), posing as default: \(posing.status)")
            }
            let after = try await tenants.everything(Self.operations)
            for (path, value) in before { #expect(after[path] == value, "\(path) has changed") }
        }
    }

    @Test func `a cursor of another tenant's list shows nothing of it`() async throws {
        try await APIFixture.with { server in
            let tenants = try await TwoTenants(server)
            var cursors = 0
            for operation in Self.operations where operation.parameters(in: "query").contains("cursor") {
                let path = try #require(operation.filled(by: tenants))
                let page = try await server.call("GET", path + "?limit=1").data
                guard let cursor = page["nextCursor"]?.string else { continue }
                cursors += 1
                let foreign = try await server.call(
                    "GET", path + "?cursor=\(cursor)", key: tenants.intruder.secret)
                let items = Set(Self.ids(foreign.data))
                #expect(items.isDisjoint(with: Self.ids(try await server.call("GET", path).data)), "\(path)")
            }
            #expect(cursors > 0)
        }
    }

    @Test func `a parameter of a kind that nobody has described is noticed`() async throws {
        try await APIFixture.with { server in
            let tenants = try await TwoTenants(server)
            for path in ["/v1/apps/{id}/windows/{window}", "/v1/windows/{id}"] {
                #expect(DocumentedOperation(method: "GET", path: path, content: .null).filled(by: tenants) == nil)
            }
            #expect(tenants.value(ofQuery: "window") == nil && tenants.value(ofHeader: "Tidings-Window") == nil)
        }
    }

    /// Every id in a value.
    private static func ids(_ value: JSONValue) -> [String] {
        switch value {
        case .object(let object): object.members.flatMap { ids($0.value) }
        case .array(let elements): elements.flatMap(ids)
        case .string(let text):
            text.wholeMatch(of: /(?:app|key|dev|sub|msg|dlv|evt|seg|top|tpc|tnt)_[0-9a-z]{20,}/) == nil ? [] : [text]
        default: []
        }
    }
}
