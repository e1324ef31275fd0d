import Foundation
public import PushModel

/// A message out of the server's history of the current subscriber.
public struct HistoryMessage: Codable, Sendable, Equatable, Identifiable {
    /// The message's id.
    public let id: String
    /// When it was sent, as the server writes it: RFC 3339.
    public let createdAt: String
    /// The conversation that it belongs to.
    public let conversation: String?
    /// The first line.
    public let title: String?
    /// The second line.
    public let subtitle: String?
    /// The text; nil also if this device cannot decrypt it.
    public let body: String?
    /// What opening it opens.
    public let deepLink: String?
    /// Whether the content could be read: false for one that was sealed for another key.
    public let isReadable: Bool
    private let storedData: StoredJSON

    /// The sender's own members.
    public var data: JSONObject { storedData.object }

    /// Takes an item of a page, decrypting it if it is sealed; nil without an id.
    package init?(item: JSONObject, keys ring: KeyRing?) {
        guard let id = item["id"]?.string, !id.isEmpty else { return nil }
        self.id = id
        createdAt = item["createdAt"]?.string ?? ""
        if let sealed = item["enc"]?.string {
            let keys = ring?.keys(id: item["kid"]?.string)
            let content = keys.flatMap { SealedText.open(sealed, with: $0) }
                .flatMap { try? SealedContent(decrypted: $0) }
                .flatMap { $0.id == id ? $0 : nil }
            conversation = content?.conversation ?? item["conversation"]?.string
            title = content?.banner.title
            subtitle = content?.banner.subtitle
            body = content?.banner.body
            deepLink = content?.deepLink
            isReadable = content != nil
            storedData = StoredJSON(content?.dataObject ?? JSONObject())
        } else {
            conversation = item["conversation"]?.string
            title = item["title"]?.string
            subtitle = item["subtitle"]?.string
            body = item["body"]?.string
            deepLink = item["deepLink"]?.string
            isReadable = true
            storedData = StoredJSON(item["data"]?.object ?? JSONObject())
        }
    }
}
