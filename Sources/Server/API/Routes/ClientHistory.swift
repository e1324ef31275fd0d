internal import Delivery
internal import Foundation
internal import PushModel
internal import Storage
internal import Timekeeping

/// The messages of the own subscriber, oldest first, as this device may read them.
struct ClientHistory {
    static let list = "inbox"

    /// The longest that a request may wait for messages, in seconds; shorter than connections are kept without bytes.
    static let waitLimit = 20
    /// How often a waiting request looks.
    private static let lookEvery = Duration.seconds(1)

    @Sendable
    static func read(_ context: ClientContext) async throws -> Reply {
        let device = try await context.device()
        let query = try ListQuery(
            context.base.request, list: list, cursor: "after", filters: ["conversation", "wait"])
        var looksLeft = try wait(query.filters["wait"])
        while true {
            let page = try await page(context, device, query)
            guard page.isEmpty, looksLeft > 0 else { return page.reply }
            looksLeft -= 1
            try await context.base.time.sleep(for: lookEvery)
        }
    }

    private static func wait(_ text: String?) throws -> Int {
        guard let text else { return 0 }
        guard let seconds = Int(text), (0...waitLimit).contains(seconds) else {
            throw ValidationError([
                FieldError(.outOfRange, at: "wait", "The seconds to wait are a number from 0 to \(waitLimit).")
            ])
        }
        return seconds
    }

    private static func page(
        _ context: ClientContext, _ device: Device, _ query: ListQuery
    ) async throws -> (reply: Reply, isEmpty: Bool) {
        let conversation = query.filters["conversation"]
        let recipient = try await context.recipient(device)
        var writer = ContentWriter()
        var items: [JSONValue] = []
        var position = query.position ?? 0
        var hasMore = true
        // Pages are filled up to the limit, or as far as a bounded number of rows of other conversations allows.
        for _ in 0..<20 where hasMore && items.count < query.limit {
            let page = try await context.storage.inbox(
                subscriber: device.subscriberRow, device: device.row, after: position, limit: query.limit)
            hasMore = page.next != nil
            for entry in page.items {
                if items.count == query.limit {
                    hasMore = true
                    break
                }
                position = entry.position
                guard let template = try? MessageRequest(parsing: entry.body).template,
                    conversation == nil || template.content.conversation == conversation
                else { continue }
                let content = writer.content(of: template, for: recipient)
                items.append(.object(item(entry, content, device)))
            }
            if conversation == nil { break }
        }
        let reply = Reply([
            "items": .array(items),
            "hasMore": .bool(hasMore),
            "nextCursor": position > 0 ? .string(Cursor.text(position, in: list)) : .null,
        ])
        return (reply, items.isEmpty && !hasMore)
    }

    private static func item(_ entry: InboxEntry, _ content: MessageContent, _ device: Device) -> JSONObject {
        var item: JSONObject = [
            "id": .string(entry.messageID.description),
            "createdAt": .string(Timestamp.format(entry.createdAt)),
        ]
        if content.local != nil || content.cancelLocal != nil { item["push"] = push(entry, content, device) }
        if entry.isSealedByCaller {
            item["kid"] = entry.ciphertext.map { .string($0.keyID) }
            item["enc"] = entry.ciphertext.map { .string($0.body) }
            return item
        }
        if content.encrypt == .device {
            let envelope = Envelope(
                id: entry.messageID.description, to: DevicePayload.tag(of: device.externalID))
            // Without a key the device learns only that there is a message.
            if let key = device.encryption,
                let sealed = try? DevicePayload.sealedContent(
                    content, envelope: envelope, key: key, bodyByteLimit: .max)
            {
                item["kid"] = .string(key.keyID)
                item["enc"] = .string(sealed)
            }
            return item
        }
        item["conversation"] = content.conversation.map { .string($0) }
        item["title"] = content.title.map { .string($0) }
        item["subtitle"] = content.subtitle.map { .string($0) }
        item["body"] = content.body.map { .string($0) }
        item["data"] = content.data.flatMap { try? JSONValue(parsing: $0) }
        item["deepLink"] = content.deepLink.map { .string($0) }
        item["action"] = content.action.map { .object($0.json) }
        item["image"] = content.imageURL.map { .string($0) }
        item["actions"] = content.actions.map { .array($0.map { .object($0.json) }) }
        item["category"] = content.effectiveCategory.map { .string($0) }
        item["threadId"] = content.threadID.map { .string($0) }
        return item
    }
}

extension ClientHistory {
    /// The push that brings or ends a plan, as it went out: the system may have dropped it, and the app then takes it
    /// from here.
    private static func push(_ entry: InboxEntry, _ content: MessageContent, _ device: Device) -> JSONValue? {
        let envelope = Envelope(
            id: entry.messageID.description, to: DevicePayload.tag(of: device.externalID),
            expires: Int(entry.expiresAt.timeIntervalSince1970))
        let payload = try? DevicePayload(
            content, envelope: envelope, key: device.encryption,
            showsSealed: device.description.hasServiceExtension)
        return payload.flatMap { try? JSONValue(parsing: $0.bytes) }
    }
}

extension ClientContext {
    /// What messages are written with for the person on a device.
    fileprivate func recipient(_ device: Device) async throws -> RecipientTraits {
        let subscriber = try await storage.subscriber(externalID: device.externalID)
        return RecipientTraits(
            externalID: device.externalID, attributes: subscriber?.attributes ?? "{}",
            locale: device.description.locale ?? subscriber?.locale,
            timeZone: subscriber?.timeZone ?? device.description.timeZone)
    }
}
