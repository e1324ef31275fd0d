import PushModel
import Storage
import TestSupport
import Testing

@testable import Targeting

@Suite
struct ExpressionParsingTests {
    private static let faults: [(String, String)] = [
        (#"[]"#, "where"),
        (#"{}"#, "where"),
        (#"{"all":[]}"#, "where.all"),
        (#"{"all":[{"channel":"push"},{"ref":"plan","eq":1}]}"#, "where.all[1].ref"),
        (#"{"any":[{"not":{"ref":"attributes.plan"}}]}"#, "where.any[0].not"),
        (#"{"ref":"attributes.plan","eq":1,"gt":0}"#, "where"),
        (#"{"ref":"attributes.plan","is":1}"#, "where.is"),
        (#"{"ref":"attributes.plan","eq":[1]}"#, "where.eq"),
        (#"{"ref":"attributes.plan","gt":true}"#, "where.gt"),
        (#"{"ref":"attributes.plan","gt":1e999}"#, "where.gt"),
        (#"{"ref":"attributes.plan","in":[]}"#, "where.in"),
        (#"{"ref":"attributes.plan","in":[1,{}]}"#, "where.in[1]"),
        (#"{"ref":"attributes.plan","contains":""}"#, "where.contains"),
        (#"{"ref":"attributes.plan","exists":1}"#, "where.exists"),
        (#"{"ref":"attributes.$plan","exists":true}"#, "where.ref"),
        (#"{"ref":"attributes.a..b","exists":true}"#, "where.ref"),
        (#"{"ref":"attributes.a\"b","exists":true}"#, "where.ref"),
        (#"{"attribute":"plan","eq":1}"#, "where"),
        (#"{"count":"order","gte":-1}"#, "where.gte"),
        (#"{"count":"order"}"#, "where"),
        (#"{"count":"","eq":1}"#, "where.count"),
        (#"{"never":"order","within":"1w"}"#, "where.within"),
        (#"{"never":"order","eq":1}"#, "where.eq"),
        (#"{"lastSeen":"7d"}"#, "where.lastSeen"),
        (#"{"lastSeen":{"within":"1d","olderThan":"2d"}}"#, "where.lastSeen"),
        (#"{"channel":"mail"}"#, "where.channel"),
        (#"{"ref":"attributes.plan","count":"order","eq":1}"#, "where"),
    ]

    @Test(.rows("B12", "B45"), arguments: faults)
    func `a fault is named by the place where it stands`(text: String, param: String) throws {
        let error = #expect(throws: ExpressionError.self) {
            try AudienceExpression(JSONValue(parsing: text), at: "where")
        }
        #expect(error?.param == param)
        #expect(error?.message.isEmpty == false)
    }

    @Test(.rows("B45")) func `eight levels and fifty conditions are allowed, and not one more`() throws {
        func nested(_ depth: Int) -> JSONValue {
            (1..<depth).reduce(["channel": "push"]) { inner, _ in ["not": inner] }
        }
        func wide(_ count: Int) -> JSONValue { ["any": .array(Array(repeating: ["channel": "push"], count: count))] }
        _ = try AudienceExpression(nested(8), at: "where")
        _ = try AudienceExpression(wide(50), at: "where")
        #expect(throws: ExpressionError.self) { try AudienceExpression(nested(9), at: "where") }
        #expect(throws: ExpressionError.self) { try AudienceExpression(wide(51), at: "where") }
    }

    @Test(.rows("B45"), arguments: [("90m", 5_400), ("24h", 86_400), ("30d", 2_592_000), ("3650d", 315_360_000)])
    func `a span is written in minutes, hours or days`(text: String, seconds: Int) {
        #expect(Period(text)?.seconds == seconds)
    }

    @Test(.rows("B45"), arguments: ["", "d", "0d", "-1d", "1.5h", "1w", "3651d", "99999999d", "１d", "1 d"])
    func `what is no span is refused`(text: String) {
        #expect(Period(text) == nil)
    }

    @Test func `without regard to capitals means small letters in every script and one sigma`() {
        #expect("ΟΔΥΣΣΕΥΣ".folded == "Οδυσσευς".folded)
        #expect("MÜNCHEN".folded == "münchen")
    }
}
