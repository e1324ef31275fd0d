import Foundation
import PushModel
import TestSupport
import Testing

@testable import Delivery

@Suite struct TruncationTests {
    /// Characters that several code points make: family, flag, keycap, skin tone, accents, Devanagari, Hangul; and others.
    private static let characters = ["👨‍👩‍👧‍👦", "🇦🇹", "1️⃣", "👍🏽", "e\u{301}", "क्षि", "각", "漢", "\"", "x"]

    private static func bytes(_ text: String) -> Int {
        var json = JSONText()
        json.append(string: text)
        return json.bytes.count - 2
    }

    @Test(.rows("SF82", "SF84", "SF86"), arguments: characters)
    func `a text is cut between whole characters, by no more than is needed, and ends in an ellipsis`(
        character: String
    ) throws {
        let text = String(repeating: character, count: 40)
        let whole = Self.bytes(text)
        for excess in 1..<(whole - Self.bytes(character) - 3) {
            let cut = try #require(Truncation.cut(text, removing: excess))
            #expect(cut.last == "…" && whole - Self.bytes(cut) >= excess)
            let kept = cut.dropLast()
            #expect(kept.allSatisfy { String($0) == character } && text.hasPrefix(kept))
            // One more character would not have fitted.
            #expect(whole - Self.bytes(cut) - Self.bytes(character) < excess)
        }
        #expect(Truncation.cut(text, removing: whole + 3) == nil)
    }

    @Test(.rows("SF86")) func `a text that was cut before has one ellipsis, and no space in front of it`() {
        #expect(Truncation.cut("one two three", removing: 3) == "one two…")
        #expect(Truncation.cut("one two…", removing: 3) == "one…")
        #expect(Truncation.cut("one…", removing: 3) == nil)
    }

    @Test(.rows("SF80", "SF85")) func `body, then subtitle and title give way until the rest fits`() throws {
        let content = MessageContent(title: "Title", subtitle: "Subtitle", body: String(repeating: "🎉", count: 20))
        func size(_ content: MessageContent) -> Int {
            [content.title, content.subtitle, content.body].map { Self.bytes($0 ?? "") }.reduce(0, +)
        }
        for limit in 4..<size(content) {
            let cut = try #require(Truncation.fit(content) { size($0) - limit })
            #expect(size(cut) <= limit)
            if cut.subtitle != "Subtitle" { #expect(cut.body == nil) }
            if cut.title != "Title" { #expect(cut.subtitle == nil) }
        }
        #expect(Truncation.fit(content) { _ in 1 } == nil)
        #expect(Truncation.fit(content) { size($0) - size(content) } == content)
    }
}
