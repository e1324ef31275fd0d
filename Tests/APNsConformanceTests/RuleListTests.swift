import Foundation
import Testing

@testable import APNsConformance

struct RuleListTests {
    private static let requirements: String = {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let file = root.appendingPathComponent("Documentation/Requirements.md")
        return (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    }()

    @Test(arguments: ConformanceRule.all)
    func `each rule stands in the requirements with the same words`(rule: ConformanceRule) {
        #expect(Self.requirements.contains("- **\(rule.id)** \(rule.sentence)\n"))
    }

    @Test func `ids are used once, in order within their list`() {
        let ids = ConformanceRule.all.map(\.id)
        #expect(Set(ids).count == ids.count)
        #expect(ids.allSatisfy { $0.wholeMatch(of: #/A[2-6]\.[1-9][0-9]?/#) != nil })
    }

    @Test func `a status alone stands for any reason, and for no other status`() {
        #expect(Observation("", "400", "400 BadTopic").holds)
        #expect(Observation("", "400", "400").holds)
        #expect(!Observation("", "400 BadTopic", "400 BadTopics").holds)
        #expect(!Observation("", "200", "2000").holds)
        #expect(!Observation("", "400 BadTopic", "400").holds)
    }
}
