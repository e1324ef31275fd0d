import Foundation
import Testing

/// Holds the code of the client's pages to `Examples/DocumentationSnippets`, which the compiler holds to the SDK.
@Suite("Code in the documentation of the client") struct DocumentationSnippetTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static let pages = [
        "Documentation/Tidings.docc", "Documentation/TidingsUI.docc", "Documentation/TidingsServiceExtension.docc",
        "Documentation/TidingsNotifications.docc", "Documentation/Guides/AddTheSDK.md",
        "Documentation/Guides/AddTheExtension.md", "Documentation/Guides/Encryption.md",
    ]

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    private static func files(below path: String, ending: String) throws -> [String] {
        guard !path.hasSuffix(ending) else { return [path] }
        return try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent(path).path)
            .filter { $0.hasSuffix(ending) }.sorted().map { "\(path)/\($0)" }
    }

    /// The blocks between the marks, by name, moved to the left margin.
    private static func snippets() throws -> [String: String] {
        var snippets: [String: String] = [:]
        for file in try files(below: "Examples/DocumentationSnippets", ending: ".swift") {
            var open: (name: String, lines: [Substring])?
            for line in try text(file).split(separator: "\n", omittingEmptySubsequences: false) {
                let mark = line.trimmingCharacters(in: .whitespaces)
                if mark.hasPrefix("// snippet: ") {
                    open = (String(mark.dropFirst("// snippet: ".count)), [])
                } else if mark == "// end", let (name, lines) = open {
                    #expect(snippets[name] == nil, "two snippets are called \(name)")
                    snippets[name] = dedented(lines)
                    open = nil
                } else {
                    open?.lines.append(line)
                }
            }
            #expect(open == nil, "\(file): a snippet has no end")
        }
        return snippets
    }

    private static func dedented(_ lines: [Substring]) -> String {
        let margin = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        return lines.map { $0.dropFirst(min(margin, $0.count)) }.joined(separator: "\n")
    }

    /// The Swift blocks of a page; `@main` stands only there, since a test cannot have a second one.
    private static func blocks(of page: String) throws -> [String] {
        try text(page).components(separatedBy: "```swift\n").dropFirst()
            .compactMap { $0.components(separatedBy: "\n```").first }
            .map { $0.replacingOccurrences(of: "@main\n", with: "") }
    }

    @Test func `each block of Swift on the client's pages is code that compiles, and each such code is on a page`()
        throws
    {
        let snippets = try Self.snippets()
        var unused = Set(snippets.keys)
        for page in try Self.pages.flatMap({ try Self.files(below: $0, ending: ".md") }) {
            for block in try Self.blocks(of: page) {
                let name = snippets.first { $0.value == block }?.key
                #expect(name != nil, "\(page) has code that is in no snippet:\n\(block)")
                if let name { unused.remove(name) }
            }
        }
        #expect(unused.isEmpty, "no page has \(unused.sorted())")
        #expect(snippets.count > 15)
    }
}
