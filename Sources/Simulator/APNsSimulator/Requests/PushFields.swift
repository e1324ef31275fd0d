package import HTTP2

/// The parts of one request that APNs looks at, still as text.
package struct PushFields: Sendable {
    /// The method, such as `POST`.
    package var method: String
    /// The path, such as `/3/device/00fc…`.
    package var path: String
    /// The body as it came.
    package var body: [UInt8]
    /// Value of `authorization`.
    package var authorization: String?
    /// Value of `apns-id`.
    package var apnsID: String?
    /// Value of `apns-topic`.
    package var topic: String?
    /// Value of `apns-push-type`.
    package var pushType: String?
    /// Value of `apns-priority`.
    package var priority: String?
    /// Value of `apns-expiration`.
    package var expiration: String?
    /// Value of `apns-collapse-id`.
    package var collapseID: String?
    /// Value of `apns-channel-id`.
    package var channelID: String?
    /// Value of `apns-request-id`.
    package var requestID: String?
    /// Whether one of the headers above stands in the request twice.
    package var hasDuplicates = false

    /// Reads the known headers in one pass; the first of two equal names counts.
    package init(method: String, path: String, headers: [HTTP2Header], body: [UInt8]) {
        self.method = method
        self.path = path
        self.body = body
        // By length first: that leaves one or two names to compare.
        for header in headers {
            switch (header.name.utf8.count, header.name) {
            case (7, "apns-id"): Self.set(&apnsID, header.value, &hasDuplicates)
            case (10, "apns-topic"): Self.set(&topic, header.value, &hasDuplicates)
            case (13, "apns-priority"): Self.set(&priority, header.value, &hasDuplicates)
            case (13, "authorization"): Self.set(&authorization, header.value, &hasDuplicates)
            case (14, "apns-push-type"): Self.set(&pushType, header.value, &hasDuplicates)
            case (15, "apns-expiration"): Self.set(&expiration, header.value, &hasDuplicates)
            case (15, "apns-channel-id"): Self.set(&channelID, header.value, &hasDuplicates)
            case (15, "apns-request-id"): Self.set(&requestID, header.value, &hasDuplicates)
            case (16, "apns-collapse-id"): Self.set(&collapseID, header.value, &hasDuplicates)
            default: break
            }
        }
    }

    private static func set(_ field: inout String?, _ value: String, _ hasDuplicates: inout Bool) {
        if field == nil {
            field = value
        } else {
            hasDuplicates = true
        }
    }
}
