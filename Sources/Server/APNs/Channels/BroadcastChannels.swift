import EventLoop
import Foundation
import HTTP2
public import Timekeeping

/// Creates, reads, lists and deletes the channels of broadcast pushes to Live Activities.
///
/// Give it ``APNsConfiguration/channelManagement`` or its sandbox twin. Environments do not share channels, and an app has
/// at most 10,000 in each. Source: Apple, "Sending channel management requests to APNs".
public final class BroadcastChannels: Sendable {
    /// What APNs keeps of the pushes to a channel; fixed when the channel is made.
    public enum StoragePolicy: Int, Sendable, Hashable, CaseIterable {
        /// Nothing: pushes must have the expiration ``PushRequest/Expiration/once``, and more of them are allowed.
        case none = 0
        /// The most recent push, for at most eight hours.
        case mostRecent = 1
    }

    private let configuration: APNsConfiguration
    private let lane: CallLane
    private let ownThreads: APNsThreads?

    /// Prepares the interface; it connects with the first call.
    ///
    /// - Parameters:
    ///   - configuration: Where the interface is and how patient to be.
    ///   - credential: The signing key; share it with the clients of the same team.
    ///   - time: The clock for deadlines and provider tokens.
    /// - Throws: `invalid_configuration` when the CA file is not usable.
    public init(
        configuration: APNsConfiguration = .channelManagement, credential: ProviderCredential,
        time: any TimeSource = SystemTime()
    ) throws(APNsError) {
        var target = try HTTP2ClientConfiguration(configuration, .token(credential))
        target.wantedHeaders = ["apns-channel-id", "apns-request-id"]
        // The list of 10,000 channels.
        target.bodyByteLimit = 4 << 20
        ownThreads = configuration.threads == nil ? try APNsThreads(count: 1) : nil
        guard let loop = (configuration.threads ?? ownThreads)?.nextLoop() else {
            throw APNsError(.invalidConfiguration, detail: "There is no thread.")
        }
        self.configuration = configuration
        lane = CallLane(
            loop: loop, settings: configuration, target: target, authentication: .token(credential), time: time)
    }

    deinit {
        lane.loop.execute { [lane] in lane.close() }
        ownThreads?.shutdown()
    }

    /// Makes a channel and returns its id, a base64 text of no fixed length.
    ///
    /// - Throws: `CannotCreateChannelConfig` when the app has its 10,000. After `ambiguous` list the channels: there may be
    ///   one more.
    public func create(bundleID: String, storing policy: StoragePolicy) async throws(CallFailure) -> String {
        let body = #"{"message-storage-policy":\#(policy.rawValue),"push-type":"LiveActivity"}"#
        let response = try await call("POST", "channels", bundleID, channelID: nil, body: Array(body.utf8))
        guard let id = response.header("apns-channel-id"), !id.isEmpty else {
            throw .ambiguous(APNsError(.connectionLost, detail: "the answer names no channel"))
        }
        return id
    }

    /// Asks for the storage policy of a channel.
    public func storagePolicy(of channelID: String, bundleID: String) async throws(CallFailure) -> StoragePolicy {
        let response = try await call("GET", "channels", bundleID, channelID: channelID)
        struct Answer: Decodable {
            var policy: Int
            enum CodingKeys: String, CodingKey { case policy = "message-storage-policy" }
        }
        guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(response.body)),
            let policy = StoragePolicy(rawValue: answer.policy)
        else { throw .notProcessed(APNsError(.connectionLost, detail: "the answer names no storage policy")) }
        return policy
    }

    /// Deletes a channel for good; pushes that APNs has stored may still arrive.
    public func delete(_ channelID: String, bundleID: String) async throws(CallFailure) {
        _ = try await call("DELETE", "channels", bundleID, channelID: channelID)
    }

    /// Lists the ids of all channels of an app.
    public func all(bundleID: String) async throws(CallFailure) -> [String] {
        let response = try await call("GET", "all-channels", bundleID, channelID: nil)
        struct Answer: Decodable { var channels: [String] }
        guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(response.body)) else {
            throw .notProcessed(APNsError(.connectionLost, detail: "the answer is no list of channels"))
        }
        return answer.channels
    }

    /// Ends the connection; calls under way are `ambiguous`.
    public func close() async {
        await withCheckedContinuation { done in
            lane.loop.execute { [lane] in
                lane.close()
                done.resume()
            }
        }
        ownThreads?.shutdown()
    }

    private func call(
        _ method: StaticString, _ resource: String, _ bundleID: String, channelID: String?, body: [UInt8] = []
    ) async throws(CallFailure) -> HTTP2Response {
        if let violation = Self.violation(bundleID: bundleID, channelID: channelID) { throw .rejected(violation) }
        var headers: [(name: StaticString, value: String)] = [
            ("apns-request-id", PushIdentity.next().uuidString.lowercased())
        ]
        if let channelID { headers.append(("apns-channel-id", channelID)) }
        if !body.isEmpty { headers.append(("content-type", "application/json")) }
        let call = APNsCall(
            method: method, path: "/1/apps/\(bundleID)/\(resource)", headers: headers, body: body)
        return try await lane.call(call, within: configuration.requestTimeout).get()
    }

    /// What APNs would say to a wrong app or channel, found before the wire.
    static func violation(bundleID: String, channelID: String?) -> Rejection? {
        guard !bundleID.isEmpty, bundleID.utf8.allSatisfy(isNameByte) else {
            return Rejection(
                status: 404, reason: .badPath, isLocal: true,
                detail: "The bundle id must be letters, digits, dots and hyphens, and stands for the app itself.")
        }
        if let foreign = PushRequest.unmistakableSuffixes.first(where: bundleID.hasSuffix) {
            return Rejection(
                status: 400, reason: .topicDisallowed, isLocal: true,
                detail: "Broadcasts go to the bundle id itself; this one ends in \(foreign).")
        }
        guard let channelID else { return nil }
        guard !channelID.isEmpty else {
            return Rejection(
                status: 400, reason: .missingChannelID, isLocal: true, detail: "The channel id is empty.")
        }
        guard channelID.utf8.count <= 1024, Data(base64Encoded: channelID) != nil else {
            return Rejection(
                status: 400, reason: .badChannelID, isLocal: true, detail: "The channel id is not base64.")
        }
        return nil
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
