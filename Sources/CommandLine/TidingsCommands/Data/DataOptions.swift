import TidingsServer

/// The options of commands that work on the data itself, not through a running server.
enum DataOptions {
    /// Where the data is.
    static let all: [Option] = [
        .value("data", "DIR", "The data folder; TIDINGS_DATA or tidings-data by default."),
        .value("database", "URL", "The PostgreSQL database in place of a folder; TIDINGS_DATABASE by default."),
    ]

    /// The data folder.
    static func folder(_ invocation: Invocation) -> String {
        invocation.value("data") ?? invocation.environment["TIDINGS_DATA"]
            ?? ServerSetting.all.first { $0.key == "data" }?.fallback ?? "tidings-data"
    }

    /// The PostgreSQL database; nil where a folder holds the data.
    ///
    /// A folder that is named wins over the environment.
    static func database(_ invocation: Invocation) -> String? {
        if let url = invocation.value("database") { return url }
        return invocation.value("data") == nil ? invocation.environment["TIDINGS_DATABASE"] : nil
    }
}
