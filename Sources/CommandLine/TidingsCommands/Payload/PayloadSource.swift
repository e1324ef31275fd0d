import Foundation
import Payloads
import PushModel

/// The file with a push that the commands under `tidings payload` look at, and what the command line says about it.
struct PayloadSource {
    /// The file as an argument.
    static let argument = Argument(
        "FILE", "A file that describes a push; - for standard input.")

    /// What can be said about the file.
    static let options: [Option] = [
        .value(
            "format", "FORMAT", "What the file is, if not what it looks like: apns, fcm-v1, firebase-admin, expo, …"),
        .value("headers", "FILE", "The headers for APNs: name: value on each line, or a JSON object."),
        .value("header", "HEADER", "A header for APNs as name: value; may be repeated.", repeatable: true),
        .value("push-type", "TYPE", "The header apns-push-type: alert, background, voip, liveactivity, …"),
    ]

    /// What the file is called in what is printed.
    let name: String
    /// The path of the file; nil for standard input.
    let path: String?
    /// The file.
    let bytes: [UInt8]
    /// What the command line says that it is.
    let format: PayloadFormat?
    /// The headers that the command line names.
    let headers: [PayloadHeader]

    /// Reads the file and the options.
    init(_ invocation: Invocation) throws {
        guard let file = invocation.argument(0) else {
            throw CommandError(.missingArgument, "Name the file with the push, or - for standard input.")
        }
        path = file == "-" ? nil : file
        name = path ?? "standard input"
        format = try invocation.value("format").map { word in
            guard let format = PayloadFormat(rawValue: word) else {
                let known = PayloadFormat.allCases.map(\.rawValue).joined(separator: ", ")
                throw CommandError(.invalidValue, "--format must be one of \(known), not \(quoted(word)).")
            }
            return format
        }
        headers = try Self.headers(invocation)
        bytes = try path.map(Self.read) ?? invocation.inputBytes(PayloadDocument.byteLimit + 1)
    }

    /// The file, understood.
    func document() throws(PayloadInputError) -> PayloadDocument {
        try PayloadDocument(reading: bytes, as: format, headers: headers)
    }

    private static func headers(_ invocation: Invocation) throws -> [PayloadHeader] {
        let file = try invocation.value("headers").map(read)
        do throws(PayloadInputError) {
            var headers = try file.map { bytes throws(PayloadInputError) in try PayloadHeader.headers(of: bytes) } ?? []
            for line in invocation.values("header") { headers.append(try PayloadHeader(line: line)) }
            if let type = invocation.value("push-type") { headers.append(PayloadHeader("apns-push-type", type)) }
            return headers
        } catch {
            throw CommandError(.init(rawValue: error.code.rawValue), error.message)
        }
    }

    /// No file of a push is larger than one byte beyond the limit, as far as this goes; the reader refuses that one.
    static func read(_ path: String) throws(CommandError) -> [UInt8] {
        do {
            guard let file = FileHandle(forReadingAtPath: path) else { throw CocoaError(.fileReadNoSuchFile) }
            // An empty file gives nothing, which is no failure.
            return try file.read(upToCount: PayloadDocument.byteLimit + 1).map { Array($0) } ?? []
        } catch {
            throw CommandError(.unusableSetting, "Cannot read \(quoted(path)). Check the path.")
        }
    }
}
