import Foundation
import Testing

@testable import TidingsCommands

@Suite(.timeLimit(.minutes(1)))
struct CompletionTests {
    /// What a shell prints for a script.
    private static func run(_ shell: String, _ words: [String], _ script: String) async throws -> String {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(
            "tidings-\(UUID().uuidString).\(shell)")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(script.utf8).write(to: file)
        let output = try await OtherProgram.output(of: "/usr/bin/env", [shell] + words + [file.path])
        return output
    }

    private static func bash(_ line: String, in folder: String = "/") async throws -> [String] {
        let words = line.split(separator: " ", omittingEmptySubsequences: false)
        let script = """
            \(CompletionScript(root: .root).text(for: .bash))
            cd \(folder)
            COMP_WORDS=(\(words.map { CompletionScript.quoted(String($0)) }.joined(separator: " ")))
            COMP_CWORD=\(words.count - 1)
            _tidings
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        return try await run("bash", ["--norc"], script).split(separator: "\n").map(String.init)
    }

    @Test func `bash completes commands, those below them, and options`() async throws {
        #expect(Set(try await Self.bash("tidings d")) == ["demo", "device", "doctor"])
        #expect(try await Self.bash("tidings apps cr") == ["create", "credentials"])
        #expect(try await Self.bash("tidings apps create --bu") == ["--bundle-id"])
        #expect(try await Self.bash("tidings doctor --fix --dry") == ["--dry-run"])
        #expect(try await Self.bash("tidings nothing --x") == [])
    }

    @Test func `bash completes files where an option takes one, and nothing where it takes something else`()
        async throws
    {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tidings-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("a folder"), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data().write(to: folder.appendingPathComponent("a file.p8"))
        #expect(
            Set(try await Self.bash("tidings doctor --apns-key a", in: folder.path)) == ["a file.p8", "a folder"])
        #expect(try await Self.bash("tidings doctor --path a", in: folder.path) == ["a folder"])
        #expect(try await Self.bash("tidings doctor --token a", in: folder.path) == [])
        #expect(try await Self.bash("tidings profile inspect a\\ file", in: folder.path) == [])
    }

    @Test func `zsh takes the script and offers what bash does`() async throws {
        let script = """
            _describe() { local name=${@[-1]}; print -rl -- ${(P)name} }
            _files() { print -r -- files }
            compdef() { : }
            \(CompletionScript(root: .root).text(for: .zsh))
            words=(tidings apps '') CURRENT=3 PREFIX=; _tidings
            words=(tidings doctor --apns-key '') CURRENT=4 PREFIX=; _tidings
            """
        let lines = try await Self.run("zsh", ["-f"], script).split(separator: "\n").map(String.init)
        #expect(lines.contains { $0.hasPrefix("create:") } && lines.contains("files"))
        #expect(!lines.contains { $0.hasPrefix("serve:") })
    }

    @Test func `fish takes the script and offers what bash does`() async throws {
        let script = """
            \(CompletionScript(root: .root).text(for: .fish))
            complete -C 'tidings apps cr'
            complete -C 'tidings doctor --dry'
            """
        let lines = try await Self.run("fish", ["--no-config"], script).split(separator: "\n").map(String.init)
        #expect(lines.contains { $0.hasPrefix("create\t") } && lines.contains { $0.hasPrefix("--dry-run\t") })
        #expect(lines.count == 3, "\(lines)")
    }

    @Test func `another shell is refused`() async {
        #expect(await tool("completions", "bash").out.hasPrefix("# Completes tidings in bash"))
        #expect(await tool("completions", "csh").exit == .mistake)
    }
}
