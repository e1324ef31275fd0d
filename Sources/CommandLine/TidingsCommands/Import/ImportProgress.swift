import Foundation
import PushCrypto

/// How far an import has come, kept beside the file so that the same command goes on after a crash.
struct ImportProgress: Codable, Sendable {
    /// The file and the options, so that nothing is continued that is something else.
    let fingerprint: String
    /// Where the next record begins.
    var position: UInt64 = 0
    /// The line on which it begins.
    var line = 1
    /// The columns of the file.
    var columns: [String] = []
    /// How long the file of refused rows is.
    var refusedBytes: UInt64 = 0
    /// What was done.
    var totals = Totals()

    /// What became of the records.
    struct Totals: Codable, Sendable, Equatable {
        /// Records read.
        var rows = 0
        /// Subscribers made.
        var subscribersCreated = 0
        /// Subscribers of whom something new is known.
        var subscribersUpdated = 0
        /// Devices made.
        var devicesCreated = 0
        /// Devices that belong to another person now.
        var devicesMoved = 0
        /// Tokens that were known.
        var devicesKnown = 0
        /// Records that were refused.
        var refused = 0
        /// What was left out on purpose, by reason.
        var skipped: [String: Int] = [:]
    }

    /// Reads where an earlier run stopped; nil if there was none.
    ///
    /// - Throws: `CommandError` if that run was of another file or had other options.
    static func earlier(_ path: String, fingerprint: String) throws(CommandError) -> ImportProgress? {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        guard let progress = try? JSONDecoder().decode(ImportProgress.self, from: data),
            progress.fingerprint == fingerprint
        else {
            throw CommandError(
                .invalidValue,
                "\(quoted(path)) is of an import of another file, server or other options that did not end. "
                    + "Go on with those, or begin anew with --restart.")
        }
        return progress
    }

    /// Keeps the progress: whole, or as it was before.
    func save(_ path: String) throws(CommandError) {
        do {
            try Data(try Output.encoded(self).utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw CommandError(
                .unusableSetting, "Cannot write \(quoted(path)). Name another place with --state.", exitCode: .failure)
        }
    }

    /// Names a file and how it is read: size, time and beginning.
    static func fingerprint(_ file: String, options: [String]) throws(CommandError) -> String {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: file),
            let handle = FileHandle(forReadingAtPath: file), let head = try? handle.read(upToCount: 65_536) ?? Data()
        else { throw CommandError(.unusableSetting, "Cannot read \(quoted(file)). Check the path.") }
        let size = (attributes[.size] as? Int) ?? 0
        let time = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
        let text = "\(size) \(time) \(options.joined(separator: "\u{0}"))"
        return SHA256.hash(Array(head) + Array(text.utf8)).map { String($0, radix: 16) }.joined(separator: ".")
    }
}
