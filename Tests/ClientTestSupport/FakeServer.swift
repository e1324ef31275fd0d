package import Foundation
import Locking
package import PushModel
package import TidingsCore
package import Timekeeping

/// The client routes of the server in memory: enough to hold the client to its side of the contract.
package final class FakeServer: Sendable {
    /// One request as it came.
    package struct Call: Sendable {
        package let method: String
        package let path: String
        package let subscriber: String
        package let identityHash: String?
        package let deviceID: String?
        package let body: JSONObject
        package let query: [String: String]
        package let lastEventID: String?
    }

    /// A registered device.
    package struct Device: Sendable {
        package let id: String
        package var subscriber: String
        package var registration: JSONObject
    }

    /// An accepted event.
    package struct Event: Sendable {
        package let subscriber: String
        package let name: String
        package let data: JSONObject
        package let timestamp: String
    }

    struct State {
        var isOffline = false
        var replies: [HTTPReply] = []
        var calls: [Call] = []
        var devices: [String: Device] = [:]
        /// The id of each install that was ever registered, and whom it was registered to.
        var installs: [String: String] = [:]
        var owners: [String: Set<String>] = [:]
        var events: [String: Event] = [:]
        var order: [String] = []
        var messages: [(subscriber: String, item: JSONObject)] = []
        var pageSize = 2
        var rejectedEvents: Set<String> = []
        var deadTokens: Set<String> = []
        var downloads: [String: (data: Data, type: String)] = [:]
        var hangsDownloads = false
        var ignoresCancellation = false
        var hangingDownloads: Set<String> = []
        var stuck: [CheckedContinuation<Void, Never>] = []
        var waiters: [CheckedContinuation<Void, Never>] = []
        var profile = Profile()
        var phoneCalls: [String: PhoneCall] = [:]
        var listeners: [AsyncThrowingStream<Data, any Error>.Continuation] = []
    }

    let state = Locked(State())
    private let time: any TimeSource

    package init(time: any TimeSource) { self.time = time }

    // MARK: What a test sets

    /// Cuts the network.
    package var isOffline: Bool {
        get { state.withLock { $0.isOffline } }
        set { state.withLock { $0.isOffline = newValue } }
    }

    /// Answers the next requests with these statuses instead of doing anything.
    package func answerNext(_ statuses: [Int], retryAfter: Int? = nil) {
        let headers = retryAfter.map { ["Retry-After": String($0)] } ?? [:]
        state.withLock { $0.replies += statuses.map { HTTPReply(status: $0, headers: headers) } }
    }

    /// Refuses events with this name, each by itself.
    package func reject(event name: String) { state.withLock { _ = $0.rejectedEvents.insert(name) } }

    /// Calls a token dead whenever it is registered, as after a 410.
    package func callDead(_ token: String) { state.withLock { _ = $0.deadTokens.insert(token) } }

    /// Puts a message into the history of a subscriber.
    package func addMessage(_ item: JSONObject, for subscriber: String) {
        state.withLock { $0.messages.append((subscriber, item)) }
    }

    /// Answers so many messages of the history at once; two by themselves.
    package var pageSize: Int {
        get { state.withLock { $0.pageSize } }
        set { state.withLock { $0.pageSize = newValue } }
    }

    /// Offers a file.
    package func offer(_ data: Data, type: String, at url: String) {
        state.withLock { $0.downloads[url] = (data, type) }
    }

    /// Lets downloads begin and never end; some networks do not even notice that nobody waits any more.
    package func hangDownloads(ignoringCancellation: Bool = false) {
        state.withLock { state in
            state.hangsDownloads = true
            state.ignoresCancellation = ignoringCancellation
        }
    }

    /// Lets the download of one file begin and never end.
    package func hangDownloads(of url: String) { state.withLock { _ = $0.hangingDownloads.insert(url) } }

    /// Lets go of downloads that ignored their cancellation.
    package func releaseDownloads() {
        let stuck = state.withLock { state in
            defer { state.stuck = [] }
            return state.stuck
        }
        for continuation in stuck { continuation.resume() }
    }

    // MARK: What a test looks at

    package var calls: [Call] { state.withLock { $0.calls } }
    package var devices: [Device] { state.withLock { Array($0.devices.values) } }
    package var events: [Event] { state.withLock { state in state.order.compactMap { state.events[$0] } } }

    /// The accepted events with a name, in order.
    package func events(_ name: String) -> [Event] { events.filter { $0.name == name } }

    /// The accepted receipts for a message, such as `["delivered", "opened"]`.
    package func receipts(of message: String) -> [String] {
        events.filter { $0.name.hasPrefix("$notification.") && $0.data["messageId"]?.string == message }
            .map { String($0.name.dropFirst("$notification.".count)) }
    }

    /// Waits until requests have made something true.
    ///
    /// - Throws: `WaitedInVain` after ten seconds of real time.
    package func wait(until condition: @escaping @Sendable (FakeServer) -> Bool) async throws {
        let isTrue: Void? = await TimeLimit.run(.seconds(10), time: SystemTime()) { [self] in
            while !Task.isCancelled {
                // Counted before the look, so that what arrives between the two is looked at as well.
                let seen = calls.count
                if condition(self) { break }
                await nextCall(after: seen)
            }
        }
        if isTrue == nil { throw WaitedInVain(newest: calls.suffix(6).map { "\($0.method) \($0.path)" }) }
    }

    /// What was waited for did not happen.
    package struct WaitedInVain: Error {
        package let newest: [String]
    }

    private func nextCall(after seen: Int) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let hasChanged = state.withLock { state in
                    if state.calls.count != seen || Task.isCancelled { return true }
                    state.waiters.append(continuation)
                    return false
                }
                if hasChanged { continuation.resume() }
            }
        } onCancel: {
            wakeWaiters()
        }
    }

    private func wakeWaiters() {
        let waiters = state.withLock { state in
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    // MARK: The client's side

    /// The way to this server.
    package var transport: HTTPTransport {
        HTTPTransport(
            send: { [self] in try answer($0) },
            download: { [self] url, folder, rule, timeout in
                try await download(url, folder, rule, timeout)
            }, stream: { [self] in try listen($0) })
    }

    private func download(_ url: URL, _ folder: URL, _ rule: MediaRule, _ timeout: Duration)
        async throws -> DownloadedFile
    {
        let (offered, hangs) = state.withLock {
            (
                $0.isOffline ? nil : $0.downloads[url.absoluteString],
                $0.hangsDownloads || $0.hangingDownloads.contains(url.absoluteString)
            )
        }
        if hangs, state.withLock({ $0.ignoresCancellation }) {
            await withCheckedContinuation { continuation in state.withLock { $0.stuck.append(continuation) } }
            throw URLError(.timedOut)
        }
        if hangs {
            try await time.sleep(for: .seconds(3_600))
            throw URLError(.timedOut)
        }
        guard let offered else { throw URLError(.fileDoesNotExist) }
        var intake = MediaIntake(rule)
        try intake.take(offered.data)
        let kind = try intake.finish()
        let file = folder.appendingPathComponent(UUID().uuidString)
        try offered.data.write(to: file)
        return DownloadedFile(file: file, kind: kind)
    }

    func answer(_ request: HTTPCall) throws -> HTTPReply {
        defer { wakeWaiters() }
        return try state.withLock { state in
            guard !state.isOffline else { throw URLError(.notConnectedToInternet) }
            let call = Self.call(request, aliases: state.profile.aliases)
            state.calls.append(call)
            if !state.replies.isEmpty { return state.replies.removeFirst() }
            switch (call.method, call.path) {
            case ("PUT", "/v1/client/device"): return state.register(call)
            case ("DELETE", "/v1/client/device"): return state.unregister(call)
            case ("POST", "/v1/client/events"): return state.take(call)
            case ("GET", "/v1/client/messages"): return state.list(call)
            case ("POST", "/v1/client/identify"): return state.identify(call)
            case ("PATCH", "/v1/client/subscriber"): return state.mergeAttributes(call)
            case ("GET", "/v1/client/preferences"): return state.listTopics(call)
            case ("PUT", let path) where path.hasPrefix("/v1/client/preferences/"): return state.choose(call)
            case (_, let path)
            where path.hasPrefix("/v1/client/calls") || path.hasPrefix("/v1/client/device/tokens/"):
                return state.takeCall(call)
            default: return HTTPReply(status: 404)
            }
        }
    }

    private static func call(_ request: HTTPCall, aliases: [String: String]) -> Call {
        func header(_ name: String) -> String? { request.headers.first { $0.name == name }?.value }
        let items = URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems ?? []
        let subscriber = header("Tidings-Subscriber") ?? ""
        return Call(
            method: request.method, path: request.url.path, subscriber: aliases[subscriber] ?? subscriber,
            identityHash: header("Tidings-Identity"), deviceID: header("Tidings-Device"),
            body: request.body.flatMap { try? JSONValue(parsing: [UInt8]($0)).object } ?? JSONObject(),
            query: Dictionary(items.map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { $1 }),
            lastEventID: header("Last-Event-ID"))
    }
}

extension FakeServer.State {
    static func reply(_ status: Int, _ data: JSONValue) -> HTTPReply {
        let body: JSONValue = ["success": true, "data": data, "error": nil]
        return HTTPReply(status: status, body: Data(body.encoded()))
    }

    static func failure(_ status: Int, _ code: String) -> HTTPReply {
        let body: JSONValue = ["success": false, "data": nil, "error": ["code": .string(code), "message": ""]]
        return HTTPReply(status: status, body: Data(body.encoded()))
    }

    /// Whether the caller's device belongs to the caller.
    func owns(_ call: FakeServer.Call) -> Bool {
        call.deviceID.flatMap { devices[$0] }?.subscriber == call.subscriber
    }

    /// Whether the caller's device belongs to the caller, or did once.
    func owned(_ call: FakeServer.Call) -> Bool {
        (call.deviceID.flatMap { owners[$0] } ?? []).contains { profile.aliases[$0] ?? $0 == call.subscriber }
    }

    fileprivate mutating func register(_ call: FakeServer.Call) -> HTTPReply {
        let install = call.body["installId"]?.string ?? ""
        let known = installs[install]
        let id = known ?? "dev_\(installs.count + 1)"
        installs[install] = id
        owners[id, default: []].insert(call.subscriber)
        devices[id] = FakeServer.Device(id: id, subscriber: call.subscriber, registration: call.body)
        let token = call.body["token"]?.string
        let status = token.map { deadTokens.contains($0) ? "invalid" : "active" } ?? "none"
        return Self.reply(
            known == nil ? 201 : 200,
            [
                "id": .string(id), "subscriber": ["id": "sub_1", "externalId": .string(call.subscriber)],
                "token": ["status": .string(status)],
            ])
    }

    fileprivate mutating func unregister(_ call: FakeServer.Call) -> HTTPReply {
        guard owns(call), let id = call.deviceID else { return Self.failure(404, "not_found") }
        devices[id] = nil
        return Self.reply(200, [:])
    }

    fileprivate mutating func take(_ call: FakeServer.Call) -> HTTPReply {
        guard owned(call) else { return Self.failure(404, "not_found") }
        let results = (call.body["events"]?.array ?? []).map { event -> JSONValue in
            let (id, name) = (event["id"]?.string ?? "", event["name"]?.string ?? "")
            if rejectedEvents.contains(name) { return ["id": .string(id), "status": "rejected"] }
            guard events[id] == nil else { return ["id": .string(id), "status": "duplicate"] }
            events[id] = FakeServer.Event(
                subscriber: call.subscriber, name: name, data: event["data"]?.object ?? JSONObject(),
                timestamp: event["timestamp"]?.string ?? "")
            order.append(id)
            return ["id": .string(id), "status": "accepted"]
        }
        return Self.reply(202, ["results": .array(results)])
    }

    fileprivate func list(_ call: FakeServer.Call) -> HTTPReply {
        guard owns(call) else { return Self.failure(404, "not_found") }
        let own = messages.filter { $0.subscriber == call.subscriber }.map(\.item)
        let start = call.query["after"].flatMap { Int($0) } ?? 0
        let page = Array(own.dropFirst(start).prefix(pageSize))
        let end = start + page.count
        return Self.reply(
            200,
            [
                "items": .array(page.map { .object($0) }), "hasMore": .bool(end < own.count),
                "nextCursor": .string(String(end)),
            ])
    }
}
