import HTTP2
import Payloads
import PushModel
import TestSupport
import Testing

@testable import APNsSimulator

/// The linter and the simulated APNs judge the same requests alike, without knowing of each other.
@Suite struct LintAgreementTests {
    /// Rules whose breach APNs answers with an error; the reason that it gives.
    private static let reasons: [(code: String, reasons: Set<String>)] = [
        ("duplicate_header", ["DuplicateHeaders"]), ("push_type_unknown", ["InvalidPushType"]),
        ("priority_invalid", ["BadPriority"]), ("background_priority", ["BadPriority"]),
        ("collapse_id_invalid", ["BadCollapseId"]), ("apns_id_invalid", ["BadMessageId"]),
        ("topic_missing", ["MissingTopic"]), ("topic_invalid", ["BadTopic"]),
        ("topic_suffix", ["DeviceTokenNotForTopic", "InvalidPushType"]), ("payload_too_large", ["PayloadTooLarge"]),
    ]

    /// What the simulator's checks say to a push of the linter's examples; nil when it passes.
    private static func answer(_ example: LintRule.Example) throws -> String? {
        let given = try example.headers.map { try PayloadHeader(line: $0) }
        let document = try PayloadDocument(reading: Array(example.file.utf8), as: example.format, headers: given)
        // The linter says nothing about a topic where there are no headers at all.
        var headers = document.headers
        if !document.hasHeaders, document.header("apns-topic") == nil {
            headers.append(PayloadHeader("apns-topic", "com.example.app"))
        }
        let fields = PushFields(
            method: "POST", path: "/3/device/" + String(repeating: "ab", count: 32),
            headers: headers.map { HTTP2Header($0.name, $0.value) }, body: document.wire)
        var memo = TopicMemo()
        do throws(APNsSimulator.Refusal) {
            _ = try RequestCheck.push(fields, try RequestCheck.head(fields), &memo, allowedBundleIDs: nil)
            return nil
        } catch {
            return error.reason.rawValue
        }
    }

    @Test(.rows("AP1", "P21"), arguments: reasons)
    func `what the linter calls an error the simulator refuses, and takes once it is mended`(
        code: String, reasons: Set<String>
    ) throws {
        let rule = try #require(LintRule.all.first { $0.code == code })
        #expect(reasons.contains(try Self.answer(rule.failing) ?? "200"))
        #expect(try Self.answer(rule.passing) == nil)
    }

    @Test(.rows("P7"), arguments: LintRule.all)
    func `what the linter has nothing against the simulator takes`(rule: LintRule) throws {
        let isPush = rule.passing.headers.allSatisfy {
            !$0.hasPrefix("apns-channel-id") && !$0.hasPrefix("authorization")
        }
        guard isPush else { return }
        #expect(try Self.answer(rule.passing) == nil)
    }
}
