import Foundation
import PushModel
import Testing
import TestSupport

@Suite struct JSONScannerTests {
    // MARK: The grammar, case by case

    @Test(arguments: [
        "null", "true", "false", "0", "-0", "1", "-1", "10", "123456789012345678901234567890", "0.5", "-0.0", "1.25e2",
        "1E5", "1e+5", "1e-5", "0e1", "0e+1", "1e400", "20e1", #""""#, #""a""#, #"" ""#, #""\"\\\/\b\f\n\r\t""#,
        #""\u0041""#, #""\uD83D\uDE00""#, #""\ud83d\ude00""#, #""\u0000""#, #""\u00e9""#, #""é漢😀""#, "\"\u{7F}\"",
        "\"\u{2028}\u{2029}\"", "\"\u{10FFFF}\"", #""\uFFFF""#, "[]", "[ ]", "[1]", "[1,2]", "[ 1 , 2 ]", "[[]]",
        "[[],[]]", "[null]", "{}", "{ }", #"{"a":1}"#, #"{"a":1,"b":2}"#, #"{ "a" : 1 , "b" : [ ] }"#, #"{"":0}"#,
        #"{"a":{"b":{"c":{}}}}"#, " 1 ", "\n\t\r 1", "1\n", #"{"a":1,"a":2}"#, "[1,[2,[3,[4]]]]", #"["\\"]"#,
        #"["\\u0041"]"#, #"[1,"a",null,true,{"b":-1.5E-3}]"#, #""/""#,
    ])
    func `what RFC 8259 allows is accepted, and read as Foundation reads it`(text: String) throws {
        try JSONScanner.validate(utf8(text))
        let value = try JSONValue(parsing: text)
        let again = try JSONValue(parsing: value.encoded())
        #expect(again == value)
        guard text != "1e400", value.double.map({ abs($0) < 1e18 }) ?? true else { return }
        let theirs = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
        #expect((value.any as? NSObject)?.isEqual(theirs as? NSObject) ?? (value.isNull && theirs is NSNull))
    }

    @Test(arguments: 0..<20) func `the end, an escape and a fault are seen wherever they stand in a string`(place: Int)
        throws
    {
        for plain in ["a", "\u{7F}", "é", "漢", " "] {
            let start = "[\"" + String(repeating: plain, count: place)
            let end = String(repeating: plain, count: 12) + "\"]"
            let value = try JSONValue(parsing: start + "\\n" + end)
            #expect(value.encoded() == utf8(start + "\\n" + end))
            #expect(throws: Never.self) { try JSONScanner.validate(utf8(start + end)) }
            for fault in ["\"", "\\x", "\u{0}", "\n", "\u{1F}"] {
                #expect(throws: PushModelError.self) { try JSONScanner.validate(utf8(start + fault + end)) }
            }
            #expect(throws: PushModelError.self) { try JSONScanner.validate(utf8(start)) }
        }
    }

    @Test(arguments: [
        "", " ", "\n", "nul", "nulll", "True", "NULL", "undefined", "NaN", "Infinity", "-Infinity", "-", "+1", "01",
        "-01",
        "00", "1.", ".5", "-.5", "1.e1", "1e", "1e+", "1E-", "1e1.5", "0x10", "1_000", "1,000", "1 000", "--1", "1-",
        "٣",
        "\"", "\"a", "'a'", "a", #""\"#, #""\a""#, #""\'""#, #""\x41""#, #""\u""#, #""\u004""#, #""\u004G""#,
        #""\U0041""#,
        "\"\n\"", "\"\t\"", "\"\u{0}\"", "\"\u{1F}\"", #""\ud83d""#, #""\ude00""#, #""\ud83d\u0041""#, #""\ud83dA""#,
        #""\ud83d\ud83d""#, #""\ude00\ud83d""#, #""\ud83d\u""#, #""\ud83d\ude0""#, "[", "]", "[1", "[1,", "[,]", "[,1]",
        "[1,]", "[1,,2]",
        "[1 2]", "[1:2]", "[1}", "{1]", "{", "}", "{}}", "[]]", "{\"a\"", "{\"a\":", "{\"a\":}", "{\"a\":1",
        "{\"a\":1,", "{\"a\":1,}",
        "{,}", "{\"a\",1}", "{\"a\" 1}", "{a:1}", "{'a':1}", "{1:1}", "{null:1}", "{\"a\":1 \"b\":2}", "{\"a\"::1}",
        "{:1}",
        "1 2", "{} {}", "[] 1", "\"a\" \"b\"", "// comment\n1", "1 // comment", "/* */ 1", "[1 /* */]", "\u{FEFF}1",
        "\u{A0}1",
        "1\u{2028}", "[\u{B}1]", "[1\u{C}]", "*", "&", "<null>", "[\"a\",\n4\n,1,", "[-]", "[-a]", "[0.e1]", "[2.e+3]",
        "[1ea]",
        "[\"x\"", "[\"\\\\\\\"]", "{\"a\":\"b\"}#", "{\"a\":true} \"x\"", "{\"a\":/*comment*/\"b\"}", "\\u000A",
        "[\\u000A\"\"]",
        "\"\\", "{\"\\", "{\"a\\", "[\"\\u", "tru", "fals", "falsy", "nan", "[True]", "{\"é\"}", "\"\\u12\"",
        "\"\\ud83d\\\"",
    ])
    func `what RFC 8259 does not allow is refused, and Foundation agrees or is laxer`(text: String) {
        let error = #expect(throws: PushModelError.self) { try JSONScanner.validate(utf8(text)) }
        #expect(error?.code == .invalidJSON)
        #expect(throws: PushModelError.self) { try JSONValue(parsing: text) }
        #expect(throws: PushModelError.self) { try JSONScanner.members(of: utf8(text)) }
    }

