import Foundation
import TestSupport
import Testing

@testable import TidingsCommands

@Suite(.timeLimit(.minutes(1)))
struct PayloadExplainTests {
    private static let push = #"{"aps":{"alert":{"title":"Hi","body":"There"},"mutable-content":1},"n":1}"#

    /// Explains a payload that stands in a file.
    private func explain(_ payload: String, _ words: String...) async throws -> ToolRun {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("explain-\(UUID().uuidString).json")
        try Data(payload.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return await tool(["payload", "explain", file.path] + words)
    }

    private func json(_ run: ToolRun) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(run.out.utf8)) as? [String: Any])
    }

    @Test func `the table has a row for each state, and says below what its letters and numbers mean`() async throws {
        let run = try await explain(Self.push)
        #expect(run.exit == .done && run.error.isEmpty)
        #expect(
            run.out.contains(
                "\nstate of the app     usual  no extension  no permission  provisional  scheduled-summary  low-power  focus\n"
            ))
        for state in ["foreground", "background", "suspended", "not-running", "force-quit", "before-first-unlock"] {
            #expect(run.out.contains("\n\(state) "))
        }
        #expect(run.out.contains("\n  A  banner, in the list, no sound\n     reads: Hi · There\n"))
        #expect(
            run.out.contains(
                """

                  1  extension launched, app running
                     extension starts > didReceive [a] > extension stands still > willPresent [b] > shown

                """))
        #expect(run.out.contains("\n  b  app: userNotificationCenter(_:willPresent:withCompletionHandler:) → banner,"))
        #expect(run.out.contains("\n       userInfo: aps, changed-by-extension, n\n"))
        #expect(run.out.contains("\nNot verified on a device\n"))
    }

    @Test func `a misspelt key leaves the extension out, and the right one lets it run`() async throws {
        let wrong = try await explain(
            Self.push.replacing("mutable-content", with: "mutableContent"), "--state", "suspended")
        #expect(wrong.exit == .done && !wrong.out.contains("extension starts") && wrong.out.contains("no process runs"))
        #expect(wrong.out.contains("  error aps.mutableContent: "))
        let right = try await explain(Self.push, "--state", "suspended")
        #expect(right.out.contains("extension starts") && !right.out.contains("error"))
    }

    @Test func `JSON gives each situation what is found and what runs`() async throws {
        let run = try await explain(Self.push, "--json", "--state", "foreground", "--state", "force-quit")
        let all = try json(run)
        let situations = try #require(all["situations"] as? [[String: Any]])
        let sights = try #require(all["sights"] as? [String: [String: Any]])
        let courses = try #require(all["courses"] as? [String: [String: Any]])
        #expect(run.exit == .done && situations.count == 14)
        for situation in situations {
            #expect(sights[situation["sight"] as? String ?? ""] != nil)
            #expect(courses[situation["course"] as? String ?? ""] != nil)
        }
        let first = try #require(situations.first)
        #expect(first["state"] as? String == "foreground" && first["with"] as? [String] == [])
        #expect(sights["A"]?["places"] as? [String] == ["banner", "list"])
        let steps = try #require(courses["1"]?["steps"] as? [[String: Any]])
        #expect(
            steps.map { $0["name"] as? String } == [
                "process.launched", "didReceive(_:withContentHandler:)", "extension.frozen",
                "userNotificationCenter(_:willPresent:withCompletionHandler:)", "notification.shown",
            ])
        #expect((all["apns"] as? [String: Any])?["status"] as? Int == 200)
        #expect((all["unverified"] as? [String: String])?["extension-in-foreground"] != nil)
    }

    @Test func `state, cases and what is on screen choose what is shown`() async throws {
        let run = try await explain(
            Self.push, "--state", "suspended", "--with", "focus", "--without", "extension", "--header",
            "apns-collapse-id: order-1", "--on-screen", "order-1", "--on-screen-thread", "chat", "--then", "tap")
        #expect(run.exit == .done)
        #expect(run.out.contains("state of the app  focus, no extension\nsuspended         A1\n"))
        #expect(run.out.contains("in the list, no sound, in place of the one with its name\n"))
        #expect(run.out.contains("       EARLIER-2 (thread chat): An earlier notification\n"))
        #expect(run.out.contains("     then: off the list > tapped > app is background > app is inactive"))
    }

    @Test func `the page needs nothing else and obeys nothing that the payload says`() async throws {
        let page = FileManager.default.temporaryDirectory.appendingPathComponent("page-\(UUID().uuidString).html")
        defer { try? FileManager.default.removeItem(at: page) }
        let hostile = #"</div><script>alert(1)</script><img src=x onerror='a'> \u202Eevil"#
        let run = try await explain(
            #"{"aps":{"alert":{"title":"\#(hostile)","body":"B & C"},"thread-id":"\"><b>","badge":2}}"#, "--html",
            page.path)
        #expect(run.exit == .done && run.error == "Wrote \(page.path).\n")
        let html = try String(contentsOf: page, encoding: .utf8)
        for state in ["foreground", "background", "suspended", "not-running", "force-quit", "before-first-unlock"] {
            #expect(html.contains("<h2>\(state)</h2>"))
        }
        #expect(html.contains("class=\"phone locked\"") && html.contains("class=\"phone inside\""))
        #expect(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;") && html.contains("B &amp; C"))
        for danger in ["<script", "<img", "onerror='", "http:", "https:", "url(", "@import", "\u{202E}"] {
            #expect(!html.contains(danger), "\(danger)")
        }
        #expect(html.contains("default-src 'none'") && html.contains("<em>2</em>"))
    }

    @Test func `a terminal obeys nothing that the payload says`() async throws {
        let run = try await explain(#"{"aps":{"alert":"a\u001b[2Jb\nc\u202Ed\u0007"}}"#, "--state", "foreground")
        #expect(run.out.contains("reads: a\u{FFFD}[2Jb\u{FFFD}c\u{FFFD}d\u{FFFD}\n") && !run.out.contains("\u{1B}"))
        #expect("👨‍👩‍👧 x".printable(limit: 10) == "👨‍👩‍👧 x")
        #expect(String(repeating: "y", count: 200).printable(limit: 90) == String(repeating: "y", count: 90) + "…")
        let marks = "e" + String(repeating: "\u{301}", count: 10_000)
        #expect(marks.printable(limit: 90).unicodeScalars.count <= 361)
    }

    @Test func `a push of a call shows PushKit's callback, and no header that is assumed is missed`() async throws {
        let run = try await explain(#"{"call":"42"}"#, "--push-type", "voip", "--state", "suspended")
        #expect(run.exit == .done && run.out.contains("  A  a call rings\n") && !run.out.contains("lint finds"))
        #expect(run.out.contains("app is background > didReceiveIncomingVoIPPushWith [a] > call rings\n"))
    }

    @Test func `what APNs refuses reaches no phone, and is the caller's mistake`() async throws {
        let run = try await explain(#"{"aps":{"content-available":1}}"#, "--header", "apns-priority: 10")
        #expect(run.exit == .mistake && run.out.contains("APNs answers 400 BadPriority: the push reaches no phone."))
        let large = try await explain(#"{"aps":{"alert":"\#(String(repeating: "x", count: 5000))"}}"#, "--json")
        #expect(large.exit == .mistake)
        #expect((try json(large)["apns"] as? [String: Any])?["reason"] as? String == "PayloadTooLarge")
    }

    @Test(arguments: [
        (["--state", "foregroud"], "Did you mean foreground?"), (["--with", "nothing"], "--with knows no"),
        (["--with", "focus", "--without", "focus"], "focus stands under --with and --without"),
        (["--push-type", "liveactivity"], "takes pushes of the types alert, background and voip"),
        (["--then", "nothing"], "--then is tap or dismiss"), (["--sounds", "/nowhere"], "there is no folder"),
    ])
    func `a wrong word is the caller's mistake`(words: [String], sentence: String) async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("explain-\(UUID().uuidString).json")
        try Data(Self.push.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let run = await tool(["payload", "explain", file.path] + words)
        #expect(run.exit == .mistake && run.out.isEmpty && run.error.contains(sentence), "\(run.error)")
    }

    @Test(arguments: ["", "{", "[1,2]", #"{"aps":{}} trailing"#, "\u{0}"])
    func `what is no push is refused in a line`(text: String) async throws {
        let run = try await explain(text)
        #expect(run.exit == .mistake && run.out.isEmpty)
        #expect(run.error.split(separator: "\n").count == 1)
    }

    @Test func `a page that cannot be written is a failure`() async throws {
        let run = try await explain(Self.push, "--state", "background", "--html", "/nowhere/page.html")
        #expect(run.exit == .failure && run.error.contains("Cannot write"))
    }

    @Test func `hostile nesting and odd types end in a push that shows nothing`() async throws {
        let deep = String(repeating: "[", count: 400) + String(repeating: "]", count: 400)
        for payload in [
            #"{"aps":{"alert":\#(deep)}}"#, #"{"aps":{"alert":7,"badge":"3","sound":[]}}"#,
            #"{"aps":[1]}"#, #"{"aps":{"badge":1e400}}"#, #"{"aps":{"thread-id":{"a":1},"category":5}}"#,
        ] {
            let run = try await explain(payload, "--format", "apns", "--state", "background")
            #expect(run.exit == .mistake || run.out.contains("nothing is shown"), "\(run.out)\(run.error)")
        }
    }
}
