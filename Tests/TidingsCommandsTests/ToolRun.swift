import Foundation

@testable import TidingsCommands

/// What a run of the tool wrote and returned.
struct ToolRun: Sendable {
    var exit: ExitCode
    var out: String
    var error: String
}

/// Runs the tool inside the test.
func tool(_ words: String..., root: Command = .root, environment: [String: String] = [:]) async -> ToolRun {
    await tool(words, root: root, environment: environment)
}

/// Runs the tool inside the test.
func tool(_ words: [String], root: Command = .root, environment: [String: String] = [:]) async -> ToolRun {
    let written = Written()
    let tool = Tool(
        root: root, environment: environment,
        output: { isJSON in
            Output(isJSON: isJSON, write: { written.addOut($0) }, writeError: { written.addError($0) })
        })
    let exit = await tool.run(words)
    return ToolRun(exit: exit, out: written.out, error: written.error)
}

/// Collects lines from any thread.
private final class Written: @unchecked Sendable {  // `lock` protects both strings.
    private let lock = NSLock()
    private(set) var out = ""
    private(set) var error = ""

    func addOut(_ text: String) { lock.withLock { out += text } }

    func addError(_ text: String) { lock.withLock { error += text } }
}
