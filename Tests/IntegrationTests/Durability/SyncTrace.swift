import Foundation

/// What strace saw of a server: requests read, flushes to the disk, and answers written, in order.
struct SyncTrace {
    /// Flushes that ended well, with the lines at which they began and ended.
    private(set) var flushes: [(start: Int, end: Int)] = []
    /// The answers with 202: when the request before it on the same connection was read, and when it was written.
    private(set) var accepted: [(read: Int, written: Int)] = []

    /// The system calls that it needs to see.
    static let calls = "fdatasync,fsync,read,readv,recvfrom,write,writev,sendto,sendmsg"

    /// Reads the file that `strace -f -o` wrote.
    init(_ text: String) {
        var open: [Substring: Int] = [:]
        var lastRead: [Substring: Int] = [:]
        for (number, line) in text.split(separator: "\n").enumerated() {
            guard let space = line.firstIndex(of: " ") else { continue }
            let process = line[..<space]
            let call = line[space...].drop { $0 == " " }
            if call.hasPrefix("fdatasync(") || call.hasPrefix("fsync(") {
                open[process] = number
                if call.hasSuffix("= 0") { flushes.append((number, number)) }
            } else if call.hasPrefix("<... fdatasync resumed") || call.hasPrefix("<... fsync resumed") {
                if call.hasSuffix("= 0"), let start = open[process] { flushes.append((start, number)) }
            } else if let match = call.prefixMatch(of: /(?:read|readv|recvfrom)\((\d+)/) {
                lastRead[match.1] = number
            } else if let match = call.prefixMatch(of: /(?:write|writev|sendto|sendmsg)\((\d+).*"HTTP\/1\.1 202/) {
                accepted.append((lastRead[match.1] ?? 0, number))
            }
        }
    }

    /// How many answers were written although no flush began and ended since their request was read.
    var acceptedTooEarly: Int {
        accepted.count { answer in
            // Flushes are in the order of their ends: look back from the answer.
            var index = flushes.partitioningIndex { $0.end >= answer.written } - 1
            while index >= 0, flushes[index].end > answer.read {
                if flushes[index].start > answer.read { return false }
                index -= 1
            }
            return true
        }
    }
}

extension Array {
    /// The first index from which on a condition holds, of elements that it parts in two.
    fileprivate func partitioningIndex(_ belongsToSecond: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if belongsToSecond(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
