import Foundation
import Testing

@testable import TidingsCommands

/// Holds the Markdown files of the repository to what is there: links, commands and names.
@Suite struct GuideTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Path and text of each file below a folder that ends like this.
    private static func files(_ folder: String, _ ending: String) throws -> [(path: String, text: String)] {
        let start = root.appendingPathComponent(folder)
        return try (FileManager.default.enumerator(atPath: start.path)?.allObjects as? [String] ?? [])
            .filter { $0.hasSuffix(ending) && !$0.hasPrefix(".build") }.sorted()
            .map { (folder + $0, try String(contentsOf: start.appendingPathComponent($0), encoding: .utf8)) }
    }

    private static func documents() throws -> [(path: String, text: String)] {
        try files("Documentation/", ".md")
            + ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"].map {
                ($0, try String(contentsOf: root.appendingPathComponent($0), encoding: .utf8))
            }
    }

    @Test func `each link between documents leads somewhere`() throws {
        var count = 0
        for (path, text) in try Self.documents() {
            for link in text.matches(of: /\]\(([^)\s]+)\)/) where !link.1.contains("://") {
                count += 1
                let parts = link.1.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
                let folder = Self.root.appendingPathComponent(path).deletingLastPathComponent()
                let target = parts[0].isEmpty ? path : String(parts[0])
                let file =
                    parts[0].isEmpty ? Self.root.appendingPathComponent(path) : folder.appendingPathComponent(target)
                #expect(FileManager.default.fileExists(atPath: file.path), "\(path) links to \(link.1)")
                guard parts.count == 2, let text = try? String(contentsOf: file, encoding: .utf8) else { continue }
                #expect(Self.anchors(of: text).contains(String(parts[1])), "\(path) links to \(link.1)")
            }
        }
        #expect(count > 50)
    }

    /// The names under which a page's headings can be linked to.
    private static func anchors(of text: String) -> Set<String> {
        Set(
            text.split(separator: "\n").filter { $0.hasPrefix("#") }.map { line in
                let title = line.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces).lowercased()
                return title.filter { $0.isLetter || $0.isNumber || " -_".contains($0) }.replacing(" ", with: "-")
            })
    }

    @Test func `each command in the documentation is one that the tool takes`() throws {
        var count = 0
        for (path, text) in try Self.documents() where path != "Documentation/Commands.md" {
            let blocks = text.components(separatedBy: "```sh\n").dropFirst().compactMap {
                $0.components(separatedBy: "\n```").first
            }
            for line in blocks.joined(separator: "\n").replacing("\\\n", with: " ").split(separator: "\n") {
                guard let words = Self.words(of: line), words.first == "tidings" else { continue }
                count += 1
                #expect(throws: Never.self, "\(path): \(line)") {
                    _ = try Command.root.parse(Array(words.dropFirst()))
                }
            }
        }
        #expect(count >= 15)
    }

    /// The words of a line up to a comment, a redirection or the next command, as a shell would take them apart.
    static func words(of line: Substring) -> [String]? {
        var words: [String] = []
        var word = ""
        var quote: Character?
        for letter in line + " " {
            if let open = quote {
                if letter == open { quote = nil } else { word.append(letter) }
            } else if letter == "\"" || letter == "'" {
                quote = letter
            } else if letter == " " {
                if ["#", "|", ">", "&", "2>", ";"].contains(word) { return words }
                if !word.isEmpty { words.append(word) }
                word = ""
            } else {
                word.append(letter)
            }
        }
        return words
    }

    @Test func `each name of ours that the pages for newcomers give exists`() throws {
        var sources = try Self.files("Sources/", ".swift").map(\.text).joined(separator: "\n")
        sources += try String(contentsOf: Self.root.appendingPathComponent("Package.swift"), encoding: .utf8)
        let known = Set(sources.matches(of: /\$?[A-Za-z_][A-Za-z_0-9]*/).map { String($0.0) })
        let routes = try String(contentsOf: Self.root.appendingPathComponent("Documentation/API.md"), encoding: .utf8)
        var count = 0
        for (path, text) in try Self.files("Documentation/ComingFrom/", ".md") {
            let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") && $0.split(separator: "|").count >= 2 }
            for code in rows.flatMap({ $0.split(separator: "|")[1].matches(of: /`([^`]+)`/) }) {
                count += 1
                let name = String(code.1)
                if let route = name.firstMatch(of: /^[A-Z]+ \/v1[^?]*/) {
                    #expect(routes.contains("### \(route.0)\n"), "\(path): \(name)")
                } else if name.hasPrefix("tidings ") {
                    #expect(throws: Never.self, "\(path): \(name)") {
                        _ = try Command.root.parse(name.split(separator: " ").dropFirst().map(String.init) + ["--help"])
                    }
                } else {
                    for word in name.matches(of: /\$?[A-Za-z_][A-Za-z_0-9]*/) where !["v1", "_"].contains(word.0) {
                        let isHeader = name.contains("-") && sources.contains(name)
                        #expect(isHeader || known.contains(String(word.0)), "\(path): \(name)")
                    }
                }
            }
        }
        #expect(count > 80)
    }

    @Test func `each Swift example of a module's page is compiled`() throws {
        let lines = { (text: String) in
            text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
        }
        let compiled = try (Self.files("Tests/", ".swift") + Self.files("Examples/", ".swift")).map { lines($0.text) }
        var count = 0
        for (path, text) in try Self.files("Documentation/", ".md")
        where path.contains(".docc/") || Self.compiledGuides.contains(path) {
            for block in text.components(separatedBy: "```swift\n").dropFirst() {
                count += 1
                let code = (block.components(separatedBy: "```").first ?? "").split(separator: "\n")
                // Imports are the test's own, and one program has room for one `@main` only.
                let kept = code.drop { $0.hasPrefix("import ") }.filter { $0 != "@main" }
                let example = lines(kept.joined(separator: "\n"))
                #expect(compiled.contains { $0.contains(example) }, "\(path): \(example.prefix(60))")
            }
        }
        #expect(count >= 7)
    }

    /// The guides whose Swift code stands in a test or an example word for word.
    private static let compiledGuides = [
        "Documentation/Guides/TestYourApp.md", "Documentation/Guides/AddTheExtension.md",
    ]
}
