import APNs
import Foundation
import PushModel

/// One run of `tidings send` straight to APNs.
struct DirectSend {
    let invocation: Invocation
    private var output: Output { invocation.output }

    init(_ invocation: Invocation) { self.invocation = invocation }

    func run() async throws -> ExitCode {
        let tokens = invocation.values("token")
        let channel = invocation.value("channel")
        guard tokens.isEmpty != (channel == nil) else {
            throw CommandError(
                .missingOption, "Say to whom: --token TOKEN, once for each device, or --channel ID for a broadcast.")
        }
        guard let topic = invocation.value("topic") else {
            throw CommandError(.missingOption, "send --apns-key needs --topic, the app's bundle id.")
        }
        let (configuration, credential) = (
            try DirectOptions.configuration(invocation), try DirectOptions.credential(invocation)
        )
        let client: APNsClient
        do throws(APNsError) {
            client = try APNsClient(configuration: configuration, credential: credential)
        } catch {
            throw CommandError(.unusableSetting, error.description)
        }
        let answers: [APNsAnswer]
        do {
            if let channel {
                answers = try await broadcast(client, topic, channel)
            } else {
                answers = try await push(client, topic, tokens)
            }
        } catch {
            await client.close()
            throw error
        }
        await client.close()
        for answer in answers { try output.result(answer, text: answer.text(output)) }
        return answers.map(\.exit).max { $0.rawValue < $1.rawValue } ?? .done
    }

    private func push(_ client: APNsClient, _ topic: String, _ tokens: [String]) async throws -> [APNsAnswer] {
        let content = try await DirectContent(invocation).content()
        let requests = tokens.map {
            PushRequest(content, to: $0, bundleID: topic, collapseID: invocation.value("collapse-id"))
        }
        let results = await client.send(requests)
        return zip(requests, results).map { request, result in
            let token = (try? DeviceToken(request.deviceToken))?.description ?? "…"
            return APNsAnswer(result, target: token, id: request.id)
        }
    }

    private func broadcast(_ client: APNsClient, _ topic: String, _ channel: String) async throws -> [APNsAnswer] {
        let request = try await DirectContent(invocation).broadcast(bundleID: topic, channelID: channel)
        let result: PushResult
        do throws(CallFailure) {
            result = .accepted(apnsID: try await client.broadcast(request), uniqueID: nil)
        } catch {
            result =
                switch error {
                case .rejected(let rejection): .rejected(rejection)
                case .notProcessed(let fault): .notProcessed(fault)
                case .ambiguous(let fault): .ambiguous(fault)
                }
        }
        return [APNsAnswer(result, target: "channel", id: request.id)]
    }
}