    static let badUTF8: [[UInt8]] = [
        [0x22, 0x80, 0x22], [0x22, 0xBF, 0x22], [0x22, 0xC0, 0xAF, 0x22], [0x22, 0xC1, 0xBF, 0x22], [0x22, 0xC3, 0x22],
        [0x22, 0xE0, 0x80, 0xAF, 0x22], [0x22, 0xE0, 0x9F, 0xBF, 0x22], [0x22, 0xE2, 0x82, 0x22],
        [0x22, 0xED, 0xA0, 0x80, 0x22],
        [0x22, 0xED, 0xBF, 0xBF, 0x22], [0x22, 0xF0, 0x80, 0x80, 0xAF, 0x22], [0x22, 0xF0, 0x9F, 0x98, 0x22],
        [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], [0x22, 0xF5, 0x80, 0x80, 0x80, 0x22],
        [0x22, 0xF8, 0x88, 0x80, 0x80, 0x80, 0x22],
        [0x22, 0xFE, 0x22], [0x22, 0xFF, 0x22], [0xFF, 0xFE, 0x31, 0x00], [0x22, 0xC3],
        [0x22, 0xF0, 0x9F, 0x98, 0x80, 0x80, 0x22],
        [0xE9], [0x5B, 0xFF, 0x5D], [0x22, 0xE0, 0xFF, 0xFF, 0x22],
    ]

    @Test(arguments: badUTF8)
    func `bytes that are not UTF-8 are refused by name`(bytes: [UInt8]) {
        let error = #expect(throws: PushModelError.self) { try JSONScanner.validate(bytes) }
        #expect(error?.code == .invalidUTF8)
        #expect(String(validating: bytes, as: UTF8.self) == nil)
    }

    @Test func `every sequence of UTF-8 is judged as the standard library judges it`() {
        var generator = SeededGenerator(seed: 3)
        let interesting: [UInt8] = [
            0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xDF, 0xE0, 0xED, 0xEF, 0xF0, 0xF4, 0xF5,
        ]
        for _ in 0..<20_000 {
            let content = (0..<Int.random(in: 1...5, using: &generator)).map { _ in
                interesting[Int.random(in: 0..<interesting.count, using: &generator)]
            }
            let isValid = String(validating: content, as: UTF8.self) != nil
            let isAccepted = (try? JSONScanner.validate([0x22] + content + [0x22])) != nil
            #expect(isAccepted == isValid)
        }
    }

    @Test func `errors name the byte and not the text`() throws {
        let error = #expect(throws: PushModelError.self) { try JSONScanner.validate(utf8(#"{"secret":tru}"#)) }
        #expect(error?.message.contains("byte 10") == true)
        #expect(error?.message.contains("secret") == false)
    }

    @Test func `a byte order mark inside a string is a character like any other`() throws {
        // Foundation on Linux loses it, hence not among the cases above.
        let value = try JSONValue(parsing: "\"\u{FEFF}a\"")
        #expect(value.string?.unicodeScalars.map(\.value) == [0xFEFF, 0x61])
    }

    // MARK: Depth

