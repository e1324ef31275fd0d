import Foundation
import PushModel
import Storage
import Testing

@testable import API

/// A tenant with something of each kind, and another one whose keys try to reach it.
struct TwoTenants: Sendable {
    let server: APIFixture
    /// The ids of what the first tenant has, by the collection in whose path they stand.
    private(set) var ids: [String: String]
    /// The keys of the second tenant.
    let intruder: (secret: String, publishable: String)

    /// A word in what the first tenant has stored.
    static let marker = "marker-of-the-first-tenant"
    static let externalID = "ann"
    static let slug = "news"
    static let token = "ab12cd34"

    init(_ server: APIFixture) async throws {
        self.server = server
        let device = try await server.device(Self.externalID, token: Self.token)
        _ = try await server.call("PUT", "/v1/subscribers/ann", ["attributes": ["note": .string(Self.marker)]])
        _ = try await server.call("POST", "/v1/topics", ["slug": .string(Self.slug), "name": .string(Self.marker)])
        _ = try await server.call(
            "POST", "/v1/segments",
            [
                "slug": .string(Self.slug), "name": .string(Self.marker),
                "where": ["ref": "attributes.note", "exists": true],
            ])
        var isReady = false
        while !isReady {
            isReady =
                try await server.call("PUT", "/v1/attributes/note", ["type": "text"]).data["isReady"]?.bool == true
        }
        _ = try await server.call(
            "POST", "/v1/events", ["externalId": "ann", "name": "seen", "data": ["note": .string(Self.marker)]])
        var message = ""
        // Two, so that lists of one have a second page.
        for _ in 0..<2 {
            let sent = try await server.call("POST", "/v1/messages", ["to": "ann", "title": .string(Self.marker)])
            message = try #require(sent.data["id"]?.string)
            _ = try await server.completed(message)
        }
        // The id of the document's example, so that the other tenant makes a call of the same one.
        let call = try await server.call(
            "POST", "/v1/calls",
            [
                "id": "6f1c9a52-0b6e-4a7e-9d0f-3a5d1f0c2b11", "from": ["id": "ada", "name": .string(Self.marker)],
                "to": [.string(Self.externalID)], "ringTimeout": 120,
            ])
        _ = try await server.completed(try #require(call.data["messages"]?.array?.first?["id"]?.string))
        func first(_ path: String) async throws -> String {
            let list = try await server.call("GET", path)
            return try #require(list.data["items"]?.array?.first?["id"]?.string, "\(path)")
        }
        ids = [
            "apps": try await first("/v1/apps"), "keys": try await first("/v1/keys"), "devices": device,
            "messages": message, "calls": try #require(call.data["id"]?.string),
            "deliveries": try await first("/v1/messages/\(message)/deliveries"),
        ]
        let other = try await server.system.makeTenant(
            slug: "other", name: "Other", identitySecret: [UInt8](repeating: 9, count: 32), now: Date())
        let handle = server.system.handle(for: other)
        _ = try await handle.makeApp(bundleID: APIFixture.bundleID, name: "Other", now: Date())
        intruder = (
            try await server.system.makeKey(.tenant, other, scopes: ["*"]),
            try await server.system.makeKey(.publishable, other, scopes: [])
        )
    }

    /// The same, with another thing of a kind.
    func having(_ collection: String, _ id: String) -> TwoTenants {
        var copy = self
        copy.ids[collection] = id
        return copy
    }

    /// The first tenant's value for a part of a path; nil if nobody said what stands there.
    func value(ofPart name: String, behind collection: String) -> String? {
        switch name {
        case "id": ids[collection]
        case "externalId": Self.externalID
        case "slug", "topic": Self.slug
        case "name": "note"
        case "kind": "voip"
        default: nil
        }
    }

    /// The first tenant's value for a parameter of the query, or one that lets the route answer; nil if it is unknown.
    func value(ofQuery name: String) -> String? {
        switch name {
        case "externalId": Self.externalID
        case "token": Self.token
        case "limit": "1"
        case "status": "sent"
        case "conversation": "chat"
        case "wait": "0"
        case "missed", "ringing", "all": "true"
        // Where a list goes on is a place in all tenants' rows: it must not show those of others.
        case "cursor", "after": ""
        default: nil
        }
    }

    /// The first tenant's value for a header; nil if it is unknown, and empty if the header is left out.
    func value(ofHeader name: String) -> String? {
        switch name {
        case "Tidings-Subscriber": Self.externalID
        case "Tidings-Device": ids["devices"]
        case "Tidings-Tenant", "Tidings-Identity", "Idempotency-Key", "Last-Event-ID": ""
        default: nil
        }
    }

    /// A body that the document's schema allows, with the first tenant's values where they have a name.
    func body(_ schema: JSONValue, named name: String = "", in document: JSONValue) -> JSONValue {
        if let reference = schema["$ref"]?.string {
            var target: JSONValue? = document
            for part in reference.dropFirst(2).split(separator: "/") { target = target?[String(part)] }
            return body(target ?? .null, named: name, in: document)
        }
        if let example = schema["example"] { return substituted(example, named: name) }
        if let choice = schema["oneOf"]?.array?.first ?? schema["anyOf"]?.array?.first {
            return body(choice, named: name, in: document)
        }
        if let choice = schema["enum"]?.array?.first { return choice }
        let type = schema["type"]?.string ?? schema["type"]?.array?.first?.string
        switch type {
        case "object":
            let required = (schema["required"]?.array ?? []).compactMap(\.string)
            return .object(
                JSONObject(
                    required.map { .init($0, body(schema["properties"]?[$0] ?? .null, named: $0, in: document)) }))
        case "array": return [body(schema["items"] ?? .null, named: name, in: document)]
        case "integer", "number": return schema["minimum"] ?? 1
        case "boolean": return true
        default: return substituted("x", named: name)
        }
    }

    private func substituted(_ value: JSONValue, named name: String) -> JSONValue {
        switch value {
        case .object(let object):
            return .object(JSONObject(object.members.map { .init($0.key, substituted($0.value, named: $0.key)) }))
        case .array(let elements): return .array(elements.map { substituted($0, named: name) })
        case .string:
            switch name {
            case "externalId", "to", "anonymousId", "subscriber": return .string(Self.externalID)
            case "bundleId", "app": return .string(APIFixture.bundleID)
            case "token": return .string(Self.token)
            case "slug", "topic", "segment": return .string(Self.slug)
            default:
                // `deviceId`, `messageId` and the like.
                let known = name.hasSuffix("Id") ? ids[name.dropLast(2) + "s"] : nil
                return known.map { .string($0) } ?? value
            }
        default: return value
        }
    }

    /// Everything that the API shows the first tenant, by path.
    func everything(_ operations: [DocumentedOperation]) async throws -> [String: JSONValue] {
        var seen: [String: JSONValue] = [:]
        for operation in operations where operation.method == "GET" && operation.path.hasPrefix("/v1/") {
            guard !operation.path.hasPrefix("/v1/client/"), let path = operation.filled(by: self) else { continue }
            seen[path] = try await server.call("GET", path).data
        }
        return seen
    }
}

/// A route as the OpenAPI document has it.
struct DocumentedOperation: Sendable {
    let method: String
    let path: String
    let content: JSONValue

    /// Every route of a document.
    static func all(in document: JSONValue) -> [DocumentedOperation] {
        (document["paths"]?.object?.members ?? []).flatMap { path in
            (path.value.object?.members ?? []).map {
                DocumentedOperation(method: $0.key.uppercased(), path: path.key, content: $0.value)
            }
        }
    }

    /// The parameters at a place, such as `query`.
    func parameters(in place: String) -> [String] {
        (content["parameters"]?.array ?? []).filter { $0["in"]?.string == place }.compactMap { $0["name"]?.string }
    }

    /// The path with the first tenant's values; nil if a part has no known kind.
    func filled(by tenants: TwoTenants) -> String? {
        var parts: [String] = []
        for part in path.split(separator: "/").map(String.init) {
            guard part.hasPrefix("{") else {
                parts.append(part)
                continue
            }
            let name = String(part.dropFirst().dropLast())
            guard let value = tenants.value(ofPart: name, behind: parts.last ?? "") else { return nil }
            parts.append(value)
        }
        return "/" + parts.joined(separator: "/")
    }
}
