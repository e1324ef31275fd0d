import Foundation
import PushModel
import TestSupport
import Testing
import TidingsCore

@Suite("Pushes of other senders") struct ForeignMessageTests {
    private func message(_ json: String) throws -> ForeignMessage? {
        ForeignMessage(userInfo: try JSONValue(parsing: json).object?.userInfo ?? [:])
    }

    @Test(
        "Texts come from the options, then from the push, then from the data, then there are none",
        .rows("N42", "N43"),
        arguments: [
            (#"{"notifee_options":{"title":"A","body":"B"},"aps":{"alert":{"title":"C","body":"D"}}}"#, "A", "B"),
            (#"{"notifee_options":"{\"title\":\"A\"}","aps":{"alert":{"title":"C","body":"D"}}}"#, "A", "D"),
            (#"{"aps":{"alert":{"title":"C","body":"D"}},"data":{"title":"E"}}"#, "C", "D"),
            (#"{"aps":{"alert":"D"}}"#, "", "D"),
            (#"{"notification":{"title":"C","body":"D"}}"#, "C", "D"),
            (#"{"data":{"title":"E","body":"F"}}"#, "E", "F"), (#"{"title":"E","body":"F"}"#, "E", "F"),
            (#"{"notifee_options":[1],"aps":{"alert":{"title":"C"}}}"#, "C", ""), ("{}", "", ""),
        ])
    func texts(json: String, title: String, body: String) throws {
        let message = try #require(try message(json))
        #expect(message.title == title && message.body == body)
    }

    @Test(
        "The name is that of the options, else that of the push", .rows("N42"),
        arguments: [
            (#"{"notifee_options":{"id":"a"},"gcm.message_id":"b"}"#, "a"), (#"{"gcm.message_id":"b"}"#, "b"),
            (#"{"messageId":"c"}"#, "c"), ("{}", nil),
        ] as [(String, String?)])
    func names(json: String, id: String?) throws {
        #expect(try message(json)?.id == id)
    }

    @Test("The options' data count more than the push's, and reserved members stay out of both", .rows("N42", "N51"))
    func data() throws {
        let message = try #require(
            try message(
                #"""
                {"aps":{},"a":1,"b":1,"fcmX":1,"notifee_data":"{\"b\":3,\"aps\":1,\"gcm.x\":2}",
                "notifee_options":{"data":{"b":2,"c":2,"notifee_y":1}}}
                """#))
        #expect(message.data == ["a": 1, "b": 3, "c": 2] || Set(message.data.keys) == ["a", "b", "c"])
        #expect(message.data["b"] == 3 && message.data["c"] == 2)
    }

    @Test(
        "Damaged and newer options are warned of, and the push is read all the same", .rows("N42"),
        arguments: [
            (#"{"notifee_options":"{","aps":{"alert":"D"}}"#, 1), (#"{"notifee_options":[],"aps":{"alert":"D"}}"#, 1),
            (#"{"notifee_options":{"_v":2},"aps":{"alert":"D"}}"#, 1),
            (#"{"notifee_options":{"_v":"2"},"aps":{"alert":"D"}}"#, 1),
            (#"{"notifee_options":{"_v":1},"aps":{"alert":"D"}}"#, 0), (#"{"aps":{"alert":"D"}}"#, 0),
        ])
    func warnings(json: String, count: Int) throws {
        let message = try #require(try message(json))
        #expect(message.warnings.count == count && message.body == "D")
    }

    @Test("Our own pushes are not foreign", .rows("N43", "P2"))
    func own() throws {
        #expect(try message(#"{"aps":{"alert":"D"},"tidings":{"v":1,"id":"msg_1"}}"#) == nil)
    }
}