    @Test func `texts may be nested as deep as the limit says`() throws {
        func nested(_ depth: Int) -> [UInt8] {
            [UInt8](repeating: UInt8(ascii: "["), count: depth) + [UInt8](repeating: UInt8(ascii: "]"), count: depth)
        }
        try JSONScanner.validate(nested(128))
        #expect(throws: PushModelError.self) { try JSONScanner.validate(nested(129)) }
        try JSONScanner.validate(nested(2), limits: JSONLimits(depth: 2))
        #expect(throws: PushModelError.self) { try JSONScanner.validate(nested(3), limits: JSONLimits(depth: 2)) }
        // Neither stack nor time suffers from an attack.
        #expect(throws: PushModelError.self) { try JSONScanner.validate(nested(1_000_000)) }
        let objects = Array(String(repeating: #"{"":"#, count: 100_000).utf8)
        #expect(throws: PushModelError.self) { try JSONValue(parsing: objects) }
    }

    // MARK: Ranges

    @Test func `members are given with the ranges of their bytes`() throws {
        let bytes = utf8(#" { "a" : [1, 2] ,"\u0062":{"x":"}"},"é" : null , "n":-1.50e+1 } "#)
        let members = try JSONScanner.members(of: bytes)
        #expect(members.map(\.key) == ["a", "b", "é", "n"])
        #expect(members.map { text(Array(bytes[$0.valueRange])) } == ["[1, 2]", #"{"x":"}"}"#, "null", "-1.50e+1"])
        #expect(members.map { text(Array(bytes[$0.keyRange])) } == [#""a""#, #""\u0062""#, #""é""#, #""n""#])
        #expect(members.map { text([$0.firstByte]) } == ["[", "{", "n", "-"])
        #expect(members.map(\.isObject) == [false, true, false, false])
        #expect(members.map(\.isNull) == [false, false, true, false])
    }

    @Test(arguments: ["[]", "1", "null", #""{}""#]) func `members are only asked of an object`(text: String) {
        #expect(throws: PushModelError.self) { try JSONScanner.members(of: utf8(text)) }
    }

    @Test func `a value is found by its path`() throws {
        let bytes = utf8(#"{"x":0, "a" : { "b":{"c" : [ 1 ] } } }"#)
        let range = try #require(try JSONScanner.range(of: ["a", "b", "c"], in: bytes))
        #expect(text(Array(bytes[range])) == "[ 1 ]")
        #expect(try JSONScanner.range(of: ["a", "z"], in: bytes) == nil)
        #expect(try JSONScanner.range(of: ["x", "y"], in: bytes) == nil)
        #expect(try JSONScanner.range(of: [], in: bytes) == 0..<bytes.count)
    }

    @Test func `a key that is given twice is found, however it is written`() throws {
        let twice = utf8(#"{"a":1,"b":{"c":1,"\u0063":2}}"#)
        try JSONScanner.validate(twice)
        let error = #expect(throws: PushModelError.self) { try JSONScanner.validate(twice, limits: .strict) }
        #expect(error?.message.contains("byte 18") == true)
        try JSONScanner.validate(utf8(#"{"a":{"a":1},"b":[{"a":1},{"a":1}]}"#), limits: .strict)
    }

    @Test func `a number that no double holds is found, and one that fits is not`() throws {
        let digits = String(repeating: "9", count: 400)
        for text in ["1e400", "-1E+309", "[1,1e999]", digits, "{\"a\":-\(digits).5}"] {
            try JSONScanner.validate(utf8(text))
            let error = #expect(throws: PushModelError.self) { try JSONScanner.validate(utf8(text), limits: .strict) }
            #expect(error?.message.contains("double") == true)
        }
        for text in ["1e308", "-1.7976931348623157e308", "1e-400", "0e999", "123456789012345678901234567890"] {
            try JSONScanner.validate(utf8(text), limits: .strict)
        }
    }

    // MARK: Damage

    @Test(arguments: 0..<16) func `damaged texts never crash, and nothing is accepted that Foundation refuses`(
        seed: UInt64
    ) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let bytes = generator.damage(generator.value().encoded())
            guard let value = try? JSONValue(parsing: bytes) else {
                #expect(throws: PushModelError.self) { try JSONScanner.validate(bytes) }
                continue
            }
            #expect(throws: Never.self) { try JSONScanner.validate(bytes) }
            #expect(throws: Never.self) { try JSONValue(parsing: value.encoded()) }
            guard value.isRepresentable else { continue }
            #expect(throws: Never.self, "\(text(bytes))") {
                try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
            }
        }
    }

    @Test(arguments: 100..<116) func `what is written is read back the same, here and by Foundation`(seed: UInt64)
        throws
    {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let value = generator.value()
            let bytes = value.encoded()
            #expect(try JSONValue(parsing: bytes) == value)
            #expect(throws: Never.self) {
                try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
            }
        }
    }
}

extension JSONValue {
    /// Whether each number fits a double, as Foundation demands.
    var isRepresentable: Bool {
        switch self {
        case .object(let object): object.members.allSatisfy { $0.value.isRepresentable }
        case .array(let values): values.allSatisfy(\.isRepresentable)
        case .number(let number): number.double != nil
        default: true
        }
    }
}
