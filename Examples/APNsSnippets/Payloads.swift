import APNs
import Foundation
import PushModel

// snippet: payload-alert
func orderIsReady(_ order: Int, for tokens: [String]) -> [PushRequest] {
    let content = PushContent.alert(
        title: "Your order is ready", body: "Counter 4, number \(order)", badge: 1,
        data: ["order": .number(JSONNumber(order))])
    return tokens.map { PushRequest(content, to: $0, bundleID: "com.example.cafe", collapseID: "order-\(order)") }
}
// end

// snippet: payload-background
func refresh(_ token: String) -> PushRequest {
    var content = PushContent.background(data: ["reason": "menu changed"])
    content.expiration = .once
    return PushRequest(content, to: token, bundleID: "com.example.cafe")
}
// end

// snippet: payload-activity
struct DeliveryState: Encodable {
    var stopsAhead: Int
    var arrival: Date
}

func courierMoved(_ state: DeliveryState, at now: Date, activityToken: String) throws -> PushRequest {
    var push = try LiveActivityPush.update(state: state, timestamp: now)
    push.staleDate = now.addingTimeInterval(600)
    push.priority = .conservePower
    return PushRequest(push.content, to: activityToken, bundleID: "com.example.cafe")
}
// end

// snippet: payload-raw
func raw(_ json: String, to token: String) -> PushRequest {
    PushRequest(.raw(Array(json.utf8), type: .alert), to: token, bundleID: "com.example.cafe")
}
// end
