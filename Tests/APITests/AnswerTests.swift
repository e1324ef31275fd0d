import Foundation
import PushCrypto
import PushModel
import Storage
import TestSupport
import StorageTestSupport
import Testing

@testable import API

/// Every route is called with success, and its answer held to the document.
@Suite(.onBothEngines, .timeLimit(.minutes(1)))
struct AnswerTests {
    private static let check = SchemaCheck(document: (try? JSONValue(parsing: OpenAPIDocument.json)) ?? .null)

    /// Holds an answer to the schema that its route names for its status.
    private static func hold(_ id: String, _ answer: HTTPExchange, _ done: inout Set<String>) {
        guard let operation = Operations.all.first(where: { $0.id == id }),
            let success = operation.success.first(where: { $0.status == answer.status })
        else {
            Issue.record("\(id) answered \(answer.status) \(answer.code ?? "")")
            return
        }
        func schema(_ name: String) -> JSONValue { ["$ref": .string("#/components/schemas/\(name)")] }
        #expect(check.faults(answer.json, schema("Envelope")) == [], "\(id)")
        #expect(check.faults(answer.data, schema(success.schema)) == [], "\(id)")
        done.insert(id)
    }

    @Test(.rows("B1", "B5")) func `every answer has the shape that the document promises`() async throws {
        try await APIFixture.with { server in
            var done: Set<String> = []
            let signing = try ES256.PrivateKey.generate().pem()
            let app = try await server.call("POST", "/v1/apps", ["bundleId": "com.example.second"])
            Self.hold("createApp", app, &done)
            let appPath = "/v1/apps/\(app.data["id"]?.string ?? "")"
            Self.hold(
                "setAppCredentials",
                try await server.call(
                    "PUT", "\(appPath)/credentials",
                    ["kind": "token", "teamId": "ABCDE12345", "keyId": "12345ABCDE", "privateKey": .string(signing)]),
                &done)
            Self.hold(
                "probeAppCredentials", try await server.call("POST", "\(appPath)/credentials/probe"), &done)
            Self.hold(
                "previewMessage", try await server.call("POST", "/v1/messages/preview", ["to": "ann", "title": "x"]),
                &done)
            Self.hold("readApp", try await server.call("GET", appPath), &done)
            Self.hold("changeApp", try await server.call("PATCH", appPath, ["name": "Renamed"]), &done)
            Self.hold("listApps", try await server.call("GET", "/v1/apps?limit=1"), &done)
            Self.hold("listKeys", try await server.call("GET", "/v1/keys"), &done)
            Self.hold("putSubscriber", try await server.call("PUT", "/v1/subscribers/ann", [:]), &done)
            Self.hold("readSubscriber", try await server.call("GET", "/v1/subscribers/ann"), &done)
            Self.hold("listSubscribers", try await server.call("GET", "/v1/subscribers"), &done)
            let registered = try await server.client("PUT", "/v1/client/device", APIFixture.registration())
            Self.hold("clientRegister", registered, &done)
            let device = registered.data["id"]?.string ?? ""
            let backend = try await server.call(
                "POST", "/v1/devices",
                ["externalId": "bob", "bundleId": .string(APIFixture.bundleID), "token": "abcdef0123456789"])
            Self.hold("registerDevice", backend, &done)
            let other = "/v1/devices/\(backend.data["id"]?.string ?? "")"
            Self.hold("readDevice", try await server.call("GET", other), &done)
            Self.hold("changeDevice", try await server.call("PATCH", other, ["enabled": false]), &done)
            Self.hold("listDevices", try await server.call("GET", "/v1/devices"), &done)
            Self.hold("removeDevice", try await server.call("DELETE", other), &done)
            try await Self.messages(server, device, &done)
            try await Self.subscriber(server, device, &done)
            try await Self.calls(server, device, &done)
            Self.hold(
                "clientUnregister", try await server.client("DELETE", "/v1/client/device", device: device), &done)
            let key = try await server.call("GET", "/v1/keys").data["items"]?.array?.first?["id"]?.string ?? ""
            Self.hold("revokeKey", try await server.call("DELETE", "/v1/keys/\(key)"), &done)
            try await Self.segments(server, &done)
            let later = try await server.call(
                "POST", "/v1/messages", ["to": "ann", "title": "x", "schedule": ["at": "2027-03-01T09:00"]])
            Self.hold("sendMessage", later, &done)
            Self.hold(
                "cancelMessage",
                try await server.call("POST", "/v1/messages/\(later.data["id"]?.string ?? "")/cancel"), &done)
            Self.hold(
                "previewSchedule",
                try await server.call("POST", "/v1/schedules/preview", ["schedule": ["at": "2027-03-01T09:00"]]), &done)
            Self.hold("readSettings", try await server.call("GET", "/v1/settings"), &done)
            Self.hold(
                "changeSettings",
                try await server.call("PATCH", "/v1/settings", ["sendPolicy": ["dailyCap": 100]]), &done)
            try await Self.tenants(server, &done)
            let expected = Operations.all.filter { $0.isEnveloped && !$0.success.isEmpty }.map(\.id)
            #expect(Set(expected).subtracting(done) == [])
        }
    }

