import Foundation
import PushModel
import TestSupport
import Testing

@testable import TidingsCommands

@Suite struct PayloadBuildTests {
    @Test(.rows("N7", "N10"))
    func `options become headers and a payload on standard output, and bytes by part beside it`() async throws {
        let run = await tool(
            "payload", "build", "--title", "Hello", "--body", "Your order left.", "--sound", "default", "--badge", "0",
            "--data", "order=7", "--bundle-id", "com.example.app")
        #expect(run.exit == .done)
        let push = try JSONValue(parsing: run.out)
        #expect(push["headers"]?["apns-topic"] == "com.example.app" && push["payload"]?["aps"]?["badge"] == 0)
        let count = push["payload"]?.description.utf8.count ?? 0
        #expect(run.error.hasPrefix("payload: \(count) of 4096 bytes (notifee_options "))
        let only = await tool("payload", "build", "--title", "T", "--body", "B", "--payload-only")
        #expect(try JSONValue(parsing: only.out)["aps"]?["mutable-content"] == 1)
    }

    @Test(.rows("N1", "N3", "N6", "P21"))
    func `mistakes are named with code and place, for people and programs, and nothing is printed`() async throws {
        let wrong = [
            "payload", "build", "--for", "fcm", "--title", "T", "--attachment", "http://a.b/c.png", "--ttl", "0",
        ]
        let run = await tool(wrong)
        #expect(run.exit == .mistake && run.out.isEmpty)
        for line in [
            "token: Exactly one", "[route_count]", "notification.body:", "[required]",
            "notification.ios.attachments[0].url:", "[not_https]", "options.ttl:", "[out_of_range]",
        ] {
            #expect(run.error.contains(line), "\(line)")
        }
        let errors = try JSONValue(parsing: await tool(wrong + ["--json"]).out)["errors"]?.array
        #expect(errors?.compactMap { $0["code"]?.string } == ["route_count", "required", "not_https", "out_of_range"])
        let large = await tool("payload", "build", "--title", "T", "--body", String(repeating: "x", count: 4000))
        #expect(large.exit == .mistake && large.error.contains("[payload_too_large]") && large.out.isEmpty)
        for words in [
            ["--for", "x"], ["--data", "x"], ["--ios", "["], ["--for", "fcm", "--bundle-id", "a.b"], ["none.json"],
        ] {
            let run = await tool(["payload", "build"] + words)
            #expect(run.exit == .mistake && run.error.split(separator: "\n").count == 1, "\(words) \(run.error)")
        }
    }

    @Test(.rows("N8", "N9"))
    func `a draft from standard input is built for FCM, with options over it, and the linter agrees`() async throws {
        let draft =
            #"{"topic":"news","notification":{"title":"T","body":"B","ios":{"sound":"a.caf"}},"options":{"ttl":60}}"#
        let run = await tool("payload", "build", "-", "--for", "fcm", "--title", "Other", "--json", input: draft)
        let report = try JSONValue(parsing: run.out)
        let message = try #require(report["push"]?["message"])
        #expect(message["topic"] == "news" && message["android"]?["ttl"] == "60s" && message["notification"] == nil)
        #expect(message["apns"]?["payload"]?["aps"]?["alert"]?["title"] == "Other")
        #expect(report["parts"]?.array?.map { $0["name"] } == ["apns", "android"])
        let built = await tool("payload", "build", "-", "--for", "fcm", input: draft)
        #expect(await tool("payload", "lint", "-", "--strict", input: built.out).exit == .done)
    }
}
