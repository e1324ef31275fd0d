import Foundation

@testable import XcodeProject

/// The projects that the tests work on: our own fixtures, the sample app's, and those of TIDINGS_XCODE_PROJECTS.
enum Fixture {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    /// The fixtures of the tests by their names.
    static let own = ["Classic", "CocoaPods", "Synchronized", "ExtensionThere", "SeveralApps"]

    /// Every project file that the tests can have.
    static let all: [URL] = {
        var found = own.map(url)
        found.append(
            folder.appendingPathComponent("../../Examples/SampleApp/SampleApp.xcodeproj/project.pbxproj")
                .standardizedFileURL)
        guard let others = ProcessInfo.processInfo.environment["TIDINGS_XCODE_PROJECTS"] else { return found }
        let paths = FileManager.default.enumerator(atPath: others)?.compactMap { $0 as? String } ?? []
        return found
            + paths.filter { $0.hasSuffix("project.pbxproj") }.sorted().map { URL(fileURLWithPath: others + "/" + $0) }
    }()

    static func url(_ name: String) -> URL { folder.appendingPathComponent("Fixtures/\(name).pbxproj") }

    static func bytes(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: url(name))) }

    static func project(_ name: String) throws -> ProjectFile { try ProjectFile(bytes(name)) }

    /// A project with these lines among its objects.
    static func project(objects: String, newline: String = "\n") -> [UInt8] {
        let text = """
            // !$*UTF8*$!
            {
            \tarchiveVersion = 1;
            \tobjectVersion = 56;
            \tobjects = {

            /* Begin PBXProject section */
            \t\tAA0000000000000000000001 /* Project object */ = {
            \t\t\tisa = PBXProject;
            \t\t\ttargets = (
            \t\t\t);
            \t\t};
            /* End PBXProject section */
            \(objects)\t};
            \trootObject = AA0000000000000000000001 /* Project object */;
            }

            """
        return Array(text.replacing("\n", with: newline).utf8)
    }
}

/// What Foundation reads in a project: an independent reader of the same text.
func foundation(_ bytes: [UInt8]) throws -> NSDictionary? {
    try PropertyListSerialization.propertyList(from: Data(bytes), options: [], format: nil) as? NSDictionary
}

/// The same in our own reading.
func plain(_ node: Node) -> Any {
    switch node.value {
    case .string(let text): text
    case .array(let items): items.map(plain)
    case .dictionary(let entries): Dictionary(entries.map { ($0.key, plain($0.value)) }, uniquingKeysWith: { $1 })
    case .data: Data()
    }
}

func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