    private static func tenants(_ server: APIFixture, _ done: inout Set<String>) async throws {
        let key = try await server.system.makeKey(.workspace, nil, scopes: ["tenants:*", "tenants:secrets"])
        func call(_ method: String, _ path: String, _ body: JSONValue? = nil) async throws -> HTTPExchange {
            try await server.call(method, "/v1/tenants\(path)", body, key: key)
        }
        hold("createTenant", try await call("POST", "", ["slug": "acme", "settings": [:]]), &done)
        hold("listTenants", try await call("GET", ""), &done)
        hold("readTenant", try await call("GET", "/acme"), &done)
        hold("changeTenant", try await call("PATCH", "/acme", ["name": "Acme"]), &done)
        hold("rotateIdentitySecret", try await call("POST", "/acme/identity-secret"), &done)
        hold("removeTenant", try await call("DELETE", "/acme"), &done)
        let row: JSONValue = ["externalId": "zoe", "token": "zz", "bundleId": .string(APIFixture.bundleID)]
        hold(
            "importRows", try await server.call("POST", "/v1/imports", ["rows": [row, ["externalId": "zoe"]]]), &done)
    }

    private static func subscriber(_ server: APIFixture, _ device: String, _ done: inout Set<String>) async throws {
        hold(
            "createTopic",
            try await server.call("POST", "/v1/topics", ["slug": "news", "name": "News", "dailyCap": 3]),
            &done)
        hold("listTopics", try await server.call("GET", "/v1/topics"), &done)
        hold("readTopic", try await server.call("GET", "/v1/topics/news"), &done)
        hold(
            "changeTopic",
            try await server.call("PATCH", "/v1/topics/news", ["channelDefaults": ["push": true], "category": "c"]),
            &done)
        hold("clientReadSubscriber", try await server.client("GET", "/v1/client/subscriber", device: device), &done)
        hold(
            "clientChangeSubscriber",
            try await server.client("PATCH", "/v1/client/subscriber", ["attributes": ["a": 1]], device: device), &done)
        hold(
            "clientIdentify", try await server.client("POST", "/v1/client/identify", ["anonymousId": "anon_1"]), &done)
        hold("clientPreferences", try await server.client("GET", "/v1/client/preferences", device: device), &done)
        hold(
            "clientSetPreference",
            try await server.client("PUT", "/v1/client/preferences/news", ["enabled": false], device: device), &done)
        let preferences = "/v1/subscribers/ann/preferences"
        hold("readPreferences", try await server.call("GET", preferences), &done)
        hold("changePreferences", try await server.call("PATCH", preferences, ["news": .null]), &done)
        hold("removeTopic", try await server.call("DELETE", "/v1/topics/news"), &done)
    }

    private static func calls(_ server: APIFixture, _ device: String, _ done: inout Set<String>) async throws {
        func place() async throws -> String {
            let call = try await server.call(
                "POST", "/v1/calls",
                [
                    "from": ["id": "ada", "name": "Ada"], "to": ["ann"], "video": true, "data": ["room": "r"],
                    "group": ["id": "g", "name": "Group"],
                ])
            hold("placeCall", call, &done)
            return "calls/\(call.data["id"]?.string ?? "")"
        }
        let (first, second, third) = (try await place(), try await place(), try await place())
        func client(_ act: String, _ body: JSONValue? = nil) async throws -> HTTPExchange {
            try await server.client("POST", "/v1/client/\(act)", body, device: device)
        }
        hold("clientRinging", try await client("\(first)/ringing"), &done)
        hold("clientAcceptCall", try await client("\(first)/accept"), &done)
        hold("clientEndCall", try await client("\(first)/end", ["reason": "completed"]), &done)
        hold("readCall", try await server.call("GET", "/v1/\(first)"), &done)
        hold("acceptCall", try await server.call("POST", "/v1/\(second)/accept", ["subscriber": "ann"]), &done)
        hold("endCall", try await server.call("POST", "/v1/\(second)/end"), &done)
        hold("cancelCall", try await server.call("POST", "/v1/\(third)/cancel"), &done)
        let (fourth, fifth) = (try await place(), try await place())
        hold("clientDeclineCall", try await client("\(fourth)/decline", ["reason": "busy"]), &done)
        hold("declineCall", try await server.call("POST", "/v1/\(fifth)/decline", ["subscriber": "ann"]), &done)
        hold("clientCalls", try await server.client("GET", "/v1/client/calls", device: device), &done)
        hold(
            "clientRemoveTokens",
            try await server.client("DELETE", "/v1/client/device/tokens/voip?all=true", device: device), &done)
    }

