import Foundation
import TestSupport
import Testing

@testable import XcodeProject

@Suite struct HostileProjectTests {
    private static func fault(_ bytes: [UInt8]) -> ProjectError? {
        #expect(throws: ProjectError.self) { _ = try ProjectFile(bytes) }
    }

    @Test(arguments: [
        ("", "syntax", 1), ("{", "syntax", 1), ("{ a = ", "syntax", 1), ("{\n a = (1, 2;\n}", "syntax", 2),
        ("{\n\n a = \"x\n}", "syntax", 3), ("{ a = 1 }", "syntax", 1), ("{ a 1; }", "syntax", 1),
        ("{}\n}", "syntax", 2),
        ("{ /* a = 1; }", "syntax", 1), ("{ a = <12g>; }", "syntax", 1), ("{ a = %; }", "syntax", 1),
        ("{\n\"archiveVersion\": \"1\"}", "json_format", 2), ("[1, 2]", "json_format", 1),
        ("<?xml version=\"1.0\"?><plist/>", "xml_format", 1),
        ("{\n<<<<<<< HEAD\na = 1;\n=======\n", "merge_conflict", 2), ("{\na = 1;\n>>>>>>> x\n", "merge_conflict", 3),
        ("{ a = (\n<<<<<<< HEAD\n1,\n); }", "merge_conflict", 2),
        (String(repeating: "(", count: 100_000), "too_deep", 1),
        (String(repeating: "{a=", count: 100_000), "too_deep", 1),
    ])
    func `what is no property list of Xcode's form is refused with the line`(text: String, code: String, line: Int) {
        let fault = Self.fault(Array(text.utf8))
        #expect(fault?.code.rawValue == code)
        #expect(fault?.line == line)
    }

    @Test func `other encodings and binary lists are named`() throws {
        let text = "// !$*UTF8*$!\n{\n\tobjects = {};\n}\n"
        #expect(Self.fault([UInt8](try #require(text.data(using: .utf16))))?.code == .unsupportedEncoding)
        #expect(Self.fault([UInt8](try #require(text.data(using: .utf16LittleEndian))))?.code == .unsupportedEncoding)
        #expect(Self.fault(Array("bplist00".utf8) + [0, 1])?.code == .binaryFormat)
        let damaged = Self.fault(Array("{\n a = b;\n c = ".utf8) + [0x8E, 0xC3, 0x28] + Array(";}".utf8))
        #expect(damaged?.code == .invalidUTF8)
        #expect(damaged?.line == 3)
    }

    @Test func `a property list without a project in it is refused`() {
        #expect(Self.fault(Array("{ a = b; }".utf8))?.code == .notAProject)
        #expect(Self.fault(Array("{ objects = { }; rootObject = AA; }".utf8))?.code == .notAProject)
        #expect(
            Self.fault(Array("{ objects = { AA = { isa = PBXGroup; }; }; rootObject = AA; }".utf8))?.code
                == .notAProject)
        let wrong = Self.fault(Array("{ objects = {\n AA = (); }; rootObject = AA; }".utf8))
        #expect(wrong?.code == .wrongType)
        #expect(wrong?.line == 2)
        let twice = Self.fault(Fixture.project(objects: "\t\tBB = {isa = PBXGroup; };\n\t\tBB = {isa = PBXGroup; };\n"))
        #expect(twice?.code == .duplicateObject)
        #expect(twice?.line == 15)
    }

    @Test func `a reference that leads nowhere is an error where it is needed, and only there`() throws {
        let objects = "\t\tBB = {isa = PBXNativeTarget; productReference = CC; buildPhases = (DD, ); };\n"
        let file = try ProjectFile(Fixture.project(objects: objects))
        let target = try #require(file["BB"])
        #expect(file.objects("buildPhases", of: target).isEmpty)
        let missing = #expect(throws: ProjectError.self) { _ = try file.object("productReference", of: target) }
        #expect(missing?.code == .missingObject)
        #expect(missing?.line == 14)
        let absent = #expect(throws: ProjectError.self) { _ = try file.object("name", of: target) }
        #expect(absent?.code == .wrongType)
    }

    @Test func `comments anywhere, escapes, both quotes, a byte order mark and a list in one line are read`() throws {
        let list =
            "\u{FEFF}// x\n{ /* a */ a /* = */ = /* ; */ 'it\\'s' ; \"b\\\"\\U00e9\\101\\n\" = ( 1 /* , */ , \"\" ) ; c=<0f 1A>; }// end"
        let root = try PropertyListParser.parse(Array(list.utf8)).root
        #expect(root["a"]?.string == "it's")
        #expect(root["b\"éA\n"]?.items?.compactMap(\.string) == ["1", ""])
    }

    @Test func `any prefix of a project and any single damaged byte is an error or a project, never a crash`() throws {
        let bytes = try Fixture.bytes("Synchronized")
        for length in stride(from: 0, to: bytes.count, by: 61) { _ = try? ProjectFile(Array(bytes.prefix(length))) }
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<200 {
            var damaged = bytes
            damaged[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            _ = try? ProjectFile(damaged)
        }
    }
}
