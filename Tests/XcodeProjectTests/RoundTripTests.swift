import Foundation
import TestSupport
import Testing

@testable import XcodeProject

@Suite struct RoundTripTests {
    @Test(.rows("N35"), arguments: Fixture.all)
    func `a project is read as Foundation reads it, and nothing changes unasked`(url: URL) throws {
        let bytes = [UInt8](try Data(contentsOf: url))
        let file = try ProjectFile(bytes)
        #expect(ProjectEditor(file).bytes() == bytes)
        let root = try PropertyListParser.parse(bytes).root
        #expect(try foundation(bytes) == plain(root) as? NSDictionary)
        #expect(file.objects.count > 10)
    }

    /// The sample app's project was written by hand, without Xcode's order of ids.
    @Test(arguments: Fixture.all.filter { !$0.path.contains("SampleApp") })
    func `each object that is taken out and put back stands where it stood, byte for byte`(url: URL) throws {
        let bytes = [UInt8](try Data(contentsOf: url))
        let file = try ProjectFile(bytes)
        var count = 0
        for object in file.objects {
            let isShort = ["PBXBuildFile", "PBXFileReference"].contains(object.isa)
            let written = text(Array(bytes[object.range]))
            // Some tools write other objects on one line, too; Xcode does not, and so do we not.
            guard object.id != file.rootID, isShort != written.contains("\n") else { continue }
            var taking = ProjectEditor(file)
            taking.remove([object])
            let without = try ProjectFile(taking.bytes())
            #expect(without[object.id] == nil)
            #expect(without.objects.count == file.objects.count - 1)
            var putting = ProjectEditor(without)
            putting.insert([
                NewObject(
                    object.id, comment(of: object, in: bytes), isa: object.isa,
                    (object.node.entries ?? []).filter { $0.key != "isa" }.map { entry in
                        .init(
                            entry.key,
                            .verbatim(text(Array(bytes[entry.value.range.lowerBound..<entry.range.upperBound - 1]))))
                    })
            ])
            #expect(text(putting.bytes()) == text(bytes), "\(object.id) \(object.isa)")
            count += 1
        }
        #expect(count > 10)
    }

    /// The comment after an object's id.
    private func comment(of object: ProjectObject, in bytes: [UInt8]) -> String? {
        let head = text(Array(bytes[object.range.lowerBound..<object.node.range.lowerBound]))
        return head.firstMatch(of: /\/\* (.*) \*\//).map { String($0.1) }
    }

    @Test(arguments: Fixture.all)
    func `references and settings are written as Xcode writes them`(url: URL) throws {
        let bytes = [UInt8](try Data(contentsOf: url))
        let file = try ProjectFile(bytes)
        for object in file.objects {
            for entry in object.entries("buildSettings") {
                guard let value = entry.value.string else { continue }
                let written = text(Array(bytes[entry.range]))
                #expect(written == "\(Escapes.written(entry.key)) = \(Escapes.written(value));")
            }
            if let script = object.node["shellScript"], let value = script.string {
                #expect(Escapes.written(value) == text(Array(bytes[script.range])))
            }
        }
    }
}
