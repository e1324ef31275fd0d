/// How many pushes may be under way on a new connection.
///
/// APNs allows one stream until a request with a valid token has succeeded, whatever nghttp2 assumes before the first
/// SETTINGS; from then on the SETTINGS of the server rule.
struct StreamGate: Sendable, Hashable {
    private var isWide = false
    private var firstLimit: Int?

    /// Notes that a push was accepted.
    mutating func accepted() { isWide = true }

    /// Notes the limit in the server's SETTINGS; one that is raised above the first has the same meaning as a success.
    mutating func settingsReceived(limit: Int) {
        if let firstLimit, limit > max(1, firstLimit) { isWide = true }
        firstLimit = firstLimit ?? limit
    }

    /// How many more pushes may be sent.
    func room(capacity: Int, open: Int) -> Int { isWide ? capacity : min(capacity, max(0, 1 - open)) }
}
