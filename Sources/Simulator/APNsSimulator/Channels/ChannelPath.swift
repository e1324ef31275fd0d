/// A path of broadcasts or of channel management with the bundle id in it.
enum ChannelPath: Equatable {
    /// `/4/broadcasts/apps/<bundle id>`.
    case broadcast(String)
    /// `/1/apps/<bundle id>/channels`.
    case channels(String)
    /// `/1/apps/<bundle id>/all-channels`.
    case allChannels(String)

    /// Reads a path; nil when it is none of them.
    init?(_ path: String) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
        guard path.first == "/", parts.allSatisfy({ !$0.isEmpty && !$0.contains("?") }) else { return nil }
        switch (parts.count, parts.first) {
        case (4, "4") where parts[1] == "broadcasts" && parts[2] == "apps": self = .broadcast(parts[3])
        case (4, "1") where parts[1] == "apps" && parts[3] == "channels": self = .channels(parts[2])
        case (4, "1") where parts[1] == "apps" && parts[3] == "all-channels": self = .allChannels(parts[2])
        default: return nil
        }
    }
}
