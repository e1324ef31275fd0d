import APNs
import Foundation

struct MatchState: Encodable {
    var home: Int
    var away: Int
}

// snippet: broadcast
func kickOff(_ credential: ProviderCredential) async throws -> String {
    let channels = try BroadcastChannels(configuration: .channelManagement, credential: credential)
    let channel = try await channels.create(bundleID: "com.example.football", storing: .mostRecent)
    await channels.close()
    return channel
}

func goal(_ score: MatchState, at now: Date, channel: String, by client: APNsClient) async throws {
    var push = try LiveActivityPush.update(state: score, timestamp: now)
    push.expiration = .at(now.addingTimeInterval(3600))
    guard let broadcast = push.broadcast(bundleID: "com.example.football", channelID: channel) else { return }
    try await client.broadcast(broadcast)
}
// end
