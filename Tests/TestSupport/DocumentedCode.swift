import Foundation

/// Pages of documentation whose Swift blocks have to stand in sources that the compiler sees.
///
/// In a source a block stands between the lines `// snippet: NAME` and `// end`.
public struct DocumentedCode: Sendable {
    private let snippets: String
    private let pages: [String]
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Names the folder of the sources and the pages, as folders or files, from the root of the repository.
    public init(snippets: String, pages: [String]) {
        self.snippets = snippets
        self.pages = pages
    }

    /// What is on a page only or in a source only, or marked wrongly; empty when all is well.
    public func problems() throws -> [String] {
        let snippets = try snippetsByName()
        var unused = Set(snippets.keys)
        var problems: [String] = []
        for page in try pages.flatMap({ try Self.files(below: $0, ending: ".md") }) {
            for block in try Self.blocks(of: page) {
                let names = snippets.filter { $0.value == block }.keys
                if names.isEmpty { problems.append("\(page) has code that is in no snippet:\n\(block)") }
                unused.subtract(names)
            }
        }
        return problems + unused.sorted().map { "no page has the snippet \($0)" }
    }

    /// The blocks between the marks, by name, moved to the left margin; two of one name become a third that no page has.
    public func snippetsByName() throws -> [String: String] {
        var found: [String: String] = [:]
        for file in try Self.files(below: snippets, ending: ".swift") {
            var open: (name: String, lines: [Substring])?
            for line in try Self.text(file).split(separator: "\n", omittingEmptySubsequences: false) {
                let mark = line.trimmingCharacters(in: .whitespaces)
                if mark.hasPrefix("// snippet: ") {
                    open = (String(mark.dropFirst("// snippet: ".count)), [])
                } else if mark == "// end", let (name, lines) = open {
                    found[found[name] == nil ? name : "\(name), twice"] = Self.dedented(lines)
                    open = nil
                } else {
                    open?.lines.append(line)
                }
            }
            if let open { found["\(open.name), without an end"] = "" }
        }
        return found
    }

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    private static func files(below path: String, ending: String) throws -> [String] {
        guard !path.hasSuffix(ending) else { return [path] }
        return try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent(path).path)
            .filter { $0.hasSuffix(ending) }.sorted().map { "\(path)/\($0)" }
    }

    private static func dedented(_ lines: [Substring]) -> String {
        let margin = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        return lines.map { $0.dropFirst(min(margin, $0.count)) }.joined(separator: "\n")
    }

    /// The Swift blocks of a page; `@main` stands only there, since a test cannot have a second one.
    private static func blocks(of page: String) throws -> [String] {
        try blocks("swift", of: page).map { $0.replacingOccurrences(of: "@main\n", with: "") }
    }

    /// The blocks of a page in one language, in their order.
    public static func blocks(_ language: String, of page: String) throws -> [String] {
        try text(page).components(separatedBy: "```\(language)\n").dropFirst()
            .compactMap { $0.components(separatedBy: "\n```").first }
    }
}
