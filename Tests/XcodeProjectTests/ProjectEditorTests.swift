import Foundation
import TestSupport
import Testing

@testable import XcodeProject

@Suite struct ProjectEditorTests {
    private let group = NewObject(
        "BB0000000000000000000002", "A b", isa: "PBXGroup",
        [
            .init("children", .array([.reference("CC", "x */ y"), .string("a-b")])),
            .init("settings", .dictionary([.init("K[sdk=*]", .string("1"))])), .init("sourceTree", .string("<group>")),
        ])

    private func edited(_ bytes: [UInt8], _ edit: (inout ProjectEditor) throws -> Void) throws -> String {
        var editor = ProjectEditor(try ProjectFile(bytes))
        try edit(&editor)
        let result = editor.bytes()
        _ = try ProjectFile(result)
        return text(result)
    }

    @Test(arguments: ["\n", "\r\n"])
    func `a new section stands in the order of the sections, with the line breaks of the file`(newline: String) throws {
        let before = Fixture.project(objects: "", newline: newline)
        let after = try edited(before) { $0.insert([group]) }
        let section = """

            /* Begin PBXGroup section */
            \t\tBB0000000000000000000002 /* A b */ = {
            \t\t\tisa = PBXGroup;
            \t\t\tchildren = (
            \t\t\t\tCC /* x * / y */,
            \t\t\t\t"a-b",
            \t\t\t);
            \t\t\tsettings = {
            \t\t\t\t"K[sdk=*]" = 1;
            \t\t\t};
            \t\t\tsourceTree = "<group>";
            \t\t};
            /* End PBXGroup section */

            """.replacing("\n", with: newline)
        #expect(
            after
                == text(before).replacing(
                    "\(newline)/* Begin PBXProject", with: section + "\(newline)/* Begin PBXProject"))
        let undone = try edited(Array(after.utf8)) { editor in
            editor.remove(try [#require(editor.file["BB0000000000000000000002"])])
        }
        #expect(undone == text(before))
    }

    @Test func `items and keys come into lists and dictionaries of any shape and go without a trace`() throws {
        let shapes = [
            "(\n\t\t\t);", "(\n\t\t\t\tA /* a */,\n\t\t\t);", "(A, B, );", "(A, B);",
            "(\n\t\t\t\tA,\n\t\t\t\tB /* b */\n\t\t\t);",
        ]
        for shape in shapes {
            let bytes = Fixture.project(
                objects: "\t\tBB = {\n\t\t\tisa = PBXGroup;\n\t\t\tchildren = \(shape)\n\t\t};\n")
            for next in [nil, "B"] {
                let after = try edited(bytes) { editor in
                    let object = try #require(editor.file["BB"])
                    editor.add([.reference("N1", "n"), .string("N 2")], to: "children", of: object, before: next)
                    editor.set("path", to: .string("p"), of: object)
                }
                let file = try ProjectFile(Array(after.utf8))
                let object = try #require(file["BB"])
                let present = shape.contains("B") ? ["A", "B"] : shape.contains("A") ? ["A"] : []
                let expected = next != nil && present.count == 2 ? ["A", "N1", "N 2", "B"] : present + ["N1", "N 2"]
                #expect(object.strings("children") == expected, "\(shape)")
                #expect(object.string("path") == "p")
                #expect(try foundation(Array(after.utf8)) != nil)
                let undone = try edited(Array(after.utf8)) { editor in
                    let object = try #require(editor.file["BB"])
                    editor.removeItems(from: "children", of: object) { $0.hasPrefix("N") }
                    editor.removeKey("path", of: object)
                }
                // A comma that had to be added after the last item stays.
                let isWhole = shape.contains(", );") || !shape.contains("B")
                if isWhole { #expect(undone == text(bytes), "\(shape)") }
            }
        }
    }

    @Test func `a dictionary that is missing is made, and a value that is there is replaced with its comment`() throws {
        let bytes = Fixture.project(
            objects: "\t\tBB = {\n\t\t\tisa = X;\n\t\t\tref = CC /* c */;\n\t\t\tz = 1;\n\t\t};\n")
        let after = try edited(bytes) { editor in
            let object = try #require(editor.file["BB"])
            editor.set("k", to: .string("v"), in: ["attributes", "inner"], of: object)
            editor.set("ref", to: .reference("DD", "d"), of: object)
        }
        #expect(
            after.contains(
                "isa = X;\n\t\t\tattributes = {\n\t\t\t\tinner = {\n\t\t\t\t\tk = v;\n\t\t\t\t};\n\t\t\t};\n\t\t\tref = DD /* d */;\n"
            ))
    }

    @Test func `ids are the same each time, 24 digits, and none that the file names anywhere`() throws {
        let bytes = try Fixture.bytes("Classic")
        let first = ObjectIDs(for: "p", in: try ProjectFile(bytes))
        #expect(first("target") == ObjectIDs(for: "p", in: try ProjectFile(bytes))("target"))
        #expect(first("target").wholeMatch(of: /[0-9A-F]{24}/) != nil)
        #expect(first("target") != first("group"))
        #expect(ObjectIDs.isFor("target", first("target")) && first.made(first("target")))
        let taken = text(bytes).replacing("LetterboxTests.swift */", with: "\(first("target")) */")
        let second = ObjectIDs(for: "p", in: try ProjectFile(Array(taken.utf8)))
        #expect(second.prefix != first.prefix)
    }

    @Test(arguments: [
        ("abc_$/.9", "abc_$/.9"), ("", "\"\""), ("a-b", "\"a-b\""), ("a//b", "\"a//b\""), ("a___b", "\"a___b\""),
        ("$(X)", "\"$(X)\""), ("a\"b\\c\n\t", "\"a\\\"b\\\\c\\n\\t\""), ("é", "\"é\""), ("a:b", "\"a:b\""),
    ])
    func `text is quoted where Xcode quotes it`(text: String, written: String) throws {
        #expect(Escapes.written(text) == written)
        let root = try PropertyListParser.parse(Array("{ a = \(written); }".utf8)).root
        #expect(root["a"]?.string == text)
    }
}
