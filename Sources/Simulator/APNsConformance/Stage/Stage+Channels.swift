import PushModel

/// Requests for channels and broadcasts.
extension Stage {
    /// Asks for a channel.
    func createChannel(
        policy: Int, bundleID: String? = nil, _ change: (inout Call) -> Void = { _ in }
    ) async throws -> Reply {
        try await manage("POST", nil, bundleID: bundleID) { call in
            call.body = Array(#"{"message-storage-policy":\#(policy),"push-type":"LiveActivity"}"#.utf8)
            change(&call)
        }
    }

    /// Makes a channel and answers its id.
    func channel(policy: Int) async throws -> String {
        let reply = try await createChannel(policy: policy)
        guard let id = reply.header(.channelID) else { throw ConformanceError("no channel: \(reply.summary)") }
        return id
    }

    /// Makes a request of channel management.
    func manage(
        _ method: String, _ channelID: String?, path: String = "channels", bundleID: String? = nil,
        on service: Service? = nil, _ change: (inout Call) -> Void = { _ in }
    ) async throws -> Reply {
        var call = Call(method, "/1/apps/\(bundleID ?? sender.bundleID)/\(path)")
        call[.authorization] = authorization
        call[.channelID] = channelID
        change(&call)
        return try await send(call, on: service ?? target.main.channels)
    }

    /// Sends a broadcast that nothing is wrong with but for the change.
    func broadcast(to channelID: String, _ change: (inout Call) -> Void = { _ in }) async throws -> Reply {
        var call = Call("POST", "/4/broadcasts/apps/\(sender.bundleID)")
        call[.authorization] = authorization
        call[.channelID] = channelID
        call[.pushType] = "liveactivity"
        call[.expiration] = "0"
        call[.priority] = "10"
        call.body = ConformanceRule.activity("update")
        change(&call)
        return try await send(call)
    }

    /// Sends two broadcasts while a device that listens is offline, and names what comes when it is back.
    func broadcastsWhileOffline(policy: Int, expiration: String) async throws -> String {
        let id = try await channel(policy: policy)
        try await control(
            "POST", "/v1/devices/\(deviceID)/channels",
            [
                "channelId": .string(id), "bundleId": .string(sender.bundleID),
                "environment": .string(target.main.environment),
            ])
        try await setDevice(["online": false])
        let (first, second) = (Self.id(), Self.id())
        for request in [first, second] {
            let reply = try await broadcast(to: id) {
                $0[.expiration] = expiration
                $0[.requestID] = request
            }
            guard reply.status == 200 else { return reply.summary }
        }
        try await setDevice(["online": true])
        let arrived = try await arrived()
        switch (arrived.contains(first), arrived.contains(second)) {
        case (false, true): return "the second alone arrives"
        case (false, false): return "nothing arrives"
        default: return "both arrive"
        }
    }
}
