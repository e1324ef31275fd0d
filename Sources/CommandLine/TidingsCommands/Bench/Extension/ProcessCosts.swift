import Foundation

/// What a running process has cost so far, as the kernel accounts it.
struct ProcessCosts: Sendable, Equatable {
    /// User and system time of all its threads, in milliseconds.
    let cpuMilliseconds: Double
    /// The most memory that was resident at one time, in megabytes of 10^6 bytes.
    let peakMegabytes: Double

    /// Looks at a process; nil if it has ended.
    init?(ofProcess id: Int32) {
        var clock = clockid_t()
        var time = timespec()
        // To the nanosecond; what /proc has is rounded to a hundredth of a second, which is more than a push costs.
        guard clock_getcpuclockid(id, &clock) == 0, clock_gettime(clock, &time) == 0,
            let status = try? String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
            let kilobytes = Double(line.filter(\.isNumber))
        else { return nil }
        cpuMilliseconds = Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1e6
        peakMegabytes = kilobytes * 1024 / 1e6
    }
}
