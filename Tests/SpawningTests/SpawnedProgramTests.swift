import Foundation
import Glibc
import Spawning
import Testing

@Suite(.timeLimit(.minutes(1)))
struct SpawnedProgramTests {
    private func shell(_ script: String, _ change: (inout Launch) -> Void = { _ in }) throws -> SpawnedProgram {
        var launch = Launch("sh", ["-c", script])
        (launch.output, launch.error) = (.pipe, .pipe)
        change(&launch)
        return try SpawnedProgram(launch)
    }

    @Test func `a program gets its arguments, environment, folder and input`() async throws {
        let program = try shell("echo $0 $TIDINGS_WORD; pwd; cat; echo no >&2; exit 3") {
            $0.arguments.append("two words")
            $0.environment["TIDINGS_WORD"] = "here"
            $0.folder = "/usr"
            $0.input = .pipe
        }
        try program.input?.write(contentsOf: Data("typed\n".utf8))
        try program.input?.close()
        let result = await program.result()
        #expect(result.output == "two words here\n/usr\ntyped\n")
        #expect(result.error == "no\n")
        #expect(result.end == .exited(3))
        #expect(!program.isRunning)
    }

    @Test func `a program without pipes reads nothing and is not heard`() async throws {
        let program = try shell("cat; echo yes; echo no >&2") { ($0.output, $0.error) = (.null, .null) }
        let result = await program.result()
        #expect(result.output.isEmpty && result.error.isEmpty)
        #expect(result.end == .exited(0))
    }

    @Test func `a program gets no open file but its streams, even among two thousand`() async throws {
        // More than a shell allows by default, and without FD_CLOEXEC.
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        try #require(limit.rlim_max >= 4_096)
        limit.rlim_cur = max(limit.rlim_cur, 4_096)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        let files = (0..<2_000).map { _ in open("/dev/null", O_RDONLY) }
        defer { for file in files { close(file) } }
        try #require(files.allSatisfy { $0 > 2 })
        var list = Launch("ls", ["/proc/self/fd"])
        list.output = .pipe
        // The fourth is the folder that `ls` reads.
        #expect(try await SpawnedProgram(list).result().output == "0\n1\n2\n3\n")
    }

    @Test func `a program is ended by a signal that this process ignores`() async throws {
        // SIGUSR2 is nobody else's in these tests.
        Glibc.signal(SIGUSR2, SIG_IGN)
        defer { Glibc.signal(SIGUSR2, SIG_DFL) }
        let program = try shell("kill -USR2 $$; sleep 60")
        #expect(await program.end() == .signalled(SIGUSR2))
    }

    @Test func `a frozen program stands still until it is thawed`() async throws {
        let program = try shell("echo ready; read line; echo $line") { $0.input = .pipe }
        let first = try #require(program.output).availableData
        #expect(String(decoding: first, as: UTF8.self) == "ready\n")
        program.freeze()
        let status = try String(contentsOfFile: "/proc/\(program.id)/stat", encoding: .utf8)
        #expect(status.split(separator: " ")[2] == "T")
        #expect(program.isRunning)
        program.signal(SIGCONT)
        try program.input?.write(contentsOf: Data("on\n".utf8))
        #expect(await program.result().output == "on\n")
    }

    @Test func `kill returns when the program is over; a signal after that reaches nobody`() async throws {
        let program = try shell("sleep 60")
        program.kill()
        #expect(await program.end() == .signalled(SIGKILL))
        program.kill()
        program.freeze()
        program.signal(SIGTERM)
        #expect(await program.end() == .signalled(SIGKILL))
    }

    @Test func `the end is told once`() async throws {
        let (ends, told) = AsyncStream<SpawnedProgram.End>.makeStream()
        let program = try SpawnedProgram(Launch("true")) {
            told.yield($0)
            told.finish()
        }
        #expect(await ends.reduce(into: []) { $0.append($1) } == [.exited(0)])
        #expect(await program.end() == .exited(0))
    }

    @Test(arguments: [
        ("no-such-program-anywhere", nil, SpawnError.Code.notFound), ("/etc/hostname", nil, .notExecutable),
        ("true", "/no/such/folder", .notFound),
    ])
    func `what cannot be started is named, with a next step`(
        executable: String, folder: String?, code: SpawnError.Code
    ) throws {
        var launch = Launch(executable)
        launch.folder = folder
        let error = try #require(throws: SpawnError.self) { try SpawnedProgram(launch) }
        #expect(error.code == code)
        #expect(error.description.hasPrefix("Cannot start \(executable): "))
    }
}
