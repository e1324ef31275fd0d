import Delivery
import Foundation
import PushModel

extension CallStep.OddPush {
    /// The payload, for a phone and the newest call.
    func payload(for phone: Int, call: String, now: Date) -> String {
        var envelope = Envelope(id: "msg_odd", to: DevicePayload.tag(of: CallPlan.owners[phone]))
        var notice = CallNotice(
            id: UUID().uuidString.lowercased(), event: .ring,
            caller: CallNotice.Caller(id: "mallory", name: "Mallory"), hasVideo: false)
        notice.sent = Int(now.timeIntervalSince1970 * 1_000)
        notice.ringSeconds = 20
        switch self {
        case .empty: return "{}"
        case .foreign: return #"{"aps":{},"call":{"id":"7","from":"Mallory"}}"#
        case .notACall: break
        case .laterVersion:
            return
                #"{"aps":{},"tidings":{"v":9,"id":"m","kid":"k","enc":"AAAA","call":{"id":"\#(call)","event":"ring"}}}"#
        case .undecryptable:
            envelope.call = notice.outside
            envelope.to = nil
            envelope.keyID = "k"
            envelope.sealed = String(repeating: "A", count: 400)
        case .forSomebodyElse:
            envelope.to = DevicePayload.tag(of: "somebody")
            envelope.call = notice
        case .stale:
            notice.sent = Int(now.timeIntervalSince1970 * 1_000) - 3_600_000
            envelope.call = notice
        case .unknownCall: envelope.call = notice
        case .notARing: envelope.call = CallNotice(id: call, event: .cancelled)
        }
        let root: JSONObject = ["aps": [:], "tidings": .object(envelope.json)]
        return String(decoding: JSONValue.object(root).encoded(), as: UTF8.self)
    }
}
