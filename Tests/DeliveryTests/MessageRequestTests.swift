import Delivery
import PushModel
import TestSupport
import Testing

@Suite
struct MessageRequestTests {
    @Test(.rows("B10")) func `an audience is one id or up to a thousand, and a repeat counts once`() throws {
        let one = try MessageRequest(parsing: Array(#"{"to":"ann","title":"x","channel":"push"}"#.utf8))
        #expect(one.audience == ["ann"] && one.places == ["to"])
        let many = try MessageRequest(parsing: Array(#"{"to":["ann","bob","ann"],"title":"x"}"#.utf8))
        #expect(many.audience == ["ann", "bob"] && many.places == ["to[0]", "to[1]"])
        let ids = (0...1_000).map { "\"u\($0)\"" }.joined(separator: ",")
        let error = #expect(throws: ValidationError.self) {
            try MessageRequest(parsing: Array("{\"to\":[\(ids)],\"title\":\"x\"}".utf8))
        }
        #expect(error?.fields.map(\.param) == ["to"])
    }

    @Test(.rows("B14")) func `the time to live is a day unless the sender says otherwise`() throws {
        let usual = try MessageRequest(parsing: Array(#"{"to":"ann","title":"x"}"#.utf8))
        #expect(usual.timeToLive == .seconds(86_400))
        let own = try MessageRequest(parsing: Array(#"{"to":"ann","title":"x","ttlSeconds":60}"#.utf8))
        #expect(own.timeToLive == .seconds(60))
        #expect(throws: ValidationError.self) {
            try MessageRequest(parsing: Array(#"{"to":"ann","title":"x","ttlSeconds":2419201}"#.utf8))
        }
    }
}
