internal import Foundation

/// What the operating system says about this process: memory, processor time and open files.
package enum ProcessMetrics {
    /// Writes the usual `process_…` families; what the system does not tell is left out.
    package static func write(to page: inout MetricsPage) {
        guard let text = try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8),
            let end = text.lastIndex(of: ")")
        else { return }
        // Behind the name: state is field 3 of proc(5); user time is 14, system time 15, start 22, memory pages 24.
        let fields = text[text.index(after: end)...].split(separator: " ")
        func field(_ number: Int) -> Double? { fields.indices.contains(number - 3) ? Double(fields[number - 3]) : nil }
        let ticks = Double(sysconf(Int32(_SC_CLK_TCK)))
        let pageSize = Double(sysconf(Int32(_SC_PAGESIZE)))
        if let user = field(14), let system = field(15), ticks > 0 {
            page.counter("process_cpu_seconds_total", "Processor time in seconds.", [.init((user + system) / ticks)])
        }
        if let pages = field(24) {
            page.gauge("process_resident_memory_bytes", "Resident memory in bytes.", [.init(pages * pageSize)])
        }
        if let files = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
            page.gauge("process_open_fds", "Open file descriptors.", [.init(files.count)])
        }
        if let start = field(22), let boot = bootTime, ticks > 0 {
            page.gauge(
                "process_start_time_seconds", "When the process started, in seconds since 1970.",
                [.init(boot + start / ticks)])
        }
    }

    private static var bootTime: Double? {
        guard let text = try? String(contentsOfFile: "/proc/stat", encoding: .utf8) else { return nil }
        return text.split(separator: "\n").first { $0.hasPrefix("btime ") }.flatMap { Double($0.dropFirst(6)) }
    }
}
