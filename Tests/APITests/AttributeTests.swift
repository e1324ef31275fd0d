import Foundation
import PushModel
import StorageTestSupport
import TestSupport
import Testing
import WebServer

@Suite(.onBothEngines, .timeLimit(.minutes(1)))
struct AttributeTests {
    @Test(.rows("B45"))
    func `an attribute is declared, used by conditions once everybody was gone through, and taken back`() async throws {
        try await APIFixture.with { server in
            for (name, plan) in [("ann", "pro"), ("bob", "free")] {
                _ = try await server.call("PUT", "/v1/subscribers/\(name)", ["attributes": ["plan": .string(plan)]])
            }
            let pros: JSONValue = ["where": ["ref": "attributes.plan", "eq": "pro"]]
            func explained() async throws -> HTTPExchange {
                try await server.call("POST", "/v1/segments/explain", pros)
            }
            #expect(try await explained().data["attributes"]?.array?.first?["isIndexed"]?.bool == false)

            let made = try await server.call("PUT", "/v1/attributes/plan", ["type": "text"])
            #expect(made.status == 201)
            #expect(made.data["isReady"]?.bool == false)
            #expect(try await server.call("PUT", "/v1/attributes/plan", ["type": "text"]).status == 200)
            var list: [JSONValue] = []
            while list.first?["isReady"]?.bool != true {
                list = try await server.call("GET", "/v1/attributes").data["items"]?.array ?? []
            }
            #expect(list.map { $0["name"]?.string } == ["plan"])
            let used = try await explained()
            #expect(used.data["attributes"]?.array?.first?["isIndexed"]?.bool == true)
            #expect(used.data["attributes"]?.array?.first?["ref"]?.string == "attributes.plan")
            #expect(used.data["count"]?.int == 1)

            #expect(try await server.call("DELETE", "/v1/attributes/plan").status == 200)
            #expect(try await server.call("DELETE", "/v1/attributes/plan").code == "not_found")
            #expect(try await explained().data["count"]?.int == 1)
        }
    }

    @Test(.rows("B45")) func `a declaration that cannot be says why`() async throws {
        try await APIFixture.with { server in
            for (name, body, status, code) in [
                ("a.b.c", ["type": "text"] as JSONValue, 400, "validation_failed"),
                ("$locale", ["type": "text"], 400, "validation_failed"),
                ("plan", ["type": "date"], 400, "validation_failed"), ("plan", [:], 400, "validation_failed"),
            ] {
                let answer = try await server.call("PUT", "/v1/attributes/\(name)", body)
                #expect(answer.status == status && answer.code == code, "\(name)")
            }
            for number in 1...10 {
                let made = try await server.call("PUT", "/v1/attributes/k\(number)", ["type": "number"])
                // Nobody is there yet, so there is nothing to go through.
                #expect(made.data["isReady"]?.bool == true)
            }
            #expect(
                try await server.call("PUT", "/v1/attributes/k11", ["type": "boolean"]).code == "too_many_attributes")
            #expect(try await server.call("PUT", "/v1/attributes/k1", ["type": "text"]).code == "attribute_declared")
            #expect(try await server.call("PUT", "/v1/attributes/k11", ["type": "text"]).status == 201)
        }
    }
}
