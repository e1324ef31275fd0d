import PushModel
import TestSupport
import Testing

@testable import Payloads

@Suite struct ReadingTests {
    private static let samples: [(PayloadFormat, String, String)] = [
        (.apns, #"{"aps":{"alert":"Hi"},"a":[1,{"b":2}]}"#, #"{"aps":{"alert":"Hi"},"a":[1,{"b":2}]}"#),
        (.apns, #"{"headers":{"apns-priority":5},"payload":{"aps":{"alert":"Hi"}}}"#, #"{"aps":{"alert":"Hi"}}"#),
        (.apns, #"{"alert":"Hi"}"#, #"{"alert":"Hi"}"#),
        (
            .tidingsPush, #"{"aps":{"alert":"Hi"},"tidings":{"v":1,"id":"m"}}"#,
            #"{"aps":{"alert":"Hi"},"tidings":{"v":1,"id":"m"}}"#
        ),
        (
            .fcm,
            #"{"message":{"token":"t","notification":{"title":"T","body":"B","image":"https://a.example/i.png"},"data":{"k":"v"},"apns":{"payload":{"aps":{"mutable-content":1}}}}}"#,
            #"{"aps":{"mutable-content":1,"alert":{"title":"T","body":"B"}},"fcm_options":{"image":"https://a.example/i.png"},"k":"v"}"#
        ),
        (
            .firebaseAdmin,
            #"{"token":"t","apns":{"payload":{"aps":{"mutableContent":true,"alert":{"titleLocKey":"K"}},"x":1}}}"#,
            #"{"aps":{"mutable-content":1,"alert":{"title-loc-key":"K"}},"x":1}"#
        ),
        (
            .fcmLegacy, #"{"to":"t","mutable_content":true,"notification":{"body":"B","sound":"a.caf"}}"#,
            #"{"aps":{"alert":{"body":"B"},"sound":"a.caf","mutable-content":1}}"#
        ),
        (
            .notifyKit,
            #"{"_v":1,"title":"T","body":"B","ios":{"categoryId":"c","interruptionLevel":"timeSensitive"}}"#,
            #"{"aps":{"alert":{"title":"T","body":"B"},"mutable-content":1,"category":"c","interruption-level":"time-sensitive"},"#
                + #""notifee_options":{"_v":1,"title":"T","body":"B","ios":{"categoryId":"c","interruptionLevel":"timeSensitive"}}}"#
        ),
        (
            .notifyKit, #"{"data":{"notifee_options":"{\"title\":\"T\"}"}}"#,
            #"{"aps":{"alert":{"title":"T"},"mutable-content":1},"notifee_options":"{\"title\":\"T\"}"}"#
        ),
        (
            .oneSignal, #"{"app_id":"a","contents":{"de":"Hallo","en":"Hi"},"data":{"k":1},"ios_sound":"a.caf"}"#,
            #"{"aps":{"alert":{"body":"Hi"},"sound":"a.caf","mutable-content":1},"#
                + #""custom":{"i":"00000000-0000-0000-0000-000000000000","a":{"k":1}}}"#
        ),
        (
            .expo, #"[{"to":"ExponentPushToken[x]","title":"T","body":"B","data":{"k":1},"sound":null}]"#,
            #"{"aps":{"alert":{"title":"T","body":"B"}},"body":{"k":1}}"#
        ),
        (
            .tidings, #"{"to":["u"],"body":"B","data":{"k": 1.0},"badge":3}"#,
            #"{"aps":{"alert":"B","badge":3,"mutable-content":1},"tidings":{"v":1,"id":"msg_00000000000000000000000000000","#
                + #""delivery":"dlv_00000000000000000000000000000","to":"AAAAAAAAAAAAAAAA","exp":1900000000},"k":1.0}"#
        ),
    ]

    @Test(arguments: samples)
    func `each way of describing a push is known by its keys and becomes what APNs would get`(
        format: PayloadFormat, file: String, wire: String
    ) throws {
        let document = try PayloadDocument(reading: Array(file.utf8))
        #expect(document.format == format)
        #expect(String(decoding: document.wire, as: UTF8.self) == wire)
    }

    @Test(arguments: samples)
    func `every value of the payload points at its place in the file`(
        format: PayloadFormat, file: String, wire: String
    ) throws {
        let document = try PayloadDocument(reading: Array(file.utf8))
        func check(_ node: PayloadNode) throws {
            if let origin = node.origin, let scalar = node.scalar, document.format != .notifyKit {
                let text = String(decoding: Array(file.utf8)[origin.range], as: UTF8.self)
                #expect(try JSONValue(parsing: text) == scalar || scalar == 1 && text == "true", "\(origin.path)")
            }
            for child in node.children() { try check(child.node) }
        }
        try check(document.payload)
    }

    @Test(.rows("N27"))
    func `camel-case keys are renamed where the SDK of Firebase surely sends, and left where nobody may`() throws {
        let aps = #""apns":{"payload":{"aps":{"mutableContent":1}}}"#
        let fragment = try PayloadDocument(reading: Array("{\(aps)}".utf8))
        #expect(fragment.format == .firebaseAdmin)
        #expect(fragment.payload["aps"]?["mutableContent"]?.scalar == 1)
        let routed = try PayloadDocument(reading: Array("{\"topic\":\"t\",\(aps)}".utf8))
        #expect(routed.payload["aps"]?["mutable-content"]?.scalar == 1)
        let asked = try PayloadDocument(reading: Array("{\(aps)}".utf8), as: .firebaseAdmin)
        #expect(asked.payload["aps"]?["mutable-content"]?.scalar == 1)
        #expect(asked.payload["aps"]?["mutable-content"]?.origin?.path == "apns.payload.aps.mutableContent")
        let posted = try PayloadDocument(reading: Array("{\"message\":{\"topic\":\"t\",\(aps)}}".utf8))
        #expect(posted.payload["aps"]?["mutableContent"]?.scalar == 1)
    }

    @Test func `headers come from the file and from beside it, which wins`() throws {
        let file = #"{"headers":{"apns-priority":5,"APNS-Topic":"a"},"payload":{"aps":{}}}"#
        let document = try PayloadDocument(
            reading: Array(file.utf8), headers: [try PayloadHeader(line: "apns-topic:  com.example.app ")])
        #expect(document.header("apns-priority")?.value == "5")
        #expect(document.header("apns-priority")?.origin?.path == "headers.apns-priority")
        #expect(document.header("apns-topic")?.value == "com.example.app")
        #expect(try PayloadHeader.headers(of: Array(":path: /3\napns-id: a\n".utf8)).map(\.name) == ["apns-id"])
        #expect(try PayloadHeader.headers(of: Array(#"{"apns-expiration":0}"#.utf8)).map(\.value) == ["0"])
        #expect(throws: PayloadInputError.self) { try PayloadHeader(line: "apns-id") }
    }

    @Test(arguments: [
        ("", "empty_input", 0), (" \n", "empty_input", 0), ("{\"a\":1} {}", "several_documents", 8),
        ("{\"a\":1}\nx", "several_documents", 8), ("{\"a\":}", "invalid_json", 5), ("[1,2]", "not_an_object", 0),
        ("7", "not_an_object", 0), ("{\"a\":\"\u{0}\"}", "invalid_json", 6),
    ])
    func `what is no description of a push ends with a code and the byte`(text: String, code: String, offset: Int) {
        #expect {
            _ = try PayloadDocument(reading: Array(text.utf8))
        } throws: {
            let error = $0 as? PayloadInputError
            return error?.code.rawValue == code && error?.offset == offset
        }
    }

    @Test func `hostile files end with an error: foreign encodings, depth, size`() throws {
        func code(_ bytes: [UInt8]) -> PayloadInputError.Code? {
            do {
                _ = try PayloadDocument(reading: bytes)
                return nil
            } catch {
                return error.code
            }
        }
        #expect(code([0xFF, 0xFE, 0x7B, 0]) == .invalidUTF8)
        #expect(code(Array("{\"a\":\"".utf8) + [0xC3, 0x28] + Array("\"}".utf8)) == .invalidUTF8)
        #expect(code(Array((String(repeating: "[", count: 200_000)).utf8)) == .invalidJSON)
        #expect(code(Array(repeating: 0x20, count: PayloadDocument.byteLimit + 1)) == .inputTooLarge)
        let marked = try PayloadDocument(reading: [0xEF, 0xBB, 0xBF] + Array(#"{"aps":{"badge":1}}"#.utf8))
        #expect(marked.hasByteOrderMark)
        #expect(marked.payload["aps"]?["badge"]?.origin?.range == 19..<20)
    }

    @Test func `places are counted as editors count them`() throws {
        let file = "{\n  \"aps\": {\"alert\": \"Grüße 👋\", \"badge\": 1}\n}"
        let document = try PayloadDocument(reading: Array(file.utf8))
        let badge = try #require(document.payload["aps"]?["badge"]?.origin)
        #expect(document.place(of: badge.range.lowerBound) == TextPlace(line: 2, column: 40))
        #expect(document.place(of: 0) == TextPlace(line: 1, column: 1))
        #expect(document.place(of: .max) == TextPlace(line: 3, column: 2))
    }

    @Test(
        .rows("P21"),
        arguments: [
            (#"{"aps":{"alert":"a"}}"#, [], PushType.alert, 4096),
            (#"{"aps":{"content-available":1}}"#, [], .background, 4096),
            (#"{"aps":{"event":"update","content-state":{}}}"#, [], .liveActivity, 4096),
            (#"{"aps":{"event":"update"}}"#, ["apns-channel-id: YQ=="], .liveActivity, 5120),
            (#"{"call":1}"#, ["apns-push-type: voip"], .voip, 5120),
            (#"{"call":1}"#, ["apns-topic: com.example.app.voip"], .voip, 5120),
            (#"{"mdm":"x"}"#, [], .mdm, 4096), (#"{"aps":{"content-changed":true}}"#, [], .widgets, 4096),
        ])
    func `the push type and its limit follow from headers, topic and payload`(
        file: String, headers: [String], type: PushType, limit: Int
    ) throws {
        let document = try PayloadDocument(
            reading: Array(file.utf8), headers: try headers.map { try PayloadHeader(line: $0) })
        #expect(document.pushType == type)
        #expect(document.byteLimit == limit)
    }

    @Test func `a message with a faulty field says which, and has no payload`() throws {
        let file = #"{"to":"u","title":"T","badge":-1,"data":{"aps":1}}"#
        let document = try PayloadDocument(reading: Array(file.utf8))
        #expect(document.format == .tidings)
        #expect(document.remarks.map(\.origin.path) == ["data.aps", "badge"])
        #expect(document.payload.members?.isEmpty == true)
        let sealed = try PayloadDocument(reading: Array(#"{"to":"u","title":"Secret","encrypt":"device"}"#.utf8))
        #expect(!String(decoding: sealed.wire, as: UTF8.self).contains("Secret"))
        #expect(sealed.payload["tidings"]?["enc"] != nil)
    }
}
