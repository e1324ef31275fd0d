import HTTP2
import PushModel
import TestSupport
import Testing

@testable import APNsSimulator

@Suite struct RequestCheckTests {
    /// One row of a table: what is changed in a request that would pass, and the answer to it.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let answer: String
        let change: @Sendable (inout PushFields) -> Void

        init(_ name: String, _ answer: String, _ change: @escaping @Sendable (inout PushFields) -> Void) {
            testDescription = "\(name) → \(answer)"
            self.answer = answer
            self.change = change
        }
    }

    @Test(
        .rows("AP1"),
        arguments: [
            Row("another path", "404 BadPath") { $0.path = "/3/devices/00" },
            Row("another version", "404 BadPath") { $0.path = "/4/device/00" },
            Row("a longer path", "404 BadPath") { $0.path += "/more" },
            Row("a query", "404 BadPath") { $0.path += "?a=1" },
            Row("no path", "404 BadPath") { $0.path = "" },
            Row("GET", "405 MethodNotAllowed") { $0.method = "GET" },
            Row("PUT", "405 MethodNotAllowed") { $0.method = "PUT" },
            Row("a lowercase method", "405 MethodNotAllowed") { $0.method = "post" },
        ])
    func `only POST to a device is answered`(row: Row) throws {
        #expect(try Trial().answer(.production, row.change) == row.answer)
    }

    @Test(
        .rows("B32"),
        arguments: [
            Row("no token", "400 MissingDeviceToken") { $0.path = "/3/device/" },
            Row("no slash", "400 MissingDeviceToken") { $0.path = "/3/device" },
            Row("no hex", "400 BadDeviceToken") { $0.path = "/3/device/xyz" },
            Row("odd digits", "400 BadDeviceToken") { $0.path.removeLast() },
            Row("far too long", "400 BadDeviceToken") { $0.path = "/3/device/" + String(repeating: "ab", count: 300) },
            Row("unknown", "400 BadDeviceToken") { $0.path = "/3/device/" + String(repeating: "ab", count: 32) },
            Row("uppercase", "200") { $0.path = "/3/device/" + $0.path.dropFirst(10).uppercased() },
        ])
    func `device tokens are whole bytes in hex that APNs gave out`(row: Row) throws {
        #expect(try Trial().answer(.production, row.change) == row.answer)
    }

    @Test(
        .rows("B33"),
        arguments: [
            Row("no topic", "400 MissingTopic") { $0.topic = nil },
            Row("empty topic", "400 MissingTopic") { $0.topic = "" },
            Row("a space in the topic", "400 BadTopic") { $0.topic = "com.example app" },
            Row("only a suffix", "400 BadTopic") { $0.topic = ".voip" },
            Row("another app", "400 DeviceTokenNotForTopic") { $0.topic = "com.example.other" },
            Row("unknown type", "400 InvalidPushType") { $0.pushType = "loud" },
            Row("type in capitals", "400 InvalidPushType") { $0.pushType = "Alert" },
            Row("another type's suffix", "400 InvalidPushType") { $0.topic? += ".voip" },
            Row("a missing suffix", "400 DeviceTokenNotForTopic") { $0.pushType = "voip" },
            Row("another kind of token", "400 DeviceTokenNotForTopic") {
                $0.pushType = "voip"
                $0.topic? += ".voip"
            },
            Row("management with a token", "400 TopicDisallowed") { $0.pushType = "mdm" },
            Row("no type", "200") { $0.pushType = nil },
            Row("background", "200") {
                $0.pushType = "background"
                $0.priority = "5"
            },
        ])
    func `topic and push type fit each other and the token`(row: Row) throws {
        #expect(try Trial().answer(.production, row.change) == row.answer)
    }

    @Test(.rows("B33"), arguments: PushType.allCases.filter { $0 != .mdm })
    func `each type takes its own suffix only`(type: PushType) throws {
        let trial = try Trial()
        let suffix = try #require(type.topicSuffix)
        let path = "/3/device/\(trial.token(type))"
        let priority = type == .background ? "5" : "10"
        func answer(_ topic: String) -> String {
            trial.answer {
                $0.path = path
                $0.pushType = type.rawValue
                $0.priority = priority
                $0.topic = topic
            }
        }
        #expect(answer(Trial.bundleID + suffix) == "200")
        #expect(answer(Trial.bundleID + ".push-type.nothing") == "400 DeviceTokenNotForTopic")
        for other in PushType.allCases where (other.topicSuffix ?? "") != suffix && other != .mdm {
            #expect(answer(Trial.bundleID + (other.topicSuffix ?? "")).hasPrefix("400 "))
        }
    }

    @Test(
        .rows("B33"),
        arguments: [
            Row("10", "200") { $0.priority = "10" }, Row("5", "200") { $0.priority = "5" },
            Row("1", "200") { $0.priority = "1" }, Row("none", "200") { $0.priority = nil },
            Row("0", "400 BadPriority") { $0.priority = "0" }, Row("7", "400 BadPriority") { $0.priority = "7" },
            Row("010", "400 BadPriority") { $0.priority = "010" }, Row("empty", "400 BadPriority") { $0.priority = "" },
            Row("a word", "400 BadPriority") { $0.priority = "high" },
            Row("background at 10", "400 BadPriority") {
                $0.pushType = "background"
                $0.priority = "10"
            },
            Row("background without", "400 BadPriority") { $0.pushType = "background" },
            Row("background at 1", "400 BadPriority") {
                $0.pushType = "background"
                $0.priority = "1"
            },
        ])
    func `priority is 1, 5 or 10, and 5 for background`(row: Row) throws {
        #expect(try Trial().answer(.production, row.change) == row.answer)
    }

    @Test(
        .rows("B33"),
        arguments: [
            Row("0", "200") { $0.expiration = "0" }, Row("seconds", "200") { $0.expiration = "4102444800" },
            Row("the past", "200") { $0.expiration = "1" },
            Row("negative", "400 BadExpirationDate") { $0.expiration = "-1" },
            Row("a fraction", "400 BadExpirationDate") { $0.expiration = "1.5" },
            Row("a date", "400 BadExpirationDate") { $0.expiration = "2030-01-01" },
            Row("empty", "400 BadExpirationDate") { $0.expiration = "" },
            Row("past 64 bits", "400 BadExpirationDate") { $0.expiration = "99999999999999999999" },
            Row("Arabic digits", "400 BadExpirationDate") { $0.expiration = "١٢" },
        ])
    func `expiration is a count of seconds`(row: Row) throws {
        #expect(try Trial().answer(.production, row.change) == row.answer)
    }

    @Test(
        .rows("B33", "F25"),
        arguments: [
            Row("64 bytes", "200") { $0.collapseID = String(repeating: "c", count: 64) },
            Row("65 bytes", "400 BadCollapseId") { $0.collapseID = String(repeating: "c", count: 65) },
            Row("33 characters of 2 bytes", "400 BadCollapseId") { $0.collapseID = String(repeating: "ü", count: 33) },
            Row("empty", "400 BadCollapseId") { $0.collapseID = "" },
        ])
    func `a collapse id has 1 to 64 bytes`(row: Row) throws {
        #expect(try Trial().answer(.production, row.change) == row.answer)
    }

    @Test(
        .rows("B32"),
        arguments: [
            "", "1234", "123e4567e89b42d3a456426614174000", "{123e4567-e89b-42d3-a456-426614174000}",
            "123e4567-e89b-42d3-a456-42661417400", "123e4567-e89b-42d3-a456-42661417400g",
            "123e4567-e89b-42d3-a4564-26614174000",
        ])
    func `an apns-id that is no UUID is refused and not echoed`(id: String) throws {
        let verdict = try Trial().send { $0.apnsID = id }
        #expect(verdict.summary == "400 BadMessageId")
        #expect(CanonicalUUID.accepts(verdict.id) && verdict.id != id)
    }

    @Test(.rows("B33")) func `the apns-id is echoed or made up`() throws {
        let trial = try Trial()
        let id = "123e4567-e89b-42d3-a456-426614174000"
        #expect(trial.send { $0.apnsID = id }.id == id)
        #expect(trial.send { $0.apnsID = id.uppercased() }.id == id.uppercased())
        let made = (0..<100).map { _ in trial.send().id }
        #expect(made.allSatisfy { CanonicalUUID.accepts($0) && $0 == $0.lowercased() && $0.dropFirst(14).first == "4" })
        #expect(Set(made).count == 100)
        // A refusal names the request too.
        #expect(
            trial.send {
                $0.apnsID = id
                $0.topic = nil
            }.id == id)
    }

    @Test(
        .rows("B32"),
        arguments: [
            "authorization", "apns-id", "apns-topic", "apns-push-type", "apns-priority", "apns-expiration",
            "apns-collapse-id",
        ])
    func `a header of APNs may stand there once`(name: String) throws {
        let trial = try Trial()
        let twice = PushFields(
            method: "POST", path: "/3/device/\(trial.token)", headers: [.init(name, "a"), .init(name, "a")], body: [])
        #expect(trial.core.check(twice, .production, &trial.connection).summary == "400 DuplicateHeaders")
        let other = PushFields(
            method: "POST", path: "/", headers: [.init("user-agent", "a"), .init("user-agent", "a")], body: [])
        #expect(!other.hasDuplicates)
    }

    @Test(
        .rows("B32", "F24"),
        arguments: [
            Row("nothing", "400 PayloadEmpty") { $0.body = [] },
            Row("an array", "400 PayloadEmpty") { $0.body = Array("[1]".utf8) },
            Row("a text", "400 PayloadEmpty") { $0.body = Array("\"aps\"".utf8) },
            Row("half an object", "400 PayloadEmpty") { $0.body = Array("{\"aps\":".utf8) },
            Row("two objects", "400 PayloadEmpty") { $0.body = Array("{}{}".utf8) },
            Row("no UTF-8", "400 PayloadEmpty") { $0.body = [0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D] },
            Row("an empty object", "200") { $0.body = Array("{}".utf8) },
            Row("space around it", "200") { $0.body = Array(" {} \n".utf8) },
            Row("4096 bytes", "200") { $0.body = .json(ofSize: 4096) },
            Row("4097 bytes", "413 PayloadTooLarge") { $0.body = .json(ofSize: 4097) },
        ])
    func `a payload is a JSON object of at most 4096 bytes`(row: Row) throws {
        #expect(try Trial().answer(.production, row.change) == row.answer)
    }

    @Test(.rows("C24", "F24"), arguments: [(5120, "200"), (5121, "413 PayloadTooLarge")])
    func `a call push may have 5120 bytes`(size: Int, answer: String) throws {
        let trial = try Trial()
        let path = "/3/device/\(trial.token(.voip))"
        let found = trial.answer {
            $0.path = path
            $0.pushType = "voip"
            $0.topic? += ".voip"
            $0.expiration = "0"
            $0.body = .json(ofSize: size)
        }
        #expect(found == answer)
    }

    @Test func `the first failing check in the documented order decides`() throws {
        let trial = try Trial()
        var fields = PushFields(
            method: "GET", path: "/x", headers: [.init("apns-id", "1"), .init("apns-id", "1")], body: [])
        fields.pushType = "loud"
        fields.priority = "7"
        fields.expiration = "soon"
        fields.collapseID = ""
        let mend: [(String, (inout PushFields) -> Void)] = [
            ("404 BadPath", { $0.path = "/3/device/zz" }),
            ("405 MethodNotAllowed", { $0.method = "POST" }),
            ("400 DuplicateHeaders", { $0.hasDuplicates = false }),
            ("400 BadMessageId", { $0.apnsID = nil }),
            ("403 MissingProviderToken", { $0.authorization = trial.authorization }),
            ("400 BadDeviceToken", { $0.path = "/3/device/" + trial.token(.alert, .sandbox) }),
            ("400 MissingTopic", { $0.topic = "com.example.other" }),
            ("400 InvalidPushType", { $0.pushType = "alert" }),
            ("400 BadPriority", { $0.priority = "10" }),
            ("400 BadExpirationDate", { $0.expiration = "0" }),
            ("400 BadCollapseId", { $0.collapseID = "c" }),
            ("400 PayloadEmpty", { $0.body = .json(ofSize: 5000) }),
            ("413 PayloadTooLarge", { $0.body = Array("{}".utf8) }),
            ("400 BadDeviceToken", { $0.path = "/3/device/" + trial.token }),
            ("400 DeviceTokenNotForTopic", { $0.topic = Trial.bundleID }),
        ]
        for (answer, change) in mend {
            #expect(trial.core.check(fields, .production, &trial.connection).summary == answer)
            change(&fields)
        }
        #expect(trial.core.check(fields, .production, &trial.connection).summary == "200")
    }
}
