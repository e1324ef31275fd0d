import Foundation
import Payloads
import PushModel
import TestSupport
import Testing

/// The examples of the module's page and of the guide.
@Suite struct ExampleTests {
    @Test func `a push is checked and mended`() throws {
        // snippet: checking
        let file = Array(#"{"aps":{"alert":"Hi","mutableContent":1}}"#.utf8)
        let document = try PayloadDocument(reading: file)
        for finding in PayloadLint().findings(in: document) where finding.severity == .error {
            print(finding.rule.code, finding.path, finding.message, finding.fix)
        }
        let mended = try PayloadLint().mend(file).bytes
        // end
        #expect(mended == Array(#"{"aps":{"alert":"Hi","mutable-content":1}}"#.utf8))
    }

    @Test func `a push is built`() throws {
        let now = 1_800_000_000
        // snippet: building
        var draft = PushDraft(title: "On its way", body: "See where it is.")
        draft.badge = 1
        draft.ios = ["sound": "default", "categoryId": "ORDER"]
        let push = try draft.apns(bundleID: "com.example.app", secondsSince1970: now)
        // push.payload goes to /3/device/…, push.object["headers"] beside it; push.parts tells where the bytes are.
        // end
        #expect(push.parts.map(\.byteCount) == [push.payload?.count])
    }

    @Test func `the code of the pages is the code that is compiled`() throws {
        let pages = ["Documentation/Payloads.docc", "Documentation/Guides/BuildAPush.md"]
        #expect(try DocumentedCode(snippets: "Tests/PayloadsTests", pages: pages).problems() == [])
    }
}
