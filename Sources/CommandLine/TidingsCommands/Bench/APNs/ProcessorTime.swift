import Foundation

/// User and system time, in seconds, as the kernel accounts them.
enum ProcessorTime {
    /// What this process has used.
    static var ownSeconds: Double { seconds(of: 0) }  // RUSAGE_SELF

    /// What ended child processes have used.
    static var childSeconds: Double { seconds(of: -1) }  // RUSAGE_CHILDREN

    private static func seconds(of who: Int32) -> Double {
        var usage = rusage()
        // The constants are enum cases of another type than the parameter's on Linux.
        getrusage(.init(who), &usage)
        return seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }

    private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
}
