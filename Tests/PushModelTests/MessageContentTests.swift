import PushModel
import TestSupport
import Testing

@Suite struct MessageContentTests {
    /// The faults of a body, as `code at param`.
    private func faults(_ body: String) -> [String] {
        do {
            _ = try MessageContent(parsing: utf8(body))
            return []
        } catch let error as ValidationError {
            return error.fields.map { "\($0.code) at \($0.param)" }
        } catch let error as PushModelError {
            return ["\(error.code)"]
        } catch {
            return ["\(error)"]
        }
    }

    private static let everything = #"""
        {"title":"T","subtitle":"S","body":"B","data":{"k":[1,2.50]},"badge":0,"sound":"ping.caf",
        "imageUrl":"https://example.com/a.png","threadId":"th","collapseId":"co","targetContentId":"w","priority":"normal",
        "interruptionLevel":"timeSensitive","relevanceScore":0.25,"category":"cat","actions":[{"id":"a","title":"A",
        "destructive":true,"foreground":true,"input":true,"placeholder":"P"},{"id":"b","title":"B"}],
        "deepLink":"app://x/1?y=z","action":{"name":"open","data":{"id":7}},"policy":"ignore","conversation":"c-1",
        "encrypt":"device","form":"visible","attachments":[{"url":"https://example.com/b.mp4","id":"film",
        "hideThumbnail":true},{"url":"https://example.com/c.png"}],"sender":{"id":"ada","name":"Ada",
        "imageUrl":"https://example.com/ada.png"},"groupName":"Friends"}
        """#

    @Test(.rows("B13")) func `every content field is read`() throws {
        let content = try MessageContent(parsing: utf8(Self.everything))
        #expect(content.title == "T" && content.subtitle == "S" && content.body == "B")
        #expect(content.data == utf8(#"{"k":[1,2.50]}"#))
        #expect(content.badge == 0 && content.sound == "ping.caf")
        #expect(content.imageURL == "https://example.com/a.png")
        #expect(content.threadID == "th" && content.collapseID == "co" && content.targetContentID == "w")
        #expect(content.priority == .normal && content.interruptionLevel == .timeSensitive)
        #expect(content.relevanceScore == 0.25 && content.category == "cat")
        #expect(content.actions?.count == 2)
        #expect(
            content.actions?.first
                == ActionButton(
                    id: "a", title: "A", isDestructive: true, opensApp: true, asksForText: true, placeholder: "P"))
        #expect(content.deepLink == "app://x/1?y=z")
        #expect(content.action == NamedAction(name: "open", data: ["id": 7]))
        #expect(content.policy == .ignore && content.conversation == "c-1")
        #expect(content.encrypt == .device && content.form == .visible)
        #expect(
            content.attachments == [
                Attachment(url: "https://example.com/b.mp4", id: "film", isThumbnailHidden: true),
                Attachment(url: "https://example.com/c.png"),
            ])
        #expect(
            content.sender == MessageSender(id: "ada", name: "Ada", imageURL: "https://example.com/ada.png")
                && content.groupName == "Friends")
    }

    @Test func `writing and reading gives the same content`() throws {
        let content = try MessageContent(parsing: utf8(Self.everything))
        #expect(try MessageContent(parsing: content.encoded()) == content)
        #expect(try MessageContent(parsing: MessageContent().encoded()) == MessageContent())
        var dataOnly = MessageContent()
        dataOnly.data = utf8(#"{ "a" : 1.0 }"#)
        #expect(text(dataOnly.encoded()) == #"{"data":{ "a" : 1.0 }}"#)
        #expect(try MessageContent(parsing: dataOnly.encoded()) == dataOnly)
    }

    @Test func `null is the same as absent`() throws {
        let fields =
            "title subtitle body data badge sound imageUrl attachments sender groupName threadId collapseId targetContentId priority "
            + "interruptionLevel relevanceScore category actions deepLink action policy conversation encrypt form"
        let body = "{" + fields.split(separator: " ").map { "\"\($0)\":null" }.joined(separator: ",") + "}"
        #expect(try MessageContent(parsing: utf8(body)) == MessageContent())
    }

    @Test(
        .rows("B13"),
        arguments: [
            ("title", 500), ("subtitle", 500), ("body", 4000), ("sound", 100), ("collapseId", 64),
        ])
    func `texts are taken up to their limit`(field: String, limit: Int) {
        #expect(faults(#"{"\#(field)":"\#(String(repeating: "a", count: limit))"}"#) == [])
        #expect(faults(#"{"\#(field)":"\#(String(repeating: "a", count: limit + 1))"}"#) == ["too_long at \(field)"])
    }

    @Test(.rows("B13")) func `characters count in texts, bytes in the collapse id`() {
        #expect(faults(#"{"title":"\#(String(repeating: "漢", count: 500))"}"#) == [])
        #expect(faults(#"{"collapseId":"\#(String(repeating: "漢", count: 21))"}"#) == [])
        #expect(faults(#"{"collapseId":"\#(String(repeating: "漢", count: 22))"}"#) == ["too_long at collapseId"])
    }

    @Test(
        .rows("B13"),
        arguments: [
            (#"{"badge":-1}"#, "out_of_range at badge"), (#"{"badge":1.5}"#, "invalid_type at badge"),
            (#"{"badge":"1"}"#, "invalid_type at badge"), (#"{"badge":true}"#, "invalid_type at badge"),
            (#"{"badge":99999999999}"#, "out_of_range at badge"),
            (#"{"relevanceScore":1.01}"#, "out_of_range at relevanceScore"),
            (#"{"relevanceScore":-0.1}"#, "out_of_range at relevanceScore"),
            (#"{"relevanceScore":"1"}"#, "invalid_type at relevanceScore"),
            (#"{"relevanceScore":1e2}"#, "out_of_range at relevanceScore"),
            (#"{"priority":"urgent"}"#, "invalid_format at priority"),
            (#"{"priority":10}"#, "invalid_type at priority"),
            (#"{"interruptionLevel":"time-sensitive"}"#, "invalid_format at interruptionLevel"),
            (#"{"policy":"obey"}"#, "invalid_format at policy"), (#"{"encrypt":true}"#, "invalid_type at encrypt"),
            (#"{"form":"loud"}"#, "invalid_format at form"), (#"{"title":7}"#, "invalid_type at title"),
            (#"{"title":["a"]}"#, "invalid_type at title"), (#"{"sound":""}"#, "invalid_format at sound"),
            (#"{"conversation":""}"#, "invalid_format at conversation"), (#"{"data":[]}"#, "invalid_type at data"),
            (#"{"data":"{}"}"#, "invalid_type at data"), (#"{"data":1}"#, "invalid_type at data"),
            (#"{"imageUrl":"http://example.com/a.png"}"#, "invalid_format at imageUrl"),
            (#"{"imageUrl":"https://"}"#, "invalid_format at imageUrl"),
            (#"{"imageUrl":"https:///a.png"}"#, "invalid_format at imageUrl"),
            (#"{"imageUrl":"a.png"}"#, "invalid_format at imageUrl"),
            (#"{"imageUrl":"https://exa mple.com/"}"#, "invalid_format at imageUrl"),
            (#"{"imageUrl":"https://example.com/\n"}"#, "invalid_format at imageUrl"),
            (#"{"imageUrl":"file:///etc/passwd"}"#, "invalid_format at imageUrl"),
            (#"{"deepLink":"no scheme"}"#, "invalid_format at deepLink"),
            (#"{"deepLink":""}"#, "invalid_format at deepLink"), (#"{"action":"open"}"#, "invalid_type at action"),
            (#"{"action":{}}"#, "required at action.name"),
            (#"{"action":{"name":""}}"#, "invalid_format at action.name"),
            (#"{"action":{"name":"a","data":[]}}"#, "invalid_type at action.data"),
            (#"{"action":{"name":"a","extra":1}}"#, "unknown_field at action.extra"),
            (#"{"actions":{}}"#, "invalid_type at actions"), (#"{"actions":["a"]}"#, "invalid_type at actions[0]"),
            (#"{"actions":[{"id":"a","title":"A"},{"id":"b"}]}"#, "required at actions[1].title"),
            (#"{"actions":[{"id":"a","title":"A","input":"yes"}]}"#, "invalid_type at actions[0].input"),
            (#"{"actions":[{"id":"a","title":"A","icon":"x"}]}"#, "unknown_field at actions[0].icon"),
            (#"{"actions":[{"id":"a","title":"A"},{"id":"a","title":"B"}]}"#, "invalid_format at actions[1].id"),
            (#"{"attachments":[{"url":"http://e.com/a"}]}"#, "invalid_format at attachments[0].url"),
            (#"{"attachments":[{"id":"a"}]}"#, "required at attachments[0].url"),
            (
                #"{"attachments":[{"url":"https://e.com/a","id":"a"},{"url":"https://e.com/b","id":"a"}]}"#,
                "invalid_format at attachments[1].id"
            ),
            (#"{"sender":{"id":"a"}}"#, "required at sender.name"),
            (#"{"sender":{"id":"a","name":"A","imageUrl":"ftp://a"}}"#, "invalid_format at sender.imageUrl"),
            (#"{"titel":"a"}"#, "unknown_field at titel"), (#"{"to":"user-1"}"#, "unknown_field at to"),
        ])
    func `each wrong field is named with its own code`(body: String, fault: String) {
        #expect(faults(body) == [fault])
    }

    @Test(.rows("B13")) func `a fifth button is one too many`() {
        func buttons(_ count: Int) -> String {
            "{\"actions\":[" + (0..<count).map { #"{"id":"\#($0)","title":"T"}"# }.joined(separator: ",") + "]}"
        }
        #expect(faults(buttons(4)) == [])
        #expect(faults(buttons(5)) == ["too_long at actions"])
    }

    @Test(.rows("B1")) func `all faults are reported at once`() {
        let body =
            #"{"title":1,"badge":-1,"data":{"aps":{}},"actions":[{"title":"A"},{"id":"b","title":2}],"x":0,"sound":"s"}"#
        #expect(
            faults(body) == [
                "invalid_type at title", "reserved_key at data.aps", "out_of_range at badge",
                "required at actions[0].id",
                "invalid_type at actions[1].title", "unknown_field at x",
            ])
    }

    @Test func `a hostile body does not make an endless answer`() {
        let many = (0..<5000).map { "\"x\($0)\":0" }.joined(separator: ",")
        #expect(faults("{\(many)}").count == FieldReader.errorLimit)
        let long = "x" + String(repeating: "\u{301}", count: 50_000)
        #expect(faults("{\"\(long)\":0}").first?.utf8.count ?? 0 < 300)
    }

    @Test(arguments: [#"a\r\nx: y"#, #"a\u0000b"#, #"\u007f"#, " a", "a "])
    func `a collapse id that no header carries is refused, not left to Apple`(id: String) {
        #expect(faults(#"{"collapseId":"\#(id)"}"#) == ["invalid_format at collapseId"])
        #expect(faults(#"{"collapseId":"a b é"}"#) == [])
    }

    @Test(
        .rows("B73"),
        arguments: [
            #"{"data":{"aps":1}}"#, #"{"data":{"a":1,"\u0061ps":{}}}"#, #"{"data":{"tidings":null}}"#,
            #"{"data":{"\u0074idings":{}}}"#,
        ])
    func `the system's keys are refused in data, however they are written`(body: String) {
        #expect(faults(body).count == 1)
        #expect(faults(body).first?.hasPrefix("reserved_key at data.") == true)
    }

    @Test func `the system's keys are free below the root of data`() {
        #expect(faults(#"{"data":{"a":{"aps":1,"tidings":2},"APS":3,"aps ":4}}"#) == [])
    }

    @Test(arguments: [
        "", "{", "[]", "1", "null", #"{"title":"a"} x"#, #"{"title":"a","title":"b"}"#, #"{"data":{"k":1,"k":2}}"#,
        #"{"data":{"k":[-1e999]}}"#,
    ])
    func `what is no JSON object, or would be none for Apple's reader, is refused as a whole`(body: String) {
        #expect(faults(body) == ["invalid_json"])
    }

    @Test func `bad UTF-8 is refused by name`() {
        let error = #expect(throws: PushModelError.self) { try FieldReader(parsing: [0x7B, 0x22, 0xFF, 0x22, 0x7D]) }
        #expect(error?.code == .invalidUTF8)
    }

    @Test func `the data stays byte for byte as it was sent`() throws {
        let data = "{ \"z\" : 1.0e0,\t\"a\":\"\\u00e9\\/\", \"n\":12345678901234567890123 }"
        let content = try MessageContent(parsing: utf8("{\"body\":\"b\",\"data\": \(data) }"))
        #expect(content.data.map { text($0) } == data)
    }

    @Test func `what a message is for is told from its content`() {
        #expect(MessageContent().isEmpty)
        #expect(MessageContent(body: "b").hasAlert)
        var badge = MessageContent()
        badge.badge = 0
        #expect(badge.isVisible && !badge.hasAlert && !badge.isEmpty)
        var data = MessageContent()
        data.data = utf8("{}")
        #expect(!data.isVisible && !data.isEmpty)
    }

    @Test(.rows("K13")) func `who draws it depends on the content, the wish and the device`() {
        var content = MessageContent(body: "b")
        #expect(content.form(hasServiceExtension: false) == .visible)
        content.encrypt = .device
        #expect(content.form(hasServiceExtension: true) == .visible)
        #expect(content.form(hasServiceExtension: false) == .silent)
        content.form = .visible
        #expect(content.form(hasServiceExtension: false) == .visible)
        content.form = .silent
        #expect(content.form(hasServiceExtension: true) == .silent)
        var data = MessageContent()
        data.data = utf8("{}")
        data.form = .visible
        #expect(data.form(hasServiceExtension: true) == .silent)
    }

    @Test func `what wakes the app goes out with the only priority that APNs takes`() {
        var content = MessageContent(body: "b")
        #expect(content.pushPriority(in: .visible) == .immediate)
        #expect(content.pushPriority(in: .silent) == .conservePower)
        content.priority = .normal
        #expect(content.pushPriority(in: .visible) == .conservePower)
    }

    @Test(.rows("B74")) func `the same buttons have one category, others have another`() throws {
        let buttons = [ActionButton(id: "a", title: "A"), ActionButton(id: "b", title: "B", isDestructive: true)]
        var content = MessageContent(body: "b")
        #expect(content.effectiveCategory == nil)
        content.actions = []
        #expect(content.effectiveCategory == nil)
        content.actions = buttons
        let category = try #require(content.effectiveCategory)
        #expect(category.hasPrefix("tidings.") && category.utf8.count == 24)
        #expect(category == ActionButton.categoryID(for: buttons))
        var variants: [[ActionButton]] = [buttons.reversed(), [buttons[0]]]
        for change in [
            { (button: inout ActionButton) in button.id = "x" }, { $0.title = "x" }, { $0.isDestructive = true },
            { $0.opensApp = true }, { $0.asksForText = true }, { $0.placeholder = "p" },
        ] as [(inout ActionButton) -> Void] {
            var changed = buttons
            change(&changed[0])
            variants.append(changed)
        }
        #expect(Set(variants.map(ActionButton.categoryID) + [category]).count == variants.count + 1)
        content.category = "mine"
        #expect(content.effectiveCategory == "mine")
    }

    @Test(arguments: 0..<20) func `damaged bodies never crash and what passes is written back unchanged`(seed: UInt64)
        throws
    {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let body = generator.damage(utf8(Self.everything))
            guard let content = try? MessageContent(parsing: body) else { continue }
            #expect(try MessageContent(parsing: content.encoded()) == content)
            _ = try? PushPayload.render(content, envelope: Envelope(id: "msg_1"))
        }
    }

    @Test(.rows("B76")) func `a plan is read, checked and written back`() throws {
        let plan =
            #"{"id":"run:1","at":"2026-03-01T09:00","version":2,"cancelOn":["done"],"quiet":{"from":"22:00","until":"07:30"}}"#
        let content = try MessageContent(
            parsing: utf8(#"{"title":"t","local":\#(plan),"cancelLocal":{"id":"run"}}"#))
        #expect(content.local?.json.description == plan)
        #expect(content.form(hasServiceExtension: true) == .silent)
        #expect(try MessageContent(parsing: content.encoded()) == content)
        #expect(try !MessageContent(parsing: utf8(#"{"cancelLocal":{"id":"run","version":1}}"#)).isEmpty)
    }

    @Test(
        .rows("B76", "B13"),
        arguments: [
            (#"{"data":{},"local":{"id":"a","at":"2026-03-01T09:00"}}"#, "local"),
            (#"{"title":"t","local":{"at":"2026-03-01T09:00"}}"#, "local.id"),
            (#"{"title":"t","local":{"id":"a","at":"2026-02-30T09:00"}}"#, "local.at"),
            (#"{"title":"t","local":{"id":"a","at":"2026-03-01T09:00+25:00"}}"#, "local.at"),
            (#"{"title":"t","local":{"id":"a","at":"2026-03-01T09:00","cancelOn":[1]}}"#, "local.cancelOn"),
            (
                #"{"title":"t","local":{"id":"a","at":"2026-03-01T09:00","quiet":{"from":"22","until":"07:30"}}}"#,
                "local.quiet.from"
            ),
            (#"{"title":"t","local":{"id":"a","at":"2026-03-01T09:00","color":1}}"#, "local.color"),
            (#"{"cancelLocal":{}}"#, "cancelLocal.id"),
        ])
    func `a faulty plan names its fault`(body: String, param: String) {
        let error = #expect(throws: ValidationError.self) { try MessageContent(parsing: utf8(body)) }
        #expect(error?.fields.map(\.param) == [param])
    }
}
