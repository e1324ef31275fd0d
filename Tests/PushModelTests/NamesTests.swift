import Foundation
import PushModel
import TestSupport
import Testing

@Suite struct DeviceTokenTests {
    @Test func `data and text give the same token`() throws {
        let data = Data([0x00, 0x0F, 0xA0, 0xFF])
        #expect(try DeviceToken(data).hex == "000fa0ff")
        #expect(try DeviceToken(data) == DeviceToken("000FA0fF"))
        #expect(try DeviceToken(data).byteCount == 4)
    }

    @Test(arguments: [1, 32, 80, 100, 256]) func `no length up to the bound is presumed`(count: Int) throws {
        #expect(try DeviceToken(String(repeating: "ab", count: count)).byteCount == count)
        #expect(try DeviceToken(Data(repeating: 7, count: count)).byteCount == count)
    }

    @Test(arguments: [
        "", "a", "abc", "0g", "zz", " ab", "ab ", "a b", "<ab>", "ab-cd", "0xab", "ａｂ", "é0", "ab\u{0}\u{0}", "\n",
        String(repeating: "a", count: 514),
    ])
    func `what is not hexadecimal, odd, empty or endless is refused`(text: String) {
        let error = #expect(throws: PushModelError.self) { try DeviceToken(text) }
        #expect(error?.code == .invalidToken)
    }

    @Test func `data is refused when it is empty or endless`() {
        #expect(throws: PushModelError.self) { try DeviceToken(Data()) }
        #expect(throws: PushModelError.self) { try DeviceToken(Data(repeating: 1, count: 257)) }
    }

    @Test func `neither its text nor an error shows a whole token`() throws {
        let hex = String(repeating: "0123456789abcdef", count: 4)
        #expect(try "\(DeviceToken(hex))" == "0123…cdef")
        #expect(try "\(DeviceToken("abcd"))" == "…")
        let error = #expect(throws: PushModelError.self) { try DeviceToken(hex + "x") }
        #expect(error?.message.contains("0123") == false)
    }
}

@Suite struct SemanticVersionTests {
    @Test func `versions compare as numbers, not as text`() throws {
        let older = try #require(SemanticVersion("3.0.9"))
        let newer = try #require(SemanticVersion("3.0.10"))
        #expect(older < newer)
        #expect(!(newer < older))
        #expect(newer >= older)
    }

    @Test func `the order is that of the specification`() {
        let ordered = [
            "0.9.9", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-beta.2", "1.0.0-beta.11",
            "1.0.0-rc.1", "1.0.0", "1.0.1", "1.2", "1.10", "2", "2.0.1", "10.0.0",
        ].compactMap { SemanticVersion($0) }
        #expect(ordered.count == 15)
        for (index, version) in ordered.enumerated() {
            for other in ordered[(index + 1)...] {
                #expect(version < other)
                #expect(!(other < version))
            }
            #expect(!(version < version))
        }
    }

    @Test func `short versions, a leading v and build metadata are understood`() {
        #expect(SemanticVersion("1") == SemanticVersion(1, 0, 0))
        #expect(SemanticVersion("1.2") == SemanticVersion(1, 2, 0))
        #expect(SemanticVersion("v1.2.3") == SemanticVersion(1, 2, 3))
        #expect(SemanticVersion("1.2.3+77.ab") == SemanticVersion(1, 2, 3))
        #expect(SemanticVersion("1.2.3-rc.1+5")?.description == "1.2.3-rc.1")
    }

    @Test(arguments: [
        "", ".", "1.", ".1", "1..2", "1.2.3.4", "a", "1.a", "-1", "1.-2", "+1", "1.2.3-", "1.2.3-a..b", "1.2.3-é", " 1",
        "1 ",
        "٣", "99999999999999999999", "v", "1.0.0-\u{0}", String(repeating: "1", count: 200),
    ])
    func `anything else is no version`(text: String) { #expect(SemanticVersion(text) == nil) }
}

@Suite struct IdentifierTests {
    private let date = Date(timeIntervalSince1970: 1_767_225_600.123)

    @Test func `an id has its prefix and stands in a URL as it is`() {
        for kind in [Identifier.Kind.message, .delivery, .device, .subscriber, .app, .key] {
            let text = Identifier(kind, at: date).description
            #expect(text.hasPrefix(kind.rawValue + "_"))
            #expect(text.utf8.count == kind.rawValue.utf8.count + 30)
            #expect(text.utf8.allSatisfy { (48...57).contains($0) || (97...122).contains($0) || $0 == 95 })
        }
    }

    @Test func `ids sort by the time they were made`() {
        let ids = (0..<200).map { Identifier(.message, at: date.addingTimeInterval(Double($0) * 0.001)).description }
        #expect(ids == ids.sorted())
        #expect(
            Identifier(.message, at: date).description
                < Identifier(.message, at: date.addingTimeInterval(1e9)).description)
    }

    @Test func `an id knows its time to the millisecond`() {
        #expect(abs(Identifier(.message, at: date).date.timeIntervalSince(date)) < 0.0011)
    }

    @Test func `ids of one moment differ in a hundred bits`() {
        let ids = (0..<2000).map { _ in Identifier(.device, at: date).description }
        #expect(Set(ids).count == 2000)
        // Every digit of the random part takes all 32 values.
        for place in 1...20 {
            #expect(Set(ids.map { Array($0.utf8)[$0.utf8.count - place] }).count == 32)
        }
    }

    @Test func `an id is recognised, and nothing else is`() {
        let id = Identifier(.message, at: date)
        #expect(Identifier(.message, parsing: id.description) == id)
        let text = id.description
        for bad in [
            "", "msg_", "msg", text + "0", String(text.dropLast()), text.uppercased(), "dlv_" + text.dropFirst(4),
            text.replacingOccurrences(of: "_", with: "-"), String(text.dropLast()) + "u", String(text.dropLast()) + "é",
            " " + text, text + "\n",
        ] {
            #expect(Identifier(.message, parsing: bad) == nil)
        }
        #expect(Identifier(.delivery, parsing: text) == nil)
    }

    @Test func `a time before 1970 or far away makes a well-formed id as well`() {
        for date in [Date.distantPast, .distantFuture] {
            #expect(Identifier(.message, parsing: Identifier(.message, at: date).description) != nil)
        }
    }
}

@Suite struct SubscriberTagTests {
    @Test func `a tag is twelve bytes of the digest in base64url`() {
        let digest: [UInt8] = [
            0xFD, 0xEE, 0x43, 0x0D, 0x40, 0xBD, 0x57, 0xDE, 0xEA, 0xC1, 0x86, 0xCD, 0x97, 0x90, 0x03, 0x3D, 0x0F, 0x06,
            0xF9, 0x09, 0xA8, 0x80, 0x6E, 0x7C, 0xE6, 0xE7, 0x17, 0xAB, 0x7C, 0x7D, 0x50, 0x29,
        ]
        #expect(SubscriberTag(sha256: digest).description == "_e5DDUC9V97qwYbN")
        #expect(SubscriberTag(sha256: digest) == SubscriberTag("_e5DDUC9V97qwYbN"))
    }
}
