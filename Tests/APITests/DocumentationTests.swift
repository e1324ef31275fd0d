import Delivery
import Foundation
import PushModel
import Storage
import TestSupport
import Testing

@testable import API

/// Holds what is written for people to what the server does.
@Suite struct DocumentationTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    /// The cells of each table row below a heading, up to the next one of its level, without the header.
    private static func rows(of path: String, below heading: String) throws -> [[String]] {
        let section = try #require(try text(path).components(separatedBy: "\n## \(heading)\n").dropFirst().first)
        let lines = (section.components(separatedBy: "\n## ").first ?? "").split(separator: "\n")
        return lines.filter { $0.hasPrefix("| ") && $0.contains("`") }.map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    /// What stands between grave accents.
    private static func codes(in text: String) -> Set<String> {
        Set(text.matches(of: /`([A-Za-z_0-9]+)`/).map { String($0.1) })
    }

    /// The Swift sources of a folder, joined.
    private static func sources(_ folder: String, except excluded: [String] = []) throws -> String {
        let files = FileManager.default.enumerator(
            at: root.appendingPathComponent(folder), includingPropertiesForKeys: nil)
        var text = ""
        while let file = files?.nextObject() as? URL {
            guard file.pathExtension == "swift", !excluded.contains(file.lastPathComponent) else { continue }
            text += try String(contentsOf: file, encoding: .utf8)
        }
        return text
    }

    @Test func `the page of the API says what the document says`() throws {
        if ProcessInfo.processInfo.environment["TIDINGS_RECORD"] == "1" {
            try Data(APIReference.markdown.utf8).write(to: Self.root.appendingPathComponent("Documentation/API.md"))
        }
        let isCurrent = try Self.text("Documentation/API.md") == APIReference.markdown
        #expect(isCurrent, "Write it again: TIDINGS_RECORD=1 make test ARGS='--filter DocumentationTests'")
        for operation in Operations.all {
            #expect(APIReference.markdown.contains("\n### \(operation.method) \(operation.path)\n"))
        }
        let headings = Set(APIReference.markdown.matches(of: /\n### (\w+)\n/).map { $0.1.lowercased() })
        for link in APIReference.markdown.matches(of: /\]\(#(\w+)\)/) { #expect(headings.contains(String(link.1))) }
    }

    @Test func `each error code of the server is explained with its status, and no other`() throws {
        let written = try Self.rows(of: "Documentation/ErrorCodes.md", below: "Answers of the server")
            .map { "\($0[0]) \($0[1])" }
        #expect(written.sorted() == APIError.Code.all.map { "\($0.status) `\($0.name)`" }.sorted())
    }

    @Test func `each error code that is defined is answered somewhere`() throws {
        let definitions = try Self.text("Sources/Server/API/Errors/APIError.swift")
        let used = try Self.sources(
            "Sources/Server/API", except: ["APIError.swift", "Operation.swift", "Operations.swift"])
        let delivery = try Self.text("Sources/Server/Delivery/DeliveryError.swift")
        let defined = definitions.matches(of: /static let (\w+) = Self\(name: "(\w+)"/)
        #expect(defined.count == APIError.Code.all.count)
        for code in defined {
            let isUsed = used.contains(try Regex("\\.\(code.1)\\b"))
            #expect(isUsed || delivery.contains("\"\(code.2)\""), "nothing answers \(code.2)")
        }
        for code in delivery.matches(of: /= Code\(rawValue: "(\w+)"\)/) {
            #expect(APIError.Code.all.contains { $0.name == String(code.1) }, "\(code.1) has no status")
        }
    }

    @Test func `each code of a field is explained, and no other`() throws {
        let written = try Self.rows(of: "Documentation/ErrorCodes.md", below: "Fields").map { $0[0] }
        let sources =
            try Self.text("Sources/Shared/PushModel/Content/FieldError.swift")
            + Self.text("Sources/Server/Delivery/DeliveryError.swift")
        let defined = sources.matches(of: /(?:FieldError\.|public static let \w+ = )Code\(rawValue: "(\w+)"\)/)
        #expect(written.sorted() == Set(defined.map { "`\($0.1)`" }).sorted())
        let schema = OpenAPIDocument.document["components"]?["schemas"]?["ErrorDetail"]?["properties"]?["code"]
        for code in defined { #expect(schema?["description"]?.string?.contains(code.1) == true, "\(code.1)") }
    }

    @Test func `each outcome and each reason of a delivery is explained, and no other`() throws {
        let rows = try Self.rows(of: "Documentation/ErrorCodes.md", below: "Outcomes of a delivery")
        let statuses = Set(DeliveryOutcome.allCases.map { "`\($0.rawValue)`" } + ["`pending`"])
        #expect(Set(rows.map { $0[0] }).isSuperset(of: statuses))
        let reasons = Set(rows.map { $0[0] }).subtracting(statuses)

        var given = Set(FailureKind.allCases.map { "`\($0.rawValue)`" })
        let engine =
            try Self.sources("Sources/Server/Delivery/Engine") + Self.sources("Sources/Server/Delivery/Attempt")
        let planner = try Self.text("Sources/Server/Storage/System/Planner.swift")
        for match in engine.matches(of: /refuse\(delivery, \.\w+, "(\w+)"\)/) { given.insert("`\(match.1)`") }
        for match in engine.matches(of: /\.finish\(\.\w+, reason: (?:delivery\.reason \?\? )?"(\w+)"\)/) {
            given.insert("`\(match.1)`")
        }
        for match in planner.matches(of: /"((?:no|un|invalid|schedule)_?\w+)"/) { given.insert("`\(match.1)`") }
        #expect(reasons.sorted() == given.subtracting(statuses).sorted())

        let schema = OpenAPIDocument.document["components"]?["schemas"]?["Delivery"]?["properties"]?["reason"]
        for reason in given {
            let name = reason.dropFirst().dropLast()
            #expect(schema?["description"]?.string?.contains(name) == true, "openapi.yaml does not name \(name)")
        }
    }

    @Test func `each code with which storage can refuse to start is explained`() throws {
        let written = Self.codes(
            in: try Self.rows(of: "Documentation/Storage.md", below: "When something is wrong").map { $0[0] }.joined())
        let defined = try Self.text("Sources/Server/Storage/Database/StorageError.swift")
            .matches(of: /= Code\(rawValue: "(\w+)"\)/).map { String($0.1) }
        // The rest is about statements of our own: an operator meets none of them.
        let inner: Set = [
            "constraint", "closed", "rolled_back", "wrong_type", "unstorable_text", "too_large", "invalid_statement",
            "out_of_memory",
            "storage_error",
        ]
        #expect(written == Set(defined).subtracting(inner))
        #expect(inner.isSubset(of: defined))
    }
}
