import Foundation
import PushModel
import TestSupport
import Testing

@Suite struct SchemaTests {
    private let schema: SchemaValidator
    private let envelope = Envelope(
        id: "msg_1", delivery: "dlv_1", to: SubscriberTag("_e5DDUC9V97qwYbN"), expires: 1_767_312_000)
    private let sealed = String(repeating: "A", count: 200)

    init() throws { schema = try SchemaValidator(documentation: "payload.schema.json") }

    private static let contents: [MessageContent] = {
        var badge = MessageContent()
        badge.badge = 0
        var data = MessageContent()
        data.data = utf8(#"{"a":[1]}"#)
        var link = MessageContent(title: "t", body: nil)
        link.deepLink = "a://b"
        link.actions = [ActionButton(id: "a", title: "A")]
        var plan = MessageContent(body: "b")
        plan.local = LocalPlan(id: "a:1", at: "2026-03-01T09:00")
        var cancellation = MessageContent()
        cancellation.cancelLocal = LocalCancellation(id: "a", version: 2)
        return [MessageContent(body: "b"), badge, data, link, plan, cancellation, RenderingTests.everything()]
    }()

    private func faults(_ bytes: [UInt8]) throws -> [String] { schema.faults(try JSONValue(parsing: bytes)) }

    @Test(.rows("B74"), arguments: contents) func `every rendered form keeps to the schema`(content: MessageContent)
        throws
    {
        var standIn = envelope
        standIn.instead = "msg_2"
        for envelope in [envelope, Envelope(id: "msg_1"), standIn] {
            for form in [content.form(hasServiceExtension: true), .silent] {
                #expect(try faults(PushPayload.render(content, envelope: envelope, form: form)) == [])
            }
            for form in [PushPayload.Form.visible, .silent] {
                let bytes = try PushPayload.render(
                    sealed: sealed, keyID: "k", envelope: envelope, content: content, form: form)
                #expect(try faults(bytes) == [])
            }
            let plaintext = try JSONValue(parsing: SealedContent(content, envelope: envelope).encoded())
            #expect(schema.faults(plaintext, definition: "sealed") == [])
        }
    }

    @Test(
        .rows("B74"),
        arguments: [
            "{}", #"{"aps":{}}"#, #"{"aps":{},"tidings":{"v":2,"id":"m"}}"#, #"{"aps":{},"tidings":{"v":1}}"#,
            #"{"aps":{"alert":"a"},"tidings":{"v":1,"id":"m"}}"#,
            #"{"aps":{"mutable-content":true},"tidings":{"v":1,"id":"m"}}"#,
            #"{"aps":{},"tidings":{"v":1,"id":"m","color":"red"}}"#,
            #"{"aps":{},"tidings":{"v":1,"id":"m","to":"short"}}"#,
            #"{"aps":{},"tidings":{"v":1,"id":"m","image":"http://e.com"}}"#,
            #"{"aps":{},"tidings":{"v":1,"id":"m","form":"silent"}}"#,
            #"{"aps":{"content-available":1,"badge":1},"tidings":{"v":1,"id":"m","form":"silent","banner":{"title":"t"}}}"#,
        ])
    func `the schema refuses what no push looks like`(payload: String) throws {
        #expect(try !faults(utf8(payload)).isEmpty)
    }

    @Test(
        .rows("K19"),
        arguments: [
            #""conversation":"c""#, #""deepLink":"a://b""#, #""to":"_e5DDUC9V97qwYbN""#, #""image":"https://e.com/""#,
            #""category":"c""#, #""banner":{"title":"t"}"#, #""action":{"name":"n"}"#,
            #""actions":[{"id":"i","title":"t"}]"#, #""local":{"id":"i","at":"2026-03-01T09:00"}"#,
            #""cancelLocal":{"id":"i"}"#,
        ])
    func `the schema allows nothing of the content beside a seal`(member: String) throws {
        let frame = { (extra: String, root: String) in
            utf8(
                #"{"aps":{"alert":"New message","mutable-content":1},"tidings":{"v":1,"id":"m","kid":"k","enc":"\#(sealed)"\#(extra)}\#(root)}"#
            )
        }
        #expect(try faults(frame("", "")) == [])
        #expect(try !faults(frame("," + member, "")).isEmpty)
        #expect(try !faults(frame("", #","order":7"#)).isEmpty)
    }

    @Test func `the examples in the documentation keep to the schema`() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Documentation/Payload.md")
        let parts = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "```")
        let examples = parts.filter { $0.hasPrefix("json\n") }.map { $0.dropFirst(5) }
        #expect(examples.count == 3)
        for example in examples {
            let payload = example.replacingOccurrences(of: "…", with: sealed)
            #expect(try faults(utf8(payload)) == [])
            #expect(PushPayload(json: utf8(payload)) != nil)
        }
    }

    @Test func `the documentation names each key of the schema, and no other`() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Documentation/Payload.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        let section = { (heading: String) in
            let rest = text.components(separatedBy: "\n## \(heading)\n").dropFirst().first ?? ""
            return rest.components(separatedBy: "\n## ").first ?? ""
        }
        let names = { (part: Substring) in Set(part.matches(of: /`(\w+)`/).map { String($0.1) }) }
        let rows = section("The envelope").split(separator: "\n").filter { $0.hasPrefix("| `") }
        #expect(Set(rows.flatMap { names($0.split(separator: "|")[0]) }) == schema.properties(of: "envelope"))
        let banner = try #require(rows.first { $0.hasPrefix("| `banner`") }).split(separator: "|")[2]
        #expect(names(banner) == schema.properties(of: "banner"))
        let sealed = section("Inside the seal").components(separatedBy: "\n\n").first { $0.contains(" · ") }
        #expect(names(Substring(try #require(sealed))) == schema.properties(of: "sealed"))
        let limits = section("Limits").split(separator: "\n").filter { $0.hasPrefix("| ") }
        #expect(limits.contains { $0.hasPrefix("| `voip`") && $0.hasSuffix("| \(PushType.voip.payloadByteLimit) |") })
        #expect(limits.contains { $0 == "| all others | \(PushType.alert.payloadByteLimit) |" })
    }

    @Test func `the schema knows every key that is written`() throws {
        var content = RenderingTests.everything()
        content.local = LocalPlan(
            id: "a:1", at: "2026-03-01T09:00", version: 1, cancelOn: ["done"],
            quiet: .init(from: "22:00", until: "07:30"))
        content.cancelLocal = LocalCancellation(id: "a", version: 1)
        var envelope = try #require(
            PushPayload(json: PushPayload.render(content, envelope: envelope, form: .silent))?.envelope)
        envelope.instead = "msg_2"
        envelope.keyID = "k"
        envelope.sealed = sealed
        let call = try #require(CallNotice(received: JSONValue(parsing: utf8(CallNoticeTests.ring))))
        envelope.call = call
        #expect(Set(envelope.json.keys) == schema.properties(of: "envelope"))
        #expect(Set(Banner(content).json.keys) == schema.properties(of: "banner"))
        #expect(Set(call.json.keys).union(["at", "by", "reason"]) == schema.properties(of: "call"))
        #expect(Set(content.local?.json.keys ?? []) == schema.properties(of: "local"))
        #expect(Set(content.cancelLocal?.json.keys ?? []) == schema.properties(of: "cancelLocal"))
        var inside = SealedContent(content, envelope: envelope)
        inside.call = call
        let plaintext = try JSONValue(parsing: inside.encoded())
        #expect(Set(plaintext.object?.keys ?? []) == schema.properties(of: "sealed"))
    }
}
