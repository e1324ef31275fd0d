/// What a finished command tells the shell.
package enum ExitCode: Int32, Sendable {
    /// Everything asked for was done.
    case done = 0
    /// The caller's mistake: a wrong flag, a missing setting, a check that did not pass.
    case mistake = 1
    /// Something failed that other arguments would not cure.
    case failure = 2
}
