import TidingsCore
import Timekeeping

extension PushClient {
    /// How long a choice may take to reach the server before the app is answered without it.
    static let topicsLimit = Duration.seconds(10)

    /// All topics, from the server if it can be reached.
    func topics() async throws -> [TopicPreference] {
        let install = try await upToDateInstall()
        do throws(APIFailure) {
            return try await install.readTopics()
        } catch {
            if let known = await install.knownTopics() { return known }
            throw TidingsError(.network, detail: "the topics could not be read (\(error.summary))")
        }
    }

    /// All topics after a choice for one of them, which was said before.
    func topics(after topic: String) async throws -> [TopicPreference] {
        let install = try await upToDateInstall()
        if let refusal = await install.refusal(of: topic) {
            throw TidingsError(.rejected, detail: "topic \(topic): \(refusal)")
        }
        return await install.knownTopics() ?? []
    }

    /// The install after a pass over to the server, or after the time for it.
    private func upToDateInstall() async throws -> Install {
        await earlierCommands()
        guard let parts = await openParts() else {
            throw TidingsError(.storage, detail: "the client's container or Keychain is not available")
        }
        // The pass goes on when the time is over: what it does not reach now it reaches then.
        let time = parts.environment.time
        await TimeLimit.wait(until: time.uptime + Self.topicsLimit, time: time) { await self.synchroniseNow() }
        return parts.install
    }
}
