import Foundation

/// Processor time by thread, and memory, of another process.
struct ProcessUsage {
    /// User and system time in seconds, by the name of the thread; threads of one name are added up.
    private(set) var threads: [String: Double] = [:]
    /// User and system time of all threads, those that ended included.
    let seconds: Double
    /// What it holds and held.
    let memory: ProcessMemory

    /// Asks the kernel.
    init(process id: Int32) {
        seconds = ProcessorTime.seconds(ofProcess: id)
        memory = ProcessMemory(process: id)
        for task in (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/task")) ?? [] {
            let folder = "/proc/\(id)/task/\(task)"
            guard let name = try? String(contentsOfFile: folder + "/comm", encoding: .utf8) else { continue }
            threads[name.trimmingCharacters(in: .whitespacesAndNewlines), default: 0] += ProcessorTime.seconds(
                ofStat: folder + "/stat")
        }
    }

    /// The processor time of a process and its children, in seconds; what a child used that has ended is not in it.
    static func seconds(ofFamily parent: Int32) -> Double {
        var sum = ProcessorTime.seconds(ofProcess: parent)
        for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
            guard let id = Int32(name), ProcessorTime.parent(ofProcess: id) == parent else { continue }
            sum += ProcessorTime.seconds(ofProcess: id)
        }
        return sum
    }
}
