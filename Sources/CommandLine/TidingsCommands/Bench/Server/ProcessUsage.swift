import Foundation

/// Processor time by thread, and memory, of another process.
struct ProcessUsage {
    /// User and system time in seconds, by the name of the thread; threads of one name are added up.
    private(set) var threads: [String: Double] = [:]
    /// User and system time of all threads, those that ended included.
    let seconds: Double
    /// The most that was resident since it started, in megabytes.
    let peakMegabytes: Double
    /// What is resident now, in megabytes.
    let residentMegabytes: Double

    /// Asks the kernel.
    init(process id: Int32) {
        seconds = ProcessorTime.seconds(ofProcess: id)
        let status = (try? String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)) ?? ""
        func megabytes(_ name: String) -> Double {
            let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
            return (line?.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0) / 1024
        }
        peakMegabytes = megabytes("VmHWM")
        residentMegabytes = megabytes("VmRSS")
        for task in (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/task")) ?? [] {
            let folder = "/proc/\(id)/task/\(task)"
            guard let name = try? String(contentsOfFile: folder + "/comm", encoding: .utf8) else { continue }
            threads[name.trimmingCharacters(in: .whitespacesAndNewlines), default: 0] += ProcessorTime.seconds(
                ofStat: folder + "/stat")
        }
    }

    /// The processor time of a process and its children, in seconds.
    static func seconds(ofFamily parent: Int32) -> Double {
        var sum = ProcessorTime.seconds(ofProcess: parent)
        for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
            guard let id = Int32(name), ProcessorTime.parent(ofProcess: id) == parent else { continue }
            sum += ProcessorTime.seconds(ofProcess: id)
        }
        // Those that ended in between.
        return sum
    }
}
