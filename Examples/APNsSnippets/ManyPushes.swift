import APNs
import Foundation

// snippet: many-stream
func sendAll(_ tokens: AsyncStream<[String]>, _ content: PushContent, by client: APNsClient) async throws {
    let batches = tokens.map { tokens in
        tokens.map { PushRequest(content, to: $0, bundleID: "com.example.cafe") }
    }
    try await client.send(batches, atMost: 4000) { batch, results in
        for (push, result) in zip(batch, results) {
            if case .rejected(let rejection) = result, rejection.reason == .unregistered {
                await forget(push.deviceToken, unlessRegisteredAfter: rejection.timestamp)
            }
        }
    }
}
// end

private func forget(_ token: String, unlessRegisteredAfter date: Date?) async {}

// snippet: many-what-next
enum WhatNext {
    case done
    case drop
    case sendAgain(after: Duration)
    case mend(String)
}

func whatNext(_ result: PushResult) -> WhatNext {
    switch result {
    case .accepted: .done
    case .notProcessed, .ambiguous: .sendAgain(after: .seconds(5))
    case .rejected(let rejection) where rejection.status == 410: .drop
    case .rejected(let rejection) where rejection.status >= 500: .sendAgain(after: .seconds(900))
    case .rejected(let rejection) where rejection.reason == .tooManyRequests: .sendAgain(after: .seconds(60))
    case .rejected(let rejection): .mend(rejection.description)
    }
}
// end

// snippet: many-watch
func configuration(log: @escaping @Sendable (String) -> Void) -> APNsConfiguration {
    var configuration = APNsConfiguration.production
    configuration.connectionCount = 4
    configuration.onEvent = { event in
        switch event {
        case .connectFailed(let error, let delay): log("APNs is not there, again in \(delay): \(error)")
        case .goAway(let reason): log("APNs asked us to connect anew: \(reason?.rawValue ?? "no reason given")")
        case .connected, .disconnected, .streamLimit: break
        }
    }
    return configuration
}

func report(_ client: APNsClient) async -> String {
    let totals = await client.statistics().totals
    let p99 = totals.latencies.quantile(0.99).map { "\($0)" } ?? "unknown"
    return "\(totals.accepted) accepted, \(totals.waiting) waiting, p99 \(p99)"
}
// end

// snippet: many-stop
func stop(_ client: APNsClient) async {
    await client.drain(within: .seconds(20))
    await client.close()
}
// end
