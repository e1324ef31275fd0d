import Foundation
import PushModel
import TestSupport
import Testing

@Suite struct RenderingTests {
    private let envelope = Envelope(
        id: "msg_1", delivery: "dlv_1", to: SubscriberTag("_e5DDUC9V97qwYbN"), expires: 1_767_312_000)

    /// A message with a secret in every field.
    static func everything() -> MessageContent {
        var content = MessageContent(title: "secret-title", subtitle: "secret-subtitle", body: "secret-body")
        content.data = utf8(#"{ "secret-key" : "secret-value" }"#)
        content.badge = 4711
        content.sound = "secret-sound.caf"
        content.imageURL = "https://example.com/secret-image.png"
        content.attachments = [Attachment(url: "https://example.com/secret-film.mp4", id: "secret-attachment")]
        content.sender = MessageSender(
            id: "secret-sender", name: "secret-name", imageURL: "https://example.com/secret-face.png")
        content.groupName = "secret-group"
        content.threadID = "secret-thread"
        content.collapseID = "secret-collapse"
        content.targetContentID = "secret-window"
        content.interruptionLevel = .timeSensitive
        content.relevanceScore = 0.5
        content.category = "secret-category"
        content.actions = [
            ActionButton(id: "secret-id", title: "secret-button", asksForText: true, placeholder: "secret-hint")
        ]
        content.deepLink = "app://secret-link"
        content.action = NamedAction(name: "secret-action", data: ["secret": 1])
        content.conversation = "secret-conversation"
        return content
    }

    // MARK: The sender's own members

    private static let additions: [(String, String)] = [
        // What the docs of another system show; there it dropped the alert.
        (
            #"{"aps":{"content-available":1}}"#,
            #"{"aps":{"alert":{"title":"T","body":"B"},"sound":"s","mutable-content":1,"content-available":1},"tidings":{"v":1,"id":"m"},"k":1}"#
        ),
        (
            #"{"aps":{"alert":{"title-loc-key":"L","body":"C"},"sound":{"name":"s","critical":1}},"x":[null]}"#,
            #"{"aps":{"alert":{"title":"T","body":"C","title-loc-key":"L"},"sound":{"name":"s","critical":1},"mutable-content":1},"tidings":{"v":1,"id":"m"},"k":1,"x":[null]}"#
        ),
        (
            #"{}"#,
            #"{"aps":{"alert":{"title":"T","body":"B"},"sound":"s","mutable-content":1},"tidings":{"v":1,"id":"m"},"k":1}"#
        ),
    ]

    @Test(.rows("B16"), arguments: additions)
    func `what a sender adds is merged deeply and drops nothing`(payload: String, expected: String) throws {
        let body = #"{"title":"T","body":"B","sound":"s","data":{"k":1},"apns":{"payload":\#(payload)}}"#
        let content = try MessageContent(parsing: Array(body.utf8))
        #expect(text(try PushPayload.render(content, envelope: Envelope(id: "m"))) == expected)
        #expect(try MessageContent(parsing: content.encoded()) == content)
    }

    @Test(.rows("B16")) func `a text alone becomes the body of the object that it is merged with`() throws {
        let content = try MessageContent(
            parsing: Array(#"{"body":"B","apns":{"payload":{"aps":{"alert":{"launch-image":"i"}}}}}"#.utf8))
        let bytes = try PushPayload.render(content, envelope: Envelope(id: "m"))
        #expect(text(bytes).hasPrefix(#"{"aps":{"alert":{"body":"B","launch-image":"i"},"mutable-content":1}"#))
    }

    @Test(.rows("B16")) func `a silent push keeps its aps, and gets the other members`() throws {
        let content = try MessageContent(
            parsing: Array(#"{"form":"silent","body":"B","apns":{"payload":{"aps":{"badge":1},"x":1}}}"#.utf8))
        let bytes = text(try PushPayload.render(content, envelope: Envelope(id: "m"), form: .silent))
        #expect(bytes.hasPrefix(#"{"aps":{"content-available":1},"#) && bytes.hasSuffix(#","x":1}"#))
    }

    private static let faults: [(String, String)] = [
        (#"{"apns":{"payload":[]}}"#, "apns.payload"), (#"{"apns":{"headers":{}}}"#, "apns.headers"),
        (#"{"apns":{"payload":{"aps":1}}}"#, "apns.payload.aps"),
        (#"{"apns":{"payload":{"aps":{"alert":null}}}}"#, "apns.payload.aps.alert"),
        (#"{"apns":{"payload":{"aps":{"alert":{"title":null}}}}}"#, "apns.payload.aps.alert.title"),
        (#"{"apns":{"payload":{"tidings":{}}}}"#, "apns.payload.tidings"),
        (#"{"data":{"k":1},"apns":{"payload":{"k":2}}}"#, "apns.payload.k"),
        (#"{"encrypt":"device","apns":{"payload":{"k":2}}}"#, "apns"),
    ]

    @Test(.rows("B16"), arguments: faults)
    func `what would drop, hide or forge is refused with its field`(body: String, param: String) {
        let error = #expect(throws: ValidationError.self) { try MessageContent(parsing: Array(body.utf8)) }
        #expect(error?.fields.map(\.param) == [param])
    }

    // MARK: Visible

    @Test func `a text alone makes the shortest alert`() throws {
        let bytes = try PushPayload.render(MessageContent(body: "Hi"), envelope: Envelope(id: "msg_1"))
        #expect(text(bytes) == #"{"aps":{"alert":"Hi","mutable-content":1},"tidings":{"v":1,"id":"msg_1"}}"#)
    }

    @Test func `everything has its place in the visible form`() throws {
        let bytes = try PushPayload.render(Self.everything(), envelope: envelope)
        #expect(
            text(bytes)
                == #"{"aps":{"alert":{"title":"secret-title","subtitle":"secret-subtitle","body":"secret-body"},"#
                + #""badge":4711,"sound":"secret-sound.caf","thread-id":"secret-thread","category":"secret-category","#
                + #""mutable-content":1,"target-content-id":"secret-window","interruption-level":"time-sensitive","#
                + #""relevance-score":0.5},"tidings":{"v":1,"id":"msg_1","delivery":"dlv_1","to":"_e5DDUC9V97qwYbN","#
                + #""exp":1767312000,"conversation":"secret-conversation","deepLink":"app://secret-link","#
                + #""action":{"name":"secret-action","data":{"secret":1}},"#
                + #""image":"https://example.com/secret-image.png","attachments":[{"id":"secret-attachment","#
                + #""url":"https://example.com/secret-film.mp4"}],"sender":{"id":"secret-sender","#
                + #""name":"secret-name","image":"https://example.com/secret-face.png"},"group":"secret-group","#
                + #""actions":[{"id":"secret-id","title":"secret-button","#
                + #""input":true,"placeholder":"secret-hint"}]},"secret-key" : "secret-value"}"#)
    }

    @Test(
        .rows("B75"),
        arguments: [("t", nil, nil), (nil, "s", nil), (nil, nil, "b"), ("t", "s", "b")] as [(String?, String?, String?)]
    )
    func `every alert starts the extension`(title: String?, subtitle: String?, body: String?) throws {
        let content = MessageContent(title: title, subtitle: subtitle, body: body)
        let push = try #require(PushPayload(json: PushPayload.render(content, envelope: envelope)))
        #expect(push.aps.isMutableContent == true)
        #expect(push.aps.alert?.title == title && push.aps.alert?.subtitle == subtitle && push.aps.alert?.body == body)
    }

    @Test(.rows("B75")) func `without an alert the extension is not asked for`() throws {
        var content = MessageContent()
        content.badge = 0
        content.sound = "default"
        let bytes = try PushPayload.render(content, envelope: Envelope(id: "m"))
        #expect(text(bytes) == #"{"aps":{"badge":0,"sound":"default"},"tidings":{"v":1,"id":"m"}}"#)
    }

    // MARK: The sender's data

    @Test(
        .rows("B73"),
        arguments: [
            (#"{"a":1}"#, #","a":1"#), (#"{ "a" : 1.0 , "b":"\u00e9\/" }"#, #","a" : 1.0 , "b":"\u00e9\/""#),
            ("{\n\t\"z\":[ 1,\n2 ]\n}", ",\"z\":[ 1,\n2 ]"), ("{}", ""), (" { } ", ""),
            (#"{"n":12345678901234567890123,"e":1E+2}"#, #","n":12345678901234567890123,"e":1E+2"#),
            (#"{"😀":"}"}"#, #","😀":"}""#),
        ])
    func `the data stands at the root byte for byte`(data: String, expected: String) throws {
        var content = MessageContent(body: "b")
        content.data = utf8(data)
        for form in [PushPayload.Form.visible, .silent] {
            let payload = text(try PushPayload.render(content, envelope: Envelope(id: "m"), form: form))
            #expect(payload.hasSuffix("}" + expected + "}"))
            try JSONScanner.validate(utf8(payload))
        }
    }

    @Test(.rows("B73"), arguments: [#"{"aps":1}"#, #"{"x":1,"tidings":{}}"#, #"{"\u0061ps":{}}"#])
    func `rendering refuses the system's keys, should anybody get so far with them`(data: String) {
        var content = MessageContent(body: "b")
        content.data = utf8(data)
        let error = #expect(throws: PushModelError.self) { try PushPayload.render(content, envelope: envelope) }
        #expect(error?.code == .reservedKey)
    }

    @Test(arguments: ["", "[]", "{", "{}}", #"{"a":1},"aps":{"b":2}"#, "\u{0}"])
    func `rendering refuses data that is no object`(data: String) {
        var content = MessageContent(body: "b")
        content.data = utf8(data)
        #expect(throws: PushModelError.self) { try PushPayload.render(content, envelope: envelope) }
    }

    // MARK: Silent

    @Test func `the silent form wakes the app, which gets everything it needs to draw`() throws {
        let content = Self.everything()
        let push = try #require(PushPayload(json: PushPayload.render(content, envelope: envelope, form: .silent)))
        #expect(push.aps.json.description == #"{"content-available":1}"#)
        #expect(push.envelope.form == .silent)
        #expect(push.envelope.banner == Banner(content))
        #expect(push.envelope.category == "secret-category")
        #expect(push.envelope.actions == content.actions)
        #expect(push.envelope.conversation == content.conversation)
        #expect(push.data["secret-key"] == "secret-value")
    }

    @Test func `a message without anything to show only wakes the app`() throws {
        var content = MessageContent()
        content.data = utf8(#"{"sync":true}"#)
        let bytes = try PushPayload.render(content, envelope: Envelope(id: "m"), form: .silent)
        #expect(text(bytes) == #"{"aps":{"content-available":1},"tidings":{"v":1,"id":"m"},"sync":true}"#)
    }

    // MARK: Sealed

    @Test(.rows("K13", "K19"), arguments: [PushPayload.Form.visible, .silent])
    func `nothing of the content stands in clear beside the seal`(form: PushPayload.Form) throws {
        let bytes = try PushPayload.render(
            sealed: "QUJD", keyID: "k1", envelope: envelope, content: Self.everything(), form: form)
        let payload = text(bytes)
        #expect(!payload.contains("secret"))
        #expect(!payload.contains("4711"))
        #expect(!payload.contains("_e5DDUC9V97qwYbN"))
        let push = try #require(PushPayload(json: bytes))
        #expect(push.envelope.sealed == "QUJD" && push.envelope.keyID == "k1" && push.envelope.isSealed)
        #expect(push.data.isEmpty)
    }

    @Test(.rows("K13")) func `the visible sealed form has a placeholder and starts the extension`() throws {
        var content = MessageContent(title: "Ada", body: "Hi")
        let envelope = Envelope(id: "m")
        var bytes = try PushPayload.render(sealed: "QUJD", keyID: "k", envelope: envelope, content: content)
        #expect(
            text(bytes)
                == #"{"aps":{"alert":"New message","mutable-content":1},"tidings":{"v":1,"id":"m","kid":"k","enc":"QUJD"}}"#
        )
        content.sound = "ping.caf"
        content.interruptionLevel = .critical
        bytes = try PushPayload.render(
            sealed: "QUJD", keyID: "k", envelope: envelope, content: content, placeholder: "Neue Nachricht")
        #expect(
            text(bytes) == #"{"aps":{"alert":"Neue Nachricht","sound":"default","mutable-content":1,"#
                + #""interruption-level":"critical"},"tidings":{"v":1,"id":"m","kid":"k","enc":"QUJD"}}"#)
        bytes = try PushPayload.render(sealed: "QUJD", keyID: "k", envelope: envelope, content: nil)
        #expect(PushPayload(json: bytes)?.aps.alert == .text("New message"))
    }

    @Test func `the silent sealed form tells the app to draw`() throws {
        let bytes = try PushPayload.render(
            sealed: "QUJD", keyID: "k", envelope: Envelope(id: "m"), content: MessageContent(body: "b"), form: .silent)
        #expect(
            text(bytes)
                == #"{"aps":{"content-available":1},"tidings":{"v":1,"id":"m","form":"silent","kid":"k","enc":"QUJD"}}"#
        )
    }

    @Test func `the budget of the sealed body is what just fits`() throws {
        for limit in [400, 401, 402, 403, 4096, 5120] {
            for form in [PushPayload.Form.visible, .silent] {
                let content = Self.everything()
                let budget = PushPayload.sealedByteBudget(
                    keyID: "k1", envelope: envelope, content: content, form: form, byteLimit: limit)
                let digits = { (count: Int) in String(repeating: "A", count: (count * 4 + 2) / 3) }
                let bytes = try PushPayload.render(
                    sealed: digits(budget), keyID: "k1", envelope: envelope, content: content, form: form,
                    byteLimit: limit)
                #expect(bytes.count <= limit)
                #expect(throws: PushModelError.self) {
                    try PushPayload.render(
                        sealed: digits(budget + 1), keyID: "k1", envelope: envelope, content: content, form: form,
                        byteLimit: limit)
                }
            }
        }
        #expect(PushPayload.sealedByteBudget(keyID: "k", envelope: envelope, content: nil, byteLimit: 10) == 0)
    }

    // MARK: Limits

    @Test(.rows("P21", "N10", "SF81"), arguments: [4096, 5120])
    func `a payload may have as many bytes as the limit, and not one more`(limit: Int) throws {
        let frame = try PushPayload.render(MessageContent(body: "a"), envelope: envelope, byteLimit: limit).count - 1
        let fits = MessageContent(body: String(repeating: "a", count: limit - frame))
        #expect(try PushPayload.render(fits, envelope: envelope, byteLimit: limit).count == limit)
        let tooLong = MessageContent(body: String(repeating: "a", count: limit - frame + 7))
        let error = #expect(throws: PushModelError.self) {
            try PushPayload.render(tooLong, envelope: envelope, byteLimit: limit)
        }
        #expect(error?.code == .payloadTooLarge)
        #expect(error?.message.contains("\(limit + 7) bytes") == true)
        #expect(error?.message.contains("takes \(limit)") == true)
        #expect(error?.message.contains("by 7 bytes") == true)
    }

    @Test(.rows("N10")) func `the limit counts bytes, not characters`() throws {
        let frame = try PushPayload.render(MessageContent(body: "a"), envelope: envelope).count - 1
        let emoji = String(repeating: "😀", count: (4096 - frame) / 4)
        #expect(try PushPayload.render(MessageContent(body: emoji), envelope: envelope).count <= 4096)
        #expect(throws: PushModelError.self) {
            try PushPayload.render(MessageContent(body: emoji + "😀"), envelope: envelope)
        }
        let quotes = String(repeating: "\"", count: (4096 - frame) / 2)
        #expect(try PushPayload.render(MessageContent(body: quotes), envelope: envelope).count <= 4096)
        #expect(throws: PushModelError.self) {
            try PushPayload.render(MessageContent(body: quotes + "\""), envelope: envelope)
        }
    }

    // MARK: Against the plain way

    @Test(arguments: 0..<20) func `the fast writer says the same as the model`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            var content = Self.everything()
            content.title = Bool.random(using: &generator) ? generator.string() : nil
            content.body = Bool.random(using: &generator) ? generator.string() : nil
            content.subtitle = nil
            content.threadID = generator.string()
            content.conversation = generator.string()
            content.action = NamedAction(name: generator.string(), data: ["v": generator.value()])
            content.relevanceScore = Double.random(in: 0...1, using: &generator)
            var data = JSONObject()
            for _ in 0..<3 { data["k" + generator.string()] = generator.value() }
            content.data = data.encoded()
            let bytes = try PushPayload.render(content, envelope: envelope, byteLimit: .max)
            let push = try #require(PushPayload(json: bytes))
            #expect(push.aps.threadID == content.threadID)
            #expect(push.aps.relevanceScore == content.relevanceScore)
            #expect(push.envelope.conversation == content.conversation)
            #expect(push.envelope.action == content.action)
            #expect(push.data == data)
            // Minimal: writing the parsed payload again takes exactly as many bytes.
            #expect(try JSONValue(parsing: bytes).encoded() == bytes)
            let theirs = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
            #expect((theirs?["aps"] as? [String: Any])?["thread-id"] as? String == content.threadID)
        }
    }
}
