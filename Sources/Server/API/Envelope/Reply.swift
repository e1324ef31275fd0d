internal import PushModel

/// What a route answers when all went well.
struct Reply: Sendable {
    /// The data of the envelope.
    enum Content: Sendable {
        /// A value to be written.
        case value(JSONValue)
        /// JSON that is written already.
        case json([UInt8])
    }

    var status: Int
    var data: Content
    var headers: [(String, String)] = []

    init(_ data: JSONValue, status: Int = 200, headers: [(String, String)] = []) {
        self.status = status
        self.data = .value(data)
        self.headers = headers
    }

    /// The same with what is left of a limit in its head.
    func adding(_ allowance: RateLimiter.Allowance?) -> Reply {
        guard let allowance else { return self }
        var reply = self
        reply.headers += allowance.headers
        return reply
    }

    init(json: [UInt8], status: Int = 200, headers: [(String, String)] = []) {
        self.status = status
        data = .json(json)
        self.headers = headers
    }
}
