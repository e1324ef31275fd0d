import CSpawn
import Glibc

extension Launch {
    /// The child's ends of the pipes that were asked for.
    struct PipeEnds {
        var input: Int32?
        var output: Int32?
        var error: Int32?
    }

    /// Starts the program, which gets its three streams and no other open file, every signal as by default, and a process
    /// group of its own.
    ///
    /// The group keeps a terminal's Ctrl-C away from it, and lets the kernel wake up and end a program that stands still when
    /// this process is gone.
    func spawn(_ pipes: PipeEnds) throws(SpawnError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }

        // Output before error: it may lead to what is standard error here.
        var codes = [
            connect(0, pipes.input, isOurs: false, &actions),
            connect(1, pipes.output, isOurs: output == .standardError, &actions),
            connect(2, pipes.error, isOurs: error == .standardError, &actions),
            posix_spawn_file_actions_addclosefrom_np(&actions, 3),
        ]
        if let folder { codes.append(posix_spawn_file_actions_addchdir_np(&actions, folder)) }
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        codes += [
            posix_spawnattr_setpgroup(&attributes, 0), posix_spawnattr_setsigmask(&attributes, &none),
            posix_spawnattr_setsigdefault(&attributes, &all),
            posix_spawnattr_setflags(
                &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)),
        ]
        if let code = codes.first(where: { $0 != 0 }) { throw SpawnError(executable, code) }

        var id: pid_t = 0
        let code = Self.withCStrings([executable] + arguments) { arguments in
            Self.withCStrings(environment.map { "\($0)=\($1)" }) { environment in
                posix_spawnp(&id, executable, &actions, &attributes, arguments, environment)
            }
        }
        guard code == 0 else { throw SpawnError(executable, code) }
        return id
    }

    private func connect(
        _ stream: Int32, _ pipe: Int32?, isOurs: Bool, _ actions: inout posix_spawn_file_actions_t
    ) -> Int32 {
        if let pipe { return posix_spawn_file_actions_adddup2(&actions, pipe, stream) }
        if isOurs { return posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, stream) }
        return posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0)
    }

    private static func withCStrings<Result>(
        _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let copies = strings.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        return body(copies + [nil])
    }
}
