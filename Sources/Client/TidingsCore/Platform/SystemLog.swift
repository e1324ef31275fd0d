#if os(Linux)
    import Foundation
    import ProcessLocal
#else
    import os
#endif

extension ClientLog {
    /// The log of the system: the unified log on Apple platforms; standard error and the timeline on a simulated phone.
    package static func system(minimum: Level) -> ClientLog {
        #if os(Linux)
            ClientLog(minimum: minimum) { level, message, fields in
                SimulatedProcess.currentIfAny?.log(
                    "log", Dictionary(fields + [("level", "\(level)"), ("message", message)], uniquingKeysWith: { $1 }))
                // What is no warning can be read in the timeline; on a terminal it would hide what is.
                if SimulatedProcess.bound == nil, level >= .warning {
                    let text = fields.map { " \($0.name)=\($0.value)" }.joined()
                    FileHandle.standardError.write(Data("Tidings \(level): \(message)\(text)\n".utf8))
                }
            }
        #else
            let logger = Logger(subsystem: "tidings", category: "client")
            return ClientLog(minimum: minimum) { level, message, fields in
                let text = fields.map { " \($0.name)=\($0.value)" }.joined()
                let type: OSLogType =
                    switch level {
                    case .debug: .debug
                    case .info: .info
                    case .warning: .default
                    case .error: .error
                    }
                logger.log(level: type, "\(message, privacy: .public)\(text, privacy: .public)")
            }
        #endif
    }
}
