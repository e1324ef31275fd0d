import APNs
import Foundation
import PushModel
import TestSupport
import Testing

/// The requests that the pages for newcomers show, sent as they stand there.
@Suite(.timeLimit(.minutes(1)))
struct ComingFromTests {
    @Test(.rows("B13")) func `the messages of notify-kit's page are taken and reach the device as meant`() async throws
    {
        let blocks = try DocumentedCode.blocks("json", of: "Documentation/ComingFrom/NotifyKit.md")
        let messages = try blocks.map { try JSONValue(parsing: $0) }.filter { $0["to"] != nil }
        #expect(messages.count == 2)
        try await APIFixture.with { server in
            _ = try await server.device("user-1")
            for message in messages {
                let accepted = try await server.call("POST", "/v1/messages", message)
                #expect(accepted.status == 202)
                _ = try await server.completed(try #require(accepted.data["id"]?.string))
            }
            let payloads = try server.pushes.map { try JSONValue(parsing: $0.payload) }
            let order = try #require(payloads.first { $0["aps"]?["category"] == "ORDER_UPDATE" })
            #expect(order["aps"]?["mutable-content"] == 1)
            #expect(order["aps"]?["interruption-level"] == "time-sensitive")
            #expect(order["tidings"]?["attachments"]?.array?.count == 1)
            let post = try #require(payloads.first { $0["aps"]?["category"] == "post" })
            #expect(post["aps"]?["sound"] == "kick.wav")
            #expect(server.pushes.contains { $0.collapseID == "order-42" })
        }
    }

    @Test func `the calls of Sendbird's page find a person's devices and take them away`() async throws {
        let block = try #require(
            DocumentedCode.blocks("sh", of: "Documentation/ComingFrom/SendbirdCalls.md").first { $0.contains("curl") })
        try await APIFixture.with { server in
            let devices = [
                try await server.device("ada"), try await server.device("ada", install: "install-2", token: "ef56"),
            ]
            for device in devices {
                for line in block.split(separator: "\n") {
                    let method = line.firstMatch(of: /-X ([A-Z]+)/).map { String($0.1) } ?? "GET"
                    let path = String(try #require(line.firstMatch(of: /"\$TIDINGS_URL([^"]+)"/)).1)
                        .replacing("$DEVICE", with: device)
                    let answer = try await server.call(method, path)
                    #expect((200...204).contains(answer.status))
                    if method == "GET" {
                        #expect(answer.data["items"]?.array?.contains { $0["id"]?.string == device } == true)
                    }
                }
            }
            let left = try await server.call("GET", "/v1/devices?externalId=ada")
            #expect(left.data["items"]?.array?.isEmpty == true)
        }
    }
}
