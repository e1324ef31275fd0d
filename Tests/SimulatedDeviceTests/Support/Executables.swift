import Foundation

/// The fixture executables, which the build puts beside the test bundle.
enum Executables {
    static var app: URL { folder.appendingPathComponent("FixtureApp") }
    static var serviceExtension: URL { folder.appendingPathComponent("FixtureExtension") }
    static var contentExtension: URL { folder.appendingPathComponent("FixtureContentExtension") }

    private static var folder: URL {
        URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    }
}
