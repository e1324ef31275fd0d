import EventLoop
import Foundation
import HTTP2

@testable import APNsSimulator

/// A sender with one real connection to a simulator, whose events can be awaited.
final class TestSender: HTTP2ClientOwner, @unchecked Sendable {
    // Unchecked: everything mutable is touched on the loop only.
    let loop: EventLoop
    private var connection: HTTP2ClientConnection?
    private var outcomes: [HTTP2Outcome?] = []
    private var goAway: String?
    private var end: HTTP2Error?
    private var isOpen = false
    private var waiters: [(isDone: (TestSender) -> Bool, resume: () -> Void)] = []

    init(to url: String, caFile: String) async throws {
        loop = try EventLoop(name: "test sender")
        let port = Int(url.split(separator: ":").last ?? "") ?? 0
        connection = HTTP2ClientConnection(
            loop: loop,
            configuration: HTTP2ClientConfiguration(
                host: "localhost", port: port, context: try .client(trust: .file(caFile))),
            owner: self)
        loop.execute { self.connection?.start() }
        await wait { $0.isOpen || $0.end != nil }
    }

    func close() {
        loop.execute { self.connection?.close() }
        loop.shutdown()
    }

    /// Submits all requests in one round of the loop; answers the index of the first.
    func submit(_ requests: [PushFields]) async -> Int {
        await withCheckedContinuation { done in
            loop.execute {
                let first = self.outcomes.count
                for request in requests { self.submit(request) }
                done.resume(returning: first)
            }
        }
    }

    private func submit(_ request: PushFields) {
        var block = HeaderBlock()
        block.add(":method", request.method)
        block.add(":scheme", "https")
        block.add(":authority", "localhost")
        block.add(":path", request.path)
        let fields: [(StaticString, String?)] = [
            ("authorization", request.authorization), ("apns-id", request.apnsID), ("apns-topic", request.topic),
            ("apns-push-type", request.pushType), ("apns-priority", request.priority),
            ("apns-expiration", request.expiration), ("apns-collapse-id", request.collapseID),
            ("apns-channel-id", request.channelID), ("apns-request-id", request.requestID),
        ]
        for (name, value) in fields { if let value { block.add(name, value) } }
        outcomes.append(nil)
        do {
            _ = try connection?.submit(block, body: request.body, tag: outcomes.count - 1)
        } catch {
            outcomes[outcomes.count - 1] = .refused(HTTP2Error(.closed, detail: "\(error)"))
        }
    }

    func send(_ request: PushFields) async -> HTTP2Outcome { await outcome(await submit([request])) }

    func outcome(_ index: Int) async -> HTTP2Outcome {
        await wait { $0.outcomes[index] != nil }
        return await read { $0.outcomes[index] ?? .refused(HTTP2Error(.closed, detail: "none")) }
    }

    /// Waits until exactly this many requests can be open at once.
    func waitForCapacity(_ count: Int) async { await wait { $0.connection?.capacity == count } }

    /// Waits for GOAWAY and answers its debug data.
    func waitForGoAway() async -> String {
        await wait { $0.goAway != nil }
        return await read { $0.goAway ?? "" }
    }

    func waitForEnd() async { await wait { $0.end != nil } }

    private func read<Result: Sendable>(_ body: @escaping @Sendable (TestSender) -> Result) async -> Result {
        await withCheckedContinuation { done in loop.execute { done.resume(returning: body(self)) } }
    }

    private func wait(until isDone: @escaping @Sendable (TestSender) -> Bool) async {
        await withCheckedContinuation { done in
            loop.execute {
                self.waiters.append((isDone, { done.resume() }))
                self.check()
            }
        }
    }

    private func check() {
        let ready = waiters.filter { $0.isDone(self) }
        waiters.removeAll { $0.isDone(self) }
        for waiter in ready { waiter.resume() }
    }

    func connectionOpened(_ connection: HTTP2ClientConnection) {
        isOpen = true
        check()
    }

    func connectionSettingsChanged(_ connection: HTTP2ClientConnection) { check() }

    func connectionWillFlush(_ connection: HTTP2ClientConnection) {}

    func connectionGoesAway(_ connection: HTTP2ClientConnection, code: HTTP2ErrorCode, debugData: [UInt8]) {
        goAway = String(decoding: debugData, as: UTF8.self)
        check()
    }

    func requestEnded(_ connection: HTTP2ClientConnection, tag: Int, outcome: HTTP2Outcome) {
        outcomes[tag] = outcome
        check()
    }

    func connectionEnded(_ connection: HTTP2ClientConnection, error: HTTP2Error) {
        end = error
        check()
    }
}

extension HTTP2Outcome {
    /// Status and reason such as `400 BadTopic`, or `refused`, or `ambiguous`.
    var summary: String {
        switch self {
        case .answered(let response):
            let body = try? JSONSerialization.jsonObject(with: Data(response.body)) as? [String: Any]
            return "\(response.status) \(body?["reason"] as? String ?? "")".trimmingCharacters(in: .whitespaces)
        case .refused: return "refused"
        case .ambiguous: return "ambiguous"
        }
    }

    var response: HTTP2Response? { if case .answered(let response) = self { response } else { nil } }
}
