import Foundation

/// User and system time, in seconds, as the kernel accounts them.
enum ProcessorTime {
    /// What this process has used.
    static var ownSeconds: Double { seconds(of: 0) }  // RUSAGE_SELF

    /// What ended child processes have used.
    static var childSeconds: Double { seconds(of: -1) }  // RUSAGE_CHILDREN

    /// What another process has used; 0 where the kernel does not tell.
    static func seconds(ofProcess id: Int32) -> Double { seconds(ofStat: "/proc/\(id)/stat") }

    /// What the file of a process or a thread tells; 0 where there is none.
    static func seconds(ofStat path: String) -> Double {
        let fields = fields(ofStat: path)
        guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else { return 0 }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// The process that started another one.
    static func parent(ofProcess id: Int32) -> Int32? {
        let fields = fields(ofStat: "/proc/\(id)/stat")
        return fields.count > 1 ? Int32(fields[1]) : nil
    }

    /// The state, which is the field after the name, and what follows; user and system time are the 12th and 13th.
    private static func fields(ofStat path: String) -> [Substring] {
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        // The name in brackets may hold anything.
        return text.split(separator: ")").last?.split(separator: " ") ?? []
    }

    private static func seconds(of who: Int32) -> Double {
        var usage = rusage()
        // The constants are enum cases of another type than the parameter's on Linux.
        getrusage(.init(who), &usage)
        return seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }

    private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
}

/// The memory of a process in megabytes of 2^20 bytes, as the kernel counts it; 0 where it does not tell.
struct ProcessMemory {
    /// The most that was resident at one time since the process started.
    let peakMegabytes: Double
    /// What is resident now.
    let residentMegabytes: Double

    /// Asks about a process by its number, or about this one.
    init(process id: Int32? = nil) {
        let path = "/proc/\(id.map(String.init) ?? "self")/status"
        let lines = ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "").split(separator: "\n")
        func megabytes(_ name: String) -> Double {
            let line = lines.first { $0.hasPrefix(name + ":") }
            return (line?.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0) / 1024
        }
        peakMegabytes = megabytes("VmHWM")
        residentMegabytes = megabytes("VmRSS")
    }
}
