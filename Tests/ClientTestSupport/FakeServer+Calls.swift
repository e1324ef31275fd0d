package import Foundation
import Locking
package import PushModel
import TidingsCore

/// The routes of calls.
extension FakeServer {
    /// A call as this server sees it.
    package struct PhoneCall: Sendable {
        package var notice: CallNotice
        package var subscriber: String
        package var acceptedBy: String?
        package var isOver = false
    }

    /// Lets a call ring for somebody; nothing goes out.
    @discardableResult
    package func ring(
        _ id: UUID, for subscriber: String = "ada", seconds: Int = 45, group: CallNotice.Group? = nil, now: Date
    ) -> CallNotice {
        var notice = CallNotice(
            id: id.uuidString.lowercased(), event: .ring,
            caller: CallNotice.Caller(id: "bob", name: "Bob", handle: "bob@example.com"), hasVideo: true)
        notice.sent = Int(now.timeIntervalSince1970 * 1_000)
        notice.ringSeconds = seconds
        notice.group = group
        let call = PhoneCall(notice: notice, subscriber: subscriber)
        state.withLock { $0.phoneCalls[notice.id] = call }
        return notice
    }

    /// Lets something happen to a call, by another device or the caller; what is to be told of it.
    @discardableResult
    package func happen(_ event: CallNotice.Event, _ id: UUID, by deviceID: String? = nil) -> CallNotice {
        state.withLock { state in
            var call =
                state.phoneCalls[id.uuidString.lowercased()]
                ?? PhoneCall(notice: CallNotice(id: id.uuidString.lowercased(), event: event), subscriber: "ada")
            call.notice.event = event
            call.notice.deviceID = deviceID
            if event == .accepted { call.acceptedBy = deviceID ?? "web" }
            call.isOver = event != .ring && event != .accepted
            state.phoneCalls[call.notice.id] = call
            return call.notice
        }
    }

    /// Tells everybody who listens what happened to a call.
    package func tellLive(_ notice: CallNotice, id: String) {
        let text = "id: \(id)\nevent: call\ndata: \(JSONValue.object(notice.json))\n\n"
        for listener in state.withLock({ $0.listeners }) { listener.yield(Data(text.utf8)) }
    }

    /// Breaks the live connections off.
    package func dropListeners() {
        let listeners = state.withLock { state in
            defer { state.listeners = [] }
            return state.listeners
        }
        for listener in listeners { listener.finish() }
    }

    /// Takes somebody who listens to what happens to calls.
    func listen(_ request: HTTPCall) throws -> AsyncThrowingStream<Data, any Error> {
        let (stream, continuation) = AsyncThrowingStream<Data, any Error>.makeStream()
        let isOffline = state.withLock { state in
            if !state.isOffline { state.listeners.append(continuation) }
            return state.isOffline
        }
        if isOffline { throw URLError(.notConnectedToInternet) }
        _ = try? answer(request)
        continuation.yield(Data(": hello\n\n".utf8))
        return stream
    }

    /// What devices said about a call, in order.
    package func words(about id: UUID) -> [String] {
        let prefix = "/v1/client/calls/\(id.uuidString.lowercased())/"
        return calls.filter { $0.path.hasPrefix(prefix) }.map { String($0.path.dropFirst(prefix.count)) }
    }
}

extension FakeServer.State {
    mutating func takeCall(_ call: FakeServer.Call) -> HTTPReply {
        guard owns(call) else { return Self.failure(404, "not_found") }
        let parts = call.path.split(separator: "/").map(String.init)
        if call.method == "DELETE" { return removeTokens(call, kind: parts.last ?? "") }
        guard parts.count == 5 else { return listCalls(call) }
        guard var known = phoneCalls[parts[3]], known.subscriber == call.subscriber else {
            return Self.failure(404, "not_found")
        }
        if known.isOver, parts[4] != "end" { return Self.failure(410, "call_ended") }
        if let device = known.acceptedBy, device != call.deviceID, parts[4] != "end" {
            return Self.failure(409, "call_already_accepted")
        }
        switch parts[4] {
        case "accept": (known.acceptedBy, known.notice.event) = (call.deviceID, .accepted)
        case "decline": (known.isOver, known.notice.event) = (true, .declined)
        case "end": (known.isOver, known.notice.event) = (true, .ended)
        default: break
        }
        known.notice.deviceID = parts[4] == "ringing" ? nil : call.deviceID
        phoneCalls[parts[3]] = known
        return Self.reply(200, .object(known.notice.json))
    }

    private func listCalls(_ call: FakeServer.Call) -> HTTPReply {
        let own = phoneCalls.values.filter { $0.subscriber == call.subscriber }
        let wanted = own.filter {
            call.query["missed"] == "true" ? $0.notice.event == .missed : $0.notice.event == .ring
        }
        return Self.reply(
            200, ["items": .array(wanted.map { .object($0.notice.json) }), "hasMore": false, "nextCursor": nil])
    }

    private mutating func removeTokens(_ call: FakeServer.Call, kind: String) -> HTTPReply {
        let key = kind == "voip" ? "voipToken" : "token"
        let ids = call.query["all"] == "true" ? Array(devices.keys) : [call.deviceID ?? ""]
        var removed = 0
        for id in ids where devices[id]?.registration[key]?.string != nil {
            devices[id]?.registration[key] = nil
            removed += 1
        }
        return Self.reply(200, ["removed": .int(removed)])
    }
}
