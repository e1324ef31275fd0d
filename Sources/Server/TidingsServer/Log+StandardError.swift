internal import API
internal import Delivery
internal import Foundation
internal import PushModel
internal import Timekeeping

extension Log {
    /// A log that writes a line of JSON per event to standard error.
    static func standardError(_ level: ServerConfiguration.LogLevel, time: any TimeSource) -> Log {
        let least: Log.Level =
            switch level {
            case .debug: .debug
            case .info: .info
            case .error: .error
            }
        return Log(isNarrated: least == .debug) { level, message, data in
            guard level >= least else { return }
            var line: JSONObject = [
                "time": .string(Timestamp.format(time.now)),
                "level": .string("\(level)"),
                "message": .string("\(message)"),
            ]
            for (key, value) in data { line[key] = .string(value) }
            // One write per line, so that lines of several threads do not mix.
            FileHandle.standardError.write(Data(line.encoded() + [UInt8(ascii: "\n")]))
        }
    }
}
