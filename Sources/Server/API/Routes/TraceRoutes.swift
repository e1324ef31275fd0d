internal import Delivery
internal import Foundation
internal import PushModel
internal import Storage

/// What became of a delivery in every detail, and what a device was sent lately.
struct TraceRoutes {
    static let deviceList = "device-deliveries"

    static func endpoints(_ host: @escaping @Sendable (PushEnvironment) -> String) -> [Endpoint] {
        [
            .management("GET", "/v1/deliveries/{id}/trace", scope: "messages:read") { context in
                try context.refuseQuery()
                guard let story = try await context.storage.story(delivery: try context.id(.delivery)) else {
                    throw APIError.nothingHere
                }
                let matches = try await AudienceMatch.now(story, context.storage, context.now)
                return Reply(DeliveryTrace(story: story, host: host, matches: matches).json)
            },
            .management("GET", "/v1/devices/{id}/deliveries", scope: "messages:read") { context in
                let id = try context.id(.device)
                let query = try ListQuery(context.request, list: deviceList)
                let page = try await context.storage.deliveries(
                    device: id, before: query.position, limit: query.limit)
                guard let page else { throw APIError.nothingHere }
                return Reply(page, list: deviceList) { $0.json(withReceipts: false) }
            },
        ]
    }
}
