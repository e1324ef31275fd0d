import HTTP2

/// One request that is not a push to a device: few of them are sent, and each differs from the next.
struct APNsCall: Sendable {
    var method: StaticString
    var path: String
    /// Fields besides those that every request has; names are constants.
    var headers: [(name: StaticString, value: String)] = []
    var body: [UInt8] = []
}

/// Why a call to APNs has no result.
public enum CallFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// APNs refused it, or would have: see ``Rejection/isLocal``.
    case rejected(Rejection)
    /// It certainly was not processed and may be made again.
    case notProcessed(APNsError)
    /// It was sent and no answer came: APNs may or may not have done it.
    case ambiguous(APNsError)

    /// A sentence for people.
    public var description: String {
        switch self {
        case .rejected(let rejection): rejection.description
        case .notProcessed(let error), .ambiguous(let error): error.description
        }
    }
}
