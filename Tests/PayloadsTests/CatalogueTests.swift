import Foundation
import PushModel
import TestSupport
import Testing

@testable import Payloads

@Suite struct CatalogueTests {
    static let linter = PayloadLint(
        soundFile: { name in
            switch name {
            case "long.wav": SoundLengthTests.wave(seconds: 31)
            case "none.wav": nil
            default: SoundLengthTests.wave(seconds: 2)
            }
        }, secondsSince1970: 1_767_225_600)

    static func findings(_ example: LintRule.Example) throws -> [LintFinding] {
        let headers = try example.headers.map { try PayloadHeader(line: $0) }
        return linter.findings(
            in: try PayloadDocument(reading: Array(example.file.utf8), as: example.format, headers: headers))
    }

    @Test(.rows("P7", "P21", "N27"), arguments: LintRule.all)
    func `each rule finds its failing example and nothing in the passing one`(rule: LintRule) throws {
        let failing = try Self.findings(rule.failing)
        #expect(failing.contains { $0.rule == rule }, "\(failing.map { ($0.rule.code, $0.message) })")
        let found = try #require(failing.first { $0.rule == rule })
        #expect(!found.message.isEmpty && !found.fix.isEmpty)
        let passing = try Self.findings(rule.passing)
        #expect(passing.filter { $0.severity != .note }.isEmpty, "\(passing.map { ($0.rule.code, $0.message) })")
        #expect(!passing.contains { $0.rule == rule })
    }

    @Test func `codes are unique and in snake case, sentences end with a full stop`() {
        #expect(Set(LintRule.all.map(\.code)).count == LintRule.all.count)
        for rule in LintRule.all {
            #expect(rule.code.wholeMatch(of: /[a-z0-9]+(_[a-z0-9]+)*/) != nil, "\(rule.code)")
            #expect(rule.summary.hasSuffix(".") && rule.why.hasSuffix("."), "\(rule.code)")
        }
    }

    @Test(arguments: LintRule.all)
    func `mending leaves nothing to mend, changes nothing the second time, and never breaks the file`(rule: LintRule)
        throws
    {
        for example in [rule.failing, rule.passing] {
            let headers = try example.headers.map { try PayloadHeader(line: $0) }
            let once = try Self.linter.mend(Array(example.file.utf8), as: example.format, headers: headers)
            #expect(once.left.allSatisfy { $0.edits.isEmpty }, "\(rule.code): \(once.left.map(\.message))")
            let twice = try Self.linter.mend(once.bytes, as: example.format, headers: headers)
            #expect(twice.bytes == once.bytes)
            if once.mended.isEmpty { #expect(once.bytes == Array(example.file.utf8)) }
        }
    }

    @Test func `the document of the rules is written from the catalogue`() throws {
        let document = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Documentation/LintRules.md")
        let expected = LintReference.markdown
        if ProcessInfo.processInfo.environment["TIDINGS_RECORD"] == "1" {
            try Data(expected.utf8).write(to: document)
        }
        let written = try String(contentsOf: document, encoding: .utf8)
        #expect(written == expected, "Write it again: TIDINGS_RECORD=1 make test ARGS='--filter CatalogueTests'")
    }

    @Test func `hostile files have findings without end, and are told in few words`() throws {
        let keys = (0..<3_000).map { "\"catgory\($0)\":1" }.joined(separator: ",")
        let file = "{\"aps\":{\"alert\":\"a\",\(keys)}}"
        let findings = Self.linter.findings(in: try PayloadDocument(reading: Array(file.utf8)))
        #expect(findings.count == 500)
        let repair = try Self.linter.mend(Array(file.utf8))
        #expect(repair.bytes.count <= file.utf8.count + 500)
        let escaped = try PayloadDocument(reading: Array("{\"aps\":{\"\u{9B}31m\\u001b\":1}}".utf8))
        let told = Self.linter.findings(in: escaped).flatMap { [$0.message, $0.path, $0.fix] }.joined()
        #expect(told.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
    }

    @Test func `changes that touch each other are made one after the other`() throws {
        let file = #"{"aps":{"alert":"a", "mutable-content":0, "content-available":0}}"#
        let repair = try Self.linter.mend(Array(file.utf8))
        #expect(String(decoding: repair.bytes, as: UTF8.self) == #"{"aps":{"alert":"a"}}"#)
        #expect(repair.mended.map(\.rule.code) == ["flag_off", "flag_off"])
        let edits = [LintEdit(2..<4, "x"), LintEdit(0..<3, "y"), LintEdit(9..<12, "z"), LintEdit(4..<4, "+")]
        #expect(String(decoding: LintEdit.apply(edits, to: Array("0123456789".utf8)), as: UTF8.self) == "y3+456789")
    }
}
