package import Foundation
import PushModel
package import Timekeeping

/// Speaks the server's client API: one subscriber, one device, one publishable key.
package struct APIClient: Sendable {
    /// The server's base address.
    package let url: URL
    private let publishableKey: String
    let transport: HTTPTransport
    private let time: any TimeSource
    /// How requests are repeated.
    package var retry: RetryPolicy

    /// Creates a client.
    package init(
        url: URL, publishableKey: String, transport: HTTPTransport, time: any TimeSource, retry: RetryPolicy = .init()
    ) {
        self.url = url
        self.publishableKey = publishableKey
        self.transport = transport
        self.time = time
        self.retry = retry
    }

    /// Who speaks: goes out as headers.
    package struct Speaker: Sendable, Equatable {
        /// The subscriber.
        package var subscriber: SubscriberIdentity
        /// The device, unless it is about to be registered for the first time.
        package var deviceID: String?

        /// Creates a speaker.
        package init(subscriber: SubscriberIdentity, deviceID: String?) {
            self.subscriber = subscriber
            self.deviceID = deviceID
        }
    }

    /// Registers or refreshes this device.
    package func register(_ device: DeviceRegistration, as speaker: Speaker) async throws(APIFailure)
        -> RegisteredDevice
    {
        guard let body = try? JSONEncoder().encode(device) else { throw .rejected(status: 0, code: "not_encodable") }
        let answer = try await call("PUT", "v1/client/device", speaker, body: body)
        guard let id = answer["id"]?.string else { throw Self.foreignAnswer }
        return RegisteredDevice(id: id, tokenStatus: answer["token"]?["status"]?.string)
    }

    /// Tells the server that nobody uses this device any more.
    package func unregister(as speaker: Speaker) async throws(APIFailure) {
        _ = try await call("DELETE", "v1/client/device", speaker)
    }

    /// Hands over at most 100 events; the answer has a result for each.
    package func send(_ events: [JournalRecord], as speaker: Speaker) async throws(APIFailure) -> [EventResult] {
        let body: JSONValue = ["events": .array(events.map(\.message))]
        let answer = try await call("POST", "v1/client/events", speaker, body: Data(body.encoded()))
        guard let results = answer["results"]?.array else { throw Self.foreignAnswer }
        return results.compactMap(EventResult.init)
    }

    /// Reads a page of the subscriber's messages, oldest first.
    ///
    /// With a wait, the server keeps the request until there is something, for at most so many whole seconds.
    package func messages(
        after cursor: String?, limit: Int, wait: Duration? = nil, as speaker: Speaker
    ) async throws(APIFailure) -> MessagePage {
        var query = [URLQueryItem(name: "limit", value: String(limit))]
        if let cursor { query.append(URLQueryItem(name: "after", value: cursor)) }
        if let wait { query.append(URLQueryItem(name: "wait", value: String(wait.components.seconds))) }
        let answer = try await call("GET", "v1/client/messages", speaker, query: query)
        guard let items = answer["items"]?.array else { throw Self.foreignAnswer }
        return MessagePage(
            items: items.compactMap(\.object), hasMore: answer["hasMore"]?.bool ?? false,
            nextCursor: answer["nextCursor"]?.string)
    }

    /// A captive portal or a proxy answers 200 with something else; the server itself never does.
    static let foreignAnswer = APIFailure.unreachable("the answer is not one of the server")

    func call(
        _ method: String, _ path: String, _ speaker: Speaker, query: [URLQueryItem] = [], body: Data? = nil
    ) async throws(APIFailure) -> JSONValue {
        let request = self.request(method, path, speaker, query: query, body: body)
        var attempt = 1
        while true {
            do throws(APIFailure) {
                return try await perform(request)
            } catch {
                var retryAfter: Duration?
                if case .temporary(_, let hint) = error { retryAfter = hint }
                // Asking again within seconds leads to the same place.
                if case .redirected = error { throw error }
                guard error.isTemporary, let pause = retry.pause(afterAttempt: attempt, retryAfter: retryAfter) else {
                    throw error
                }
                attempt += 1
                guard (try? await time.sleep(for: pause)) != nil else { throw .unreachable("cancelled") }
            }
        }
    }

    private func perform(_ request: HTTPCall) async throws(APIFailure) -> JSONValue {
        let reply: HTTPReply
        do {
            reply = try await transport.send(request)
        } catch {
            throw .unreachable("\(type(of: error))")
        }
        if RetryPolicy.isTemporary(status: reply.status) {
            let seconds = reply.headers["retry-after"].flatMap { Int64($0.trimmingCharacters(in: .whitespaces)) }
            throw .temporary(status: reply.status, retryAfter: seconds.map { .seconds($0) })
        }
        guard !(300...399).contains(reply.status) else { throw .redirected(status: reply.status) }
        let answer = try? JSONValue(parsing: [UInt8](reply.body))
        guard (200...299).contains(reply.status) else {
            let code = answer?["error"]?["code"]?.string ?? "unknown"
            throw .rejected(status: reply.status, code: String(code.prefix(64)))
        }
        guard let data = answer?["data"] else { throw Self.foreignAnswer }
        return data
    }

    func request(
        _ method: String, _ path: String, _ speaker: Speaker, query: [URLQueryItem], body: Data?
    ) -> HTTPCall {
        var address = url.appendingPathComponent(path)
        if !query.isEmpty, var components = URLComponents(url: address, resolvingAgainstBaseURL: false) {
            components.queryItems = query
            address = components.url ?? address
        }
        var headers = [
            (name: "Authorization", value: "Bearer \(publishableKey)"),
            (name: "Tidings-Subscriber", value: Self.headerText(speaker.subscriber.id)),
        ]
        if let hash = speaker.subscriber.hash { headers.append(("Tidings-Identity", Self.headerText(hash))) }
        if let device = speaker.deviceID { headers.append(("Tidings-Device", device)) }
        if body != nil { headers.append(("Content-Type", "application/json")) }
        return HTTPCall(method: method, url: address, headers: headers, body: body, timeout: retry.timeout)
    }

    /// Keeps line breaks of a careless caller from becoming header fields.
    private static func headerText(_ text: String) -> String {
        String(text.filter { !$0.isNewline && $0 != "\0" })
    }
}
