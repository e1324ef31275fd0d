import Foundation
import Testing

struct SwiftUIDeclarationTests {
    @Test func `every simulated SwiftUI symbol stands in one numbered list of at most forty`() throws {
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Sources/SimulatedFrameworks/SwiftUI")
        let list = try String(contentsOf: sources.appendingPathComponent("Declarations.swift"), encoding: .utf8)
        let numbers = list.split(separator: "\n").compactMap { line -> Int? in
            let text = line.drop { $0 == " " }
            guard text.hasPrefix("// "), text.contains(" · ") else { return nil }
            return Int(text.dropFirst(3).prefix { $0.isNumber })
        }
        #expect(numbers == Array(1...numbers.count))
        #expect(numbers.count <= 40)
        // Whatever is public in the other files would be missing from the list.
        for name in try FileManager.default.contentsOfDirectory(atPath: sources.path) where name != "Declarations.swift"
        {
            let text = try String(contentsOf: sources.appendingPathComponent(name), encoding: .utf8)
            let isListed = !text.split(separator: "\n").contains {
                $0.drop { $0 == " " }.hasPrefix("public ") && !$0.contains("import")
            }
            #expect(isListed, "\(name) declares something public")
        }
    }
}
