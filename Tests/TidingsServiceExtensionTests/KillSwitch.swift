import Foundation
import Spawning
import TestSupport

/// Ends a program with SIGKILL before one of its steps: a library that is preloaded into it, made from C for this test run.
struct KillSwitch {
    private let library: URL
    private let order: URL
    private let watch: URL
    private let paths: String

    /// Compiles the library into a folder of the test.
    init(in folder: URL, paths: String) async throws {
        library = folder.appendingPathComponent("killswitch.so")
        order = folder.appendingPathComponent("order")
        watch = folder.appendingPathComponent("watch")
        self.paths = paths
        let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Fixtures/KillSwitch/killswitch.c")
        let compiler = try SpawnedProgram(
            .init("/usr/bin/env", ["clang", "-shared", "-fPIC", "-O1", "-o", library.path, source.path, "-ldl"]))
        guard await compiler.end() == .exited(0) else { throw CannotCompile() }
    }

    /// What a program needs in its environment.
    var settings: [String: String] {
        [
            "LD_PRELOAD": library.path, "TIDINGS_KILL_FILE": order.path, "TIDINGS_KILL_PATHS": paths,
            "TIDINGS_WATCH_FILE": watch.path,
        ]
    }

    /// What programs did with such files and the network, each with the thread that it was done on.
    var steps: [String] {
        let text = try? String(contentsOf: watch, encoding: .utf8)
        return (text ?? "").split(separator: "\n").map(String.init)
    }

    /// Lets the next process that starts die right before a step, counted from 1.
    func arm(step: Int) throws { try Data("\(step)".utf8).write(to: order) }

    /// Lets no process die any more.
    func disarm() { try? FileManager.default.removeItem(at: order) }

    struct CannotCompile: Error {}
}
