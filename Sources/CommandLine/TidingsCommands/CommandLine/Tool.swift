import Foundation

/// The tool itself: from the words of the command line to an exit code.
package struct Tool: Sendable {
    private let root: Command
    private let environment: [String: String]
    private let output: @Sendable (_ isJSON: Bool) -> Output
    private let inputLines: @Sendable () -> AsyncStream<String>
    private let inputBytes: @Sendable (Int) -> [UInt8]

    /// Makes a tool over any command tree, environment, output and input; tests pass their own.
    package init(
        root: Command = .root, environment: [String: String],
        output: @escaping @Sendable (_ isJSON: Bool) -> Output,
        inputLines: @escaping @Sendable () -> AsyncStream<String> = { AsyncStream { $0.finish() } },
        inputBytes: @escaping @Sendable (Int) -> [UInt8] = { _ in [] }
    ) {
        self.root = root
        self.environment = environment
        self.output = output
        self.inputLines = inputLines
        self.inputBytes = inputBytes
    }

    /// Runs the command that the words name and returns what the process exits with.
    ///
    /// Help goes to standard output; a mistake is one line on standard error.
    package func run(_ words: [String]) async -> ExitCode {
        do {
            switch try root.parse(words.first == "--version" ? ["version"] + words.dropFirst() : words) {
            case .help(let path):
                output(false).verbatim(HelpText(path: path).text)
                return .done
            case .run(let command, let values):
                let invocation = Invocation(
                    command: command, values: values, output: output(values.options[Option.json.name] != nil),
                    environment: environment, inputLines: inputLines, inputBytes: inputBytes)
                return try await command.action?(invocation) ?? .done
            }
        } catch is CancellationError {
            return .done
        } catch let error as CommandError {
            output(false).note("\(root.name): \(error)")
            return error.exitCode
        } catch {
            output(false).note("\(root.name): \(error)")
            return .failure
        }
    }

    /// The program that runs now.
    static var executable: URL {
        let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(fileURLWithPath: link ?? CommandLine.arguments[0])
    }

    /// Runs the process's own command line, cancels on SIGINT and SIGTERM, and exits.
    package static func main() async -> Never {
        let environment = ProcessInfo.processInfo.environment
        let tool = Tool(
            environment: environment, output: { Output.standard(isJSON: $0, environment: environment) },
            inputLines: StandardInput.lines, inputBytes: StandardInput.bytes)
        let words = Array(CommandLine.arguments.dropFirst())
        let work = Task { await tool.run(words) }
        Termination.watch { work.cancel() }
        exit(await work.value.rawValue)
    }
}
