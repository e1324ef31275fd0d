import HTTP2

/// What is answered to a broadcast or a channel request.
package struct ChannelAnswer: Sendable {
    /// HTTP status.
    package var status: Int
    /// `apns-request-id`, as sent or made up.
    package var requestID: String
    /// `apns-channel-id` of a channel that was created.
    package var channelID: String?
    /// The JSON body; empty for none.
    package var body: [UInt8] = []
    /// Why it was refused; nil when it was not.
    package var refusal: APNsSimulator.Refusal?
    /// When it was decided, in milliseconds since 1970.
    package var milliseconds: Int64

    /// The answer on the wire.
    var response: HTTP2Response {
        var headers = [HTTP2Header("apns-request-id", requestID)]
        if let channelID { headers.append(HTTP2Header("apns-channel-id", channelID)) }
        if !body.isEmpty { headers.append(HTTP2Header("content-type", "application/json")) }
        return HTTP2Response(status: status, headers: headers, body: body)
    }
}
