import Foundation

/// The file that lists refused records: a JSON object on each line.
struct RefusedFile {
    /// Where it is.
    let path: String
    private var handle: FileHandle?

    /// Names the file; it is made with the first refused record.
    init(path: String) { self.path = path }

    /// Forgets what an earlier run wrote behind the place that it reached.
    mutating func cut(at length: UInt64) throws {
        guard FileManager.default.fileExists(atPath: path) else { return }
        if length == 0 { return try FileManager.default.removeItem(atPath: path) }
        let handle = try open()
        try handle.truncate(atOffset: length)
    }

    /// Adds records, and answers how long the file is then.
    mutating func append(_ refused: [ImportRun.Refusal], after length: UInt64) throws -> UInt64 {
        guard !refused.isEmpty else { return length }
        let handle = try open()
        var text = ""
        for entry in refused {
            text +=
                try Output.encoded(
                    Line(line: entry.line, code: entry.code, param: entry.param, reason: entry.reason)) + "\n"
        }
        try handle.seek(toOffset: length)
        try handle.write(contentsOf: Data(text.utf8))
        try handle.synchronize()
        return length + UInt64(text.utf8.count)
    }

    private mutating func open() throws -> FileHandle {
        if let handle { return handle }
        if !FileManager.default.fileExists(atPath: path) {
            // It tells of people: for its owner only.
            _ = FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
        }
        guard let opened = FileHandle(forUpdatingAtPath: path) else {
            throw CommandError(
                .unusableSetting, "Cannot write \(quoted(path)). Name another place with --refused.",
                exitCode: .failure)
        }
        handle = opened
        return opened
    }

    private struct Line: Encodable {
        let line: Int
        let code: String
        let param: String
        let reason: String
    }
}
