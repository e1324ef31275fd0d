import Foundation

extension Rejection {
    /// Reads an answer of APNs; a body that is not what Apple documents gives the reason `unknown`.
    ///
    /// - Parameters:
    ///   - status: The HTTP status, other than 200.
    ///   - body: JSON with `reason` and, for 410, `timestamp` in milliseconds since 1970.
    init(status: Int, body: [UInt8]) {
        let answer = try? JSONDecoder().decode(Answer.self, from: Data(body))
        self.init(
            status: status, reason: answer?.reason.map(RejectionReason.init(rawValue:)) ?? .unknown,
            timestamp: answer?.timestamp.flatMap { milliseconds in
                milliseconds.isFinite && milliseconds > 0 ? Date(timeIntervalSince1970: milliseconds / 1000) : nil
            })
    }

    /// The reason in the debug data of a GOAWAY frame, which APNs may leave empty.
    static func reason(inDebugData bytes: [UInt8]) -> RejectionReason? {
        (try? JSONDecoder().decode(Answer.self, from: Data(bytes)))?.reason.map(RejectionReason.init(rawValue:))
    }

    private struct Answer: Decodable {
        var reason: String?
        var timestamp: Double?

        private enum CodingKeys: CodingKey { case reason, timestamp }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            // Each on its own: a timestamp of an unexpected type must not cost the reason.
            reason = try? values.decode(String.self, forKey: .reason)
            timestamp = try? values.decode(Double.self, forKey: .timestamp)
        }
    }
}
