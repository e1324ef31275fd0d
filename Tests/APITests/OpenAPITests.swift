import Foundation
import PushModel
import Storage
import TestSupport
import StorageTestSupport
import Testing
import WebServer

@testable import API

@Suite(.onBothEngines, .timeLimit(.minutes(1)))
struct OpenAPITests {
    private static let document = (try? JSONValue(parsing: OpenAPIDocument.json)) ?? .null

    @Test func `the router has the routes of the document and no others`() async throws {
        try await APIFixture.with { server in
            let routes = Set(server.api.router.routes.map { "\($0.method) \($0.pattern)" })
            var described: Set<String> = []
            for path in Self.document["paths"]?.object?.members ?? [] {
                for method in path.value.object?.keys ?? [] { described.insert("\(method.uppercased()) \(path.key)") }
            }
            #expect(routes == described)
        }
    }

    @Test func `every route of the document answers as its access says`() async throws {
        try await APIFixture.with(scopes: []) { server in
            for operation in Operations.all {
                let path = operation.path.replacing("{id}", with: "msg_0").replacing("{externalId}", with: "ann")
                    .replacing("{topic}", with: "news").replacing("{slug}", with: "news")
                switch operation.access {
                case .management(let scope):
                    let refused = try await server.call(operation.method, path)
                    #expect(refused.status == 403, "\(operation.id)")
                    #expect(refused.code == "missing_permission", "\(operation.id)")
                    #expect(refused.param == scope, "\(operation.id)")
                    let client = try await server.call(operation.method, path, key: server.publishableKey)
                    #expect(client.code == "forbidden", "\(operation.id)")
                case .workspace(let scope):
                    let refused = try await server.call(operation.method, path)
                    #expect(refused.code == "forbidden", "\(operation.id)")
                    let workspace = try await server.system.makeKey(.workspace, nil, scopes: [])
                    let without = try await server.call(operation.method, path, key: workspace)
                    #expect(without.code == "missing_permission", "\(operation.id)")
                    #expect(without.param == scope, "\(operation.id)")
                case .client:
                    #expect(try await server.call(operation.method, path).code == "forbidden", "\(operation.id)")
                case .open:
                    let answer = try await HTTPExchange.send(operation.method, path, port: server.port)
                    #expect(answer.status == 200, "\(operation.id)")
                }
            }
        }
    }

    @Test func `every reference leads somewhere and every schema is used`() throws {
        var references: Set<String> = []
        Self.walk(Self.document) { object in
            if let target = object["$ref"]?.string { references.insert(target) }
        }
        for reference in references {
            var value: JSONValue? = Self.document
            for part in reference.dropFirst(2).split(separator: "/") { value = value?[String(part)] }
            #expect(value != nil, "\(reference)")
        }
        let schemas = Self.document["components"]?["schemas"]?.object?.keys ?? []
        #expect(schemas.count > 30)
        for schema in schemas { #expect(references.contains("#/components/schemas/\(schema)"), "\(schema)") }
    }

    @Test func `every error code has an example, and a route that answers it`() {
        let examples = Set(Self.document["components"]?["examples"]?.object?.keys ?? [])
        #expect(examples == Set(APIError.Code.all.map(\.name)))
        let answered = Set(Operations.all.flatMap(\.allErrors).map(\.name))
        // No route answers it: it is the answer to methods that have no route.
        #expect(examples.subtracting(answered) == ["method_not_allowed"])
    }

    @Test func `the document in the repository is the one that is served`() async throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let file = root.appendingPathComponent("openapi.yaml")
        if ProcessInfo.processInfo.environment["TIDINGS_RECORD"] == "1" {
            try OpenAPIDocument.yaml.write(to: file, atomically: true, encoding: .utf8)
        }
        let kept = try String(contentsOf: file, encoding: .utf8)
        let isCurrent = kept == OpenAPIDocument.yaml
        #expect(isCurrent, "run `tidings openapi > openapi.yaml`")
        try await APIFixture.with { server in
            let yaml = try await HTTPExchange.send("GET", "/openapi.yaml", port: server.port)
            #expect(String(decoding: yaml.body, as: UTF8.self) == kept)
            let json = try await HTTPExchange.send("GET", "/openapi.json", port: server.port)
            #expect(json.json == Self.document)
        }
    }

    @Test func `every example is of the schema that it stands beside, and every body and answer has one`() throws {
        let check = SchemaCheck(document: Self.document)
        let schemas = Self.document["components"]?["schemas"]?.object?.members ?? []
        var withExample: Set<String> = []
        for schema in schemas {
            guard let example = schema.value["example"] else { continue }
            withExample.insert(schema.key)
            #expect(check.faults(example, schema.value) == [], "\(schema.key)")
        }
        #expect(Set(Operations.all.compactMap(\.body)).subtracting(withExample) == [])
        let answers = Operations.all.filter { $0.mediaType == "application/json" }.flatMap(\.success).map(\.schema)
        for answer in Set(answers).subtracting(withExample).subtracting(["Document"]) {
            // A page shows what its items are like.
            let schema = try #require(schemas.first { $0.key == answer }?.value)
            let item = schema["properties"]?["items"]?["items"]?["$ref"]?.string?.split(separator: "/").last
            #expect(withExample.contains(String(item ?? "")), "\(answer)")
        }
        for error in Self.document["components"]?["examples"]?.object?.members ?? [] {
            let envelope: JSONValue = ["$ref": "#/components/schemas/Envelope"]
            let value = try #require(error.value["value"])
            #expect(check.faults(value, envelope) == [], "\(error.key)")
        }
    }

    @Test func `the examples of bodies are real: each is taken, or refused for what is not there yet`() async throws {
        try await APIFixture.with { server in
            let workspace = try await server.system.makeKey(.workspace, nil, scopes: ["*"])
            let missing: Set = ["not_found", "subscriber_not_found", "topic_not_found", "segment_not_found"]
            for operation in Operations.all {
                guard let body = operation.body, operation.access != .client,
                    let example = Self.document["components"]?["schemas"]?[body]?["example"]
                else { continue }
                let path = operation.path.replacing("{id}", with: "\(Identifier(.message, at: Date()))")
                    .replacing("{externalId}", with: "ann").replacing("{slug}", with: "news")
                let answer = try await server.call(operation.method, path, example, key: workspace)
                #expect(
                    (200..<300).contains(answer.status) || missing.contains(answer.code ?? ""),
                    "\(operation.id): \(answer.status) \(answer.code ?? "") \(answer.details)")
            }
        }
    }

    @Test func `the overview for language models is that of the repository, and what it links to is there`()
        async throws
    {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        #expect(try String(contentsOf: root.appendingPathComponent("llms.txt"), encoding: .utf8) == LLMsText.text)
        for link in LLMsText.text.matches(of: /\]\(([^)]+)\)/) {
            let file = root.appendingPathComponent(String(link.1)).path
            #expect(FileManager.default.fileExists(atPath: file), "\(link.1)")
        }
        try await APIFixture.with { server in
            let served = try await HTTPExchange.send("GET", "/llms.txt", port: server.port)
            #expect(String(decoding: served.body, as: UTF8.self) == LLMsText.text)
        }
    }

    private static func walk(_ value: JSONValue, _ visit: (JSONObject) -> Void) {
        switch value {
        case .object(let object):
            visit(object)
            for member in object.members { walk(member.value, visit) }
        case .array(let elements):
            for element in elements { walk(element, visit) }
        default: break
        }
    }
}
