import Foundation
public import Testing

/// A database engine that tests run on.
public enum Engine: String, Sendable, CaseIterable {
    case sqlite = "SQLite"
    case postgreSQL = "PostgreSQL"

    /// The engine that the running test is to use; SQLite unless `onBothEngines` says otherwise.
    @TaskLocal public static var current = Engine.sqlite
}

/// Runs each test on some engines, one after the other; what it finds wrong names the engine.
public struct EngineTrait: TestTrait, SuiteTrait, TestScoping {
    let engines: [Engine]

    /// Tests of suites inside are meant too.
    public var isRecursive: Bool { true }

    /// Runs the test once per engine, and notes in the file `TIDINGS_ENGINE_LOG` that it did.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        for engine in engines {
            let naming = IssueHandlingTrait.compactMapIssues { issue in
                var issue = issue
                issue.comments.append("on \(engine.rawValue)")
                return issue
            }
            try await naming.provideScope(for: test, testCase: testCase) {
                try await Engine.$current.withValue(engine) { try await function() }
            }
            Self.note(engine)
        }
    }

    private static func note(_ engine: Engine) {
        guard let path = ProcessInfo.processInfo.environment["TIDINGS_ENGINE_LOG"],
            let file = FileHandle(forUpdatingAtPath: path)
        else { return }
        // One short write at the end of the file, so lines of several threads do not mix.
        _ = try? file.seekToEnd()
        try? file.write(contentsOf: Data("\(engine.rawValue)\n".utf8))
    }
}

extension Trait where Self == EngineTrait {
    /// Runs each test on SQLite and on PostgreSQL.
    public static var onBothEngines: Self { EngineTrait(engines: Engine.allCases) }

    /// Runs each test on one engine.
    public static func on(_ engine: Engine) -> Self { EngineTrait(engines: [engine]) }
}
