import Foundation
import TestSupport
import Testing

@testable import XcodeProject

@Suite struct PropertyListTextTests {
    private func added(_ text: String, _ key: String = "k", _ values: [String] = ["n&w"]) throws -> String {
        let bytes = try PropertyListText(Array(text.utf8), name: "x").adding(values, to: key)
        let list =
            try PropertyListSerialization.propertyList(from: Data(bytes), options: [], format: nil) as? [String: Any]
        #expect((list?[key] as? [String])?.suffix(values.count) == values[...])
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `an array of any shape gets its new strings, and nothing else changes`() throws {
        let head = "<?xml version=\"1.0\"?>\n<!-- <dict> --><plist version=\"1.0\">\n"
        #expect(
            try added(head + "<dict>\n  <key>k</key>\n  <array>\n    <string>a</string>\n  </array>\n</dict>\n</plist>")
                == head
                + "<dict>\n  <key>k</key>\n  <array>\n    <string>a</string>\n    <string>n&amp;w</string>\n  </array>\n</dict>\n</plist>"
        )
        #expect(
            try added(head + "<dict>\n\t<key>k</key>\n\t<array/>\n</dict>\n</plist>")
                == head
                + "<dict>\n\t<key>k</key>\n\t<array>\n\t\t<string>n&amp;w</string>\n\t</array>\n</dict>\n</plist>")
        #expect(
            try added(
                head
                    + "<dict>\n\t<key>k</key>\n\t<array>\n\t</array>\n\t<key>z</key><dict><key>k</key><string/></dict></dict></plist>"
            )
                == head
                + "<dict>\n\t<key>k</key>\n\t<array>\n\t\t<string>n&amp;w</string>\n\t</array>\n\t<key>z</key><dict><key>k</key><string/></dict></dict></plist>"
        )
        #expect(
            try added(head + "<dict/>\n</plist>") == head
                + "<dict>\n\t<key>k</key>\n\t<array>\n\t\t<string>n&amp;w</string>\n\t</array>\n</dict>\n</plist>")
        #expect(
            try added("<plist version=\"1.0\"><dict><key>k</key><array><string>a</string></array></dict></plist>")
                .contains("<array><string>a</string><string>n&amp;w</string></array>"))
        let windows = head.replacing("\n", with: "\r\n") + "<dict>\r\n</dict>\r\n</plist>\r\n"
        #expect(try added(windows).replacing("\r\n", with: "").contains("\n") == false)
    }

    @Test func `what is there already is not added twice`() throws {
        let text = "<plist version=\"1.0\"><dict><key>k</key><array><string>n&amp;w</string></array></dict></plist>"
        #expect(try added(text) == text)
        #expect(try PropertyListText(Array(text.utf8), name: "x").setting("k", to: "v") == Array(text.utf8))
    }

    @Test(arguments: [
        "", "{ a = b; }", "bplist00", "<plist version=\"1.0\"><array/></plist>",
        "<plist version=\"1.0\"><dict><key>k</key></dict></plist>",
        "<plist><dict>", "{\"a\": 1}",
    ])
    func `other forms are refused by name`(text: String) {
        #expect(code { _ = try PropertyListText(Array(text.utf8), name: "x") } == "unsupported_property_list")
    }

    @Test func `a key that holds no list is told`() throws {
        let list = try PropertyListText(
            Array("<plist version=\"1.0\"><dict><key>k</key><string>a</string></dict></plist>".utf8), name: "x")
        #expect(code { _ = try list.adding(["a"], to: "k") } == "wrong_type")
    }
}
