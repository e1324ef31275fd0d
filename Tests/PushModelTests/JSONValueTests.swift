import Foundation
import PushModel
import TestSupport
import Testing

@Suite struct JSONValueTests {
    @Test(.rows("N10")) func `only what must be escaped is escaped`() {
        let value = JSONValue.string("\"\\/\u{8}\u{9}\u{A}\u{C}\u{D}\u{0}\u{1F}\u{7F}é😀\u{2028}</script>")
        #expect(text(value.encoded()) == #""\"\\/\b\t\n\f\r\u0000\u001f"# + "\u{7F}é😀\u{2028}</script>\"")
    }

    @Test(.rows("N10"), arguments: ["", "a", "\"", "\n\u{1}", "é", "😀", "👨‍👩‍👧", "/", "\u{7F}"])
    func `the size of a string is known before it is written`(text: String) {
        #expect(JSONText.byteCount(of: text) == JSONValue.string(text).encoded().count)
    }

    @Test func `an emoji takes four bytes`() { #expect(JSONText.byteCount(of: "😀") == 6) }

    @Test(arguments: ["1.0", "1e2", "-0", "12345678901234567890123", "0.10", "1E+2"])
    func `numbers stay as they were written`(text: String) throws {
        #expect(try JSONValue(parsing: text).description == text)
    }

    @Test func `keys stay in their order`() throws {
        let text = #"{"z":1,"a":2,"m":{"y":[],"b":{}}}"#
        #expect(try JSONValue(parsing: text).description == text)
    }

    @Test func `numbers know what they are`() {
        #expect(JSONNumber("3.0")?.int == 3)
        #expect(JSONNumber("3e2")?.int == 300)
        #expect(JSONNumber("3.5")?.int == nil)
        #expect(JSONNumber("-1200e-2")?.int == -12)
        #expect(JSONNumber("0.5e1")?.int == 5)
        #expect(JSONNumber("-0.0E+5")?.int == 0)
        // What a double would round to a whole number, or to another one.
        #expect(JSONNumber("4444444444444444444.454")?.int == nil)
        #expect(JSONNumber("3.00000000000000000001")?.int == nil)
        #expect(JSONNumber("9007199254740993.0")?.int == 9_007_199_254_740_993)
        for text in ["1e-1", "-5e-300", "1e19", "1e99999999999999999999", "1e-9223372036854775808", "-9e18000"] {
            #expect(JSONNumber(text)?.int == nil, "\(text)")
        }
        #expect(JSONNumber("99999999999999999999")?.int == nil)
        #expect(JSONNumber("1e400")?.double == nil)
        #expect(JSONNumber("0.1")?.double == 0.1)
        for text in ["", " 1", "1 ", "01", "+1", "0x1", "one", "1.", "NaN"] { #expect(JSONNumber(text) == nil) }
        #expect(JSONNumber(Double.nan) == nil)
        #expect(JSONNumber(Double.infinity) == nil)
        #expect(JSONNumber(0.5)?.description == "0.5")
        #expect(JSONNumber(2.0)?.description == "2")
        #expect(JSONNumber(1e300).flatMap { JSONNumber($0.description) } != nil)
        #expect(JSONValue.double(.infinity) == .null)
    }

    @Test func `an object is looked up, changed and cleared by key`() {
        var object: JSONObject = ["a": 1, "b": 2]
        object["b"] = 3
        object["c"] = 4
        #expect(object.description == #"{"a":1,"b":3,"c":4}"#)
        #expect(object.removeValue(forKey: "a") == 1)
        #expect(object.removeValue(forKey: "a") == nil)
        object["c"] = nil
        #expect(object.keys == ["b"])
        #expect(object.count == 1 && !object.isEmpty)
    }

    @Test func `of a key that is given twice the later value counts`() throws {
        let object = try #require(try JSONValue(parsing: #"{"a":1,"a":2}"#).object)
        #expect(object["a"] == 2)
        #expect(object.duplicateKey == "a")
        #expect(object.description == #"{"a":1,"a":2}"#)
    }

    // MARK: Foundation's values

    @Test func `what Foundation reads becomes the same value`() throws {
        let text = #"{"a":[1,-2,0.5,true,false,null,"x",{}],"b":{"c":1e2},"d":9007199254740993,"e":0,"f":1}"#
        let theirs = try JSONSerialization.jsonObject(with: Data(text.utf8))
        #expect(
            JSONValue(any: theirs)?.description
                == #"{"a":[1,-2,0.5,true,false,null,"x",{}],"b":{"c":100},"d":9007199254740993,"e":0,"f":1}"#)
    }

    @Test func `plain Swift values become JSON`() {
        let any: [AnyHashable: Any] = [
            "i": 1, "u": UInt8(2), "d": 1.5, "f": Float(0.5), "b": true, "n": NSNull(), "s": "x",
            "a": [1, "y"] as [Any],
            "o": ["k": false], "ns": NSNumber(value: 7), "nb": NSNumber(value: true),
        ]
        #expect(JSONValue(any: any)?["i"] == 1)
        #expect(JSONValue(any: any)?["b"] == true)
        #expect(JSONValue(any: any)?["nb"] == true)
        #expect(JSONValue(any: any)?["u"] == 2)
        #expect(JSONValue(any: any)?["d"] == 1.5)
        #expect(JSONValue(any: any)?["f"] == 0.5)
        #expect(JSONValue(any: any)?["n"] == .null)
        #expect(JSONValue(any: any)?["ns"] == 7)
        #expect(JSONValue(any: any)?["a"] == [1, "y"])
        #expect(JSONValue(any: any)?["o"] == ["k": false])
    }

    @Test func `what JSON cannot say is left out`() {
        let any: [AnyHashable: Any] = [
            "date": Date(), "data": Data([1]), 5: "number as key", "nan": Double.nan, "url": URL(fileURLWithPath: "/"),
            "list": [Date(), 1] as [Any], "ok": 1,
        ]
        let value = JSONValue(any: any)
        #expect(value?["ok"] == 1)
        #expect(value?["list"] == [1])
        #expect(value?["date"] == nil && value?["data"] == nil && value?["url"] == nil)
        #expect(value?.object?.members.allSatisfy { $0.key != "5" } == true)
        #expect(JSONValue(any: Date()) == nil)
    }

    @Test func `endless nesting is cut off`() {
        var any: Any = "deep"
        for _ in 0..<1000 { any = ["k": any] }
        #expect(JSONValue(any: any) != nil)
        var list: Any = 1
        for _ in 0..<1000 { list = [list] }
        #expect(JSONValue(any: list) != nil)
    }
}
