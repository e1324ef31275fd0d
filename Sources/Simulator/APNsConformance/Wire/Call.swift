/// A request as it goes out, right or wrong.
struct Call: Sendable {
    /// The headers that the rules are about.
    enum Field: String, Sendable, CaseIterable {
        case authorization
        case id = "apns-id"
        case topic = "apns-topic"
        case pushType = "apns-push-type"
        case priority = "apns-priority"
        case expiration = "apns-expiration"
        case collapseID = "apns-collapse-id"
        case channelID = "apns-channel-id"
        case requestID = "apns-request-id"

        var name: StaticString {
            switch self {
            case .authorization: "authorization"
            case .id: "apns-id"
            case .topic: "apns-topic"
            case .pushType: "apns-push-type"
            case .priority: "apns-priority"
            case .expiration: "apns-expiration"
            case .collapseID: "apns-collapse-id"
            case .channelID: "apns-channel-id"
            case .requestID: "apns-request-id"
            }
        }
    }

    var method = "POST"
    var path: String
    var fields: [(field: Field, value: String)] = []
    var body: [UInt8] = []

    init(_ method: String, _ path: String, body: String = "") {
        self.method = method
        self.path = path
        self.body = Array(body.utf8)
    }

    /// The value of a header; setting nil leaves it out.
    subscript(field: Field) -> String? {
        get { fields.first { $0.field == field }?.value }
        set {
            fields.removeAll { $0.field == field }
            if let newValue { fields.append((field, newValue)) }
        }
    }

    /// Sends a header once more.
    mutating func repeatField(_ field: Field) { fields += fields.filter { $0.field == field }.prefix(1) }

    /// A JSON object of exactly this many bytes.
    static func json(ofSize count: Int) -> [UInt8] {
        let head = Array(#"{"aps":{"alert":"x"},"a":""#.utf8)
        return head + Array(repeating: UInt8(ascii: "x"), count: count - head.count - 2) + Array("\"}".utf8)
    }
}
