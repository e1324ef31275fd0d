import Foundation
import PushModel

/// The file of an import: opened, with its form and columns known.
struct ImportSource {
    /// The forms that files can have.
    enum Form: String, CaseIterable {
        case csv, jsonl, json
    }

    /// The names of the columns, or of the members of the first object.
    let columns: [String]
    /// Where the records are read from.
    var reader: RecordReader
    /// How many bytes the file has.
    let size: UInt64

    /// Opens a file, at its beginning or where an earlier run stopped.
    init(_ path: String, form: Form, from progress: ImportProgress?) throws {
        guard let file = FileHandle(forReadingAtPath: path), let size = try? file.seekToEnd() else {
            throw CommandError(.unusableSetting, "Cannot read \(quoted(path)). Check the path.")
        }
        self.size = size
        let splitter: any RecordSplitter =
            switch form {
            case .csv: CSVSplitter()
            case .jsonl: JSONSplitter.lines
            case .json: JSONSplitter.array
            }
        try file.seek(toOffset: 0)
        if try file.read(upToCount: 2) == Data([0x1F, 0x8B]) {
            throw CommandError(.unusableSetting, "\(quoted(path)) is packed. Unpack it first: gunzip \(path)")
        }
        if let progress, progress.position > 0 {
            columns = progress.columns
            let resumed = (splitter as? JSONSplitter)?.resumed
            reader = try RecordReader(file, resumed ?? splitter, position: progress.position, line: progress.line)
            return
        }
        var first = try RecordReader(file, splitter)
        let begin = (first.position, first.line)
        switch try first.next()?.content {
        case nil:
            throw CommandError(.unusableSetting, "\(quoted(path)) is empty.")
        case .broken(let reason):
            throw CommandError(.unusableSetting, "\(quoted(path)) cannot be read: line \(begin.1): \(reason)")
        case .fields(let fields) where ImportOrigin.isFirebaseAccount(fields):
            columns = ImportOrigin.firebaseColumns
            reader = try RecordReader(file, splitter)
        case .fields(let fields):
            columns = fields.map { $0.trimmingCharacters(in: .whitespaces) }
            reader = first
        case .object(let bytes):
            guard let object = try? JSONValue(parsing: bytes).object else {
                throw CommandError(
                    .unusableSetting, "\(quoted(path)) does not begin with a JSON object; name its form with --format.")
            }
            columns = object.keys
            reader = try RecordReader(file, splitter)
        }
    }

    /// The form that a file's name tells.
    static func form(_ invocation: Invocation, path: String) throws(CommandError) -> Form {
        let name = invocation.value("format") ?? URL(fileURLWithPath: path).pathExtension.lowercased()
        if let form = Form(rawValue: name == "ndjson" ? "jsonl" : name) { return form }
        if path.hasSuffix(".gz") {
            throw CommandError(.unusableSetting, "\(quoted(path)) is packed. Unpack it first: gunzip \(path)")
        }
        throw CommandError(
            .invalidValue, "Give --format csv, jsonl or json: the file's name does not tell which of them it is.")
    }
}