    private static func segments(_ server: APIFixture, _ done: inout Set<String>) async throws {
        let expression: JSONValue = ["ref": "subscriber.externalId", "exists": true]
        let new: JSONValue = ["slug": "s", "name": "S", "where": expression]
        hold("createSegment", try await server.call("POST", "/v1/segments", new), &done)
        hold("listSegments", try await server.call("GET", "/v1/segments"), &done)
        hold("readSegment", try await server.call("GET", "/v1/segments/s"), &done)
        hold("changeSegment", try await server.call("PATCH", "/v1/segments/s", ["name": "T"]), &done)
        hold("listMembers", try await server.call("GET", "/v1/segments/s/members"), &done)
        hold("previewSegment", try await server.call("POST", "/v1/segments/preview", ["where": expression]), &done)
        hold("explainSegment", try await server.call("POST", "/v1/segments/explain", ["where": expression]), &done)
        hold("removeSegment", try await server.call("DELETE", "/v1/segments/s"), &done)
        hold("declareAttribute", try await server.call("PUT", "/v1/attributes/plan", ["type": "text"]), &done)
        hold("listAttributes", try await server.call("GET", "/v1/attributes"), &done)
        hold("removeAttribute", try await server.call("DELETE", "/v1/attributes/plan"), &done)
    }

    private static func messages(_ server: APIFixture, _ device: String, _ done: inout Set<String>) async throws {
        let sent = try await server.call(
            "POST", "/v1/messages",
            [
                "to": ["ann", "bob"], "title": "Hello", "subtitle": "s", "body": "b", "data": ["k": 1],
                "conversation": "c", "deepLink": "app://x", "action": ["name": "n"], "threadId": "t",
                "imageUrl": "https://example.com/a.png", "actions": [["id": "a", "title": "A", "input": true]],
            ])
        hold("sendMessage", sent, &done)
        let id = sent.data["id"]?.string ?? ""
        _ = try await server.completed(id)
        hold("readMessage", try await server.call("GET", "/v1/messages/\(id)"), &done)
        hold("listMessages", try await server.call("GET", "/v1/messages"), &done)
        let deliveries = try await server.call("GET", "/v1/messages/\(id)/deliveries")
        hold("listDeliveries", deliveries, &done)
        let receipt: JSONValue = [
            "id": "r-1", "name": "$notification.opened", "timestamp": .string(Timestamp.format(Date())),
            "data": ["messageId": .string(id), "action": "a", "input": "text"],
        ]
        hold(
            "clientEvents",
            try await server.client("POST", "/v1/client/events", ["events": [receipt, 7]], device: device), &done)
        for delivery in deliveries.data["items"]?.array ?? [] {
            let path = "/v1/deliveries/\(delivery["id"]?.string ?? "")"
            hold("readDelivery", try await server.call("GET", path), &done)
            hold("listAttempts", try await server.call("GET", "\(path)/attempts"), &done)
            hold("traceDelivery", try await server.call("GET", "\(path)/trace"), &done)
            if let device = delivery["deviceId"]?.string {
                let path = "/v1/devices/\(device)/deliveries"
                hold("listDeviceDeliveries", try await server.call("GET", path), &done)
            }
        }
        hold(
            "recordEvents",
            try await server.call("POST", "/v1/events", ["externalId": "ann", "name": "order.paid"]), &done)
        hold("listEvents", try await server.call("GET", "/v1/events"), &done)
        hold("clientMessages", try await server.client("GET", "/v1/client/messages", device: device), &done)
    }
}
