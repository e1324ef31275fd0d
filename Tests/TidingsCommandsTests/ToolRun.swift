import Locking

@testable import TidingsCommands

/// What a run of the tool wrote and returned.
struct ToolRun: Sendable {
    var exit: ExitCode
    var out: String
    var error: String
}

/// Runs the tool inside the test.
func tool(
    _ words: String..., root: Command = .root, environment: [String: String] = [:], input: String = ""
) async -> ToolRun {
    await tool(words, root: root, environment: environment, input: input)
}

/// Runs the tool inside the test.
func tool(
    _ words: [String], root: Command = .root, environment: [String: String] = [:], input: String = ""
) async -> ToolRun {
    let written = Locked((out: "", error: ""))
    let tool = Tool(
        root: root, environment: environment,
        output: { isJSON in
            Output(
                isJSON: isJSON, write: { text in written.withLock { $0.out += text } },
                writeError: { text in written.withLock { $0.error += text } })
        }, inputBytes: { Array(input.utf8.prefix($0)) })
    let exit = await tool.run(words)
    let (out, error) = written.withLock { $0 }
    return ToolRun(exit: exit, out: out, error: error)
}
