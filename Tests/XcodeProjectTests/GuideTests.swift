import Foundation
import Testing

/// Holds the page about init-nse to the codes that there are.
@Suite struct GuideTests {
    @Test func `each code of an error or a note is on the page`() throws {
        let root = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(
            contentsOf: root.appendingPathComponent("Documentation/Guides/AddTheExtensionAnywhere.md"), encoding: .utf8)
        let folder = root.appendingPathComponent("Sources/CommandLine/XcodeProject")
        var count = 0
        for path in FileManager.default.enumerator(atPath: folder.path)?.compactMap({ $0 as? String }) ?? []
        where path.hasSuffix(".swift") {
            let code = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
            let errors = code.matches(of: /= Self\(rawValue: "(\w+)"\)/).map(\.1)
            let notes = code.matches(of: /(?:note\(\s*|code: )"(\w+)"/).map(\.1)
            for name in errors + notes {
                count += 1
                #expect(page.contains("`\(name)`"), "\(name)")
            }
        }
        #expect(count > 40)
    }
}
