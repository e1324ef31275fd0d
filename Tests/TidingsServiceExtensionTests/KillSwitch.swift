import Foundation
import Spawning
import TestSupport

/// Ends a program with SIGKILL before one of its steps: a library that is preloaded into it, made from C for this test run.
struct KillSwitch {
    private let library: URL
    private let order: URL
    private let paths: String

    /// Compiles the library into a folder of the test.
    init(in folder: URL, paths: String) async throws {
        library = folder.appendingPathComponent("killswitch.so")
        order = folder.appendingPathComponent("order")
        self.paths = paths
        let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Fixtures/KillSwitch/killswitch.c")
        let compiler = try SpawnedProgram(
            .init("/usr/bin/env", ["clang", "-shared", "-fPIC", "-O1", "-o", library.path, source.path, "-ldl"]))
        guard await compiler.end() == .exited(0) else { throw CannotCompile() }
    }

    /// What a program needs in its environment.
    var settings: [String: String] {
        ["LD_PRELOAD": library.path, "TIDINGS_KILL_FILE": order.path, "TIDINGS_KILL_PATHS": paths]
    }

    /// Lets the next process that starts die right before a step, counted from 1.
    func arm(step: Int) throws { try Data("\(step)".utf8).write(to: order) }

    /// Lets no process die any more.
    func disarm() { try? FileManager.default.removeItem(at: order) }

    struct CannotCompile: Error {}
}
