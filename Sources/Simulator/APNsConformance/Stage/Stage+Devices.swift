import HTTP2
import PushModel

/// What the control API of a simulated APNs can do to devices, keys and apps.
extension Stage {
    /// A token of the sender's app on the rule's device for a kind of push.
    func token(
        _ kind: PushType = .alert, on service: Service? = nil, as token: String? = nil, bundleID: String? = nil
    ) async throws -> String {
        var body: JSONObject = [
            "bundleId": .string(bundleID ?? sender.bundleID),
            "environment": .string((service ?? target.main).environment), "kind": .string(kind.rawValue),
        ]
        if let token { body["token"] = .string(token) }
        let answer = try await control("POST", "/v1/devices/\(deviceID)/tokens", .object(body))
        return answer["token"]?.string ?? ""
    }

    /// Changes the rule's device.
    func setDevice(_ change: JSONValue) async throws { try await control("PATCH", "/v1/devices/\(deviceID)", change) }

    /// The ids of the pushes that have reached the device.
    func arrived() async throws -> [String] {
        let page = try await control("GET", "/v1/devices/\(deviceID)/pushes?after=0&limit=1000")
        return page["pushes"]?.array?.compactMap { $0["id"]?.string } ?? []
    }

    /// Sends a push and answers whether it has reached the device when it is answered.
    func arrives(_ change: (inout Call) -> Void) async throws -> String {
        let id = Self.id()
        var call = try push()
        call[.id] = id
        change(&call)
        let reply = try await send(call)
        return "\(reply.summary), \(try await arrived().contains(id) ? "has arrived" : "has not arrived")"
    }

    /// Makes a key known.
    func register(
        _ key: Sender, topics: [String]? = nil, environments: [String] = ["production", "sandbox"]
    ) async throws {
        var body: JSONObject = [
            "teamId": .string(key.teamID), "publicKey": .string(key.publicKeyPEM),
            "environments": .array(environments.map { .string($0) }),
        ]
        if let topics { body["topics"] = .array(topics.map { .string($0) }) }
        try await control("PUT", "/v1/keys/\(key.keyID)", .object(body))
    }

    /// Issues a client certificate.
    func certificate(
        bundleID: String? = nil, environments: [String] = ["production", "sandbox"], topics: [String]? = nil,
        isExpired: Bool = false
    ) async throws -> TLSIdentity {
        var body: JSONObject = [
            "bundleId": .string(bundleID ?? sender.bundleID), "teamId": .string(sender.teamID),
            "environments": .array(environments.map { .string($0) }), "expired": .bool(isExpired),
        ]
        if let topics { body["topics"] = .array(topics.map { .string($0) }) }
        let answer = try await control("POST", "/v1/certificates", .object(body))
        return TLSIdentity(
            certificateChainPEM: answer["certificate"]?.string ?? "",
            privateKeyPEM: answer["privateKey"]?.string ?? "")
    }

    /// A new `apns-id`.
    static func id() -> String {
        var digits = (0..<32).map { _ in String(UInt8.random(in: 0...15), radix: 16) }
        for place in [8, 13, 18, 23] { digits.insert("-", at: place) }
        return digits.joined()
    }
}
