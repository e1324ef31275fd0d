/// A picture, sound or film that the service extension fetches and attaches.
public struct Attachment: Sendable, Hashable {
    /// The part of a picture that is shown as the thumbnail, in shares of its width and height from 0 to 1.
    public struct Clipping: Sendable, Hashable {
        /// Left edge.
        public var x: Double
        /// Upper edge.
        public var y: Double
        /// Width.
        public var width: Double
        /// Height.
        public var height: Double

        /// Makes a clipping.
        public init(x: Double, y: Double, width: Double, height: Double) {
            self.x = x
            self.y = y
            self.width = width
            self.height = height
        }
    }

    /// Names it among the attachments of its notification.
    public var id: String?
    /// Where it is; `https` only.
    public var url: String
    /// Whether it is left out of the small form of the notification.
    public var isThumbnailHidden: Bool
    /// What of the picture is the thumbnail; all of it if nil.
    public var thumbnailClipping: Clipping?
    /// Which moment of a film is the thumbnail, in seconds; of an animated picture, which frame.
    public var thumbnailTime: Double?

    /// Makes an attachment.
    public init(url: String, id: String? = nil, isThumbnailHidden: Bool = false) {
        self.url = url
        self.id = id
        self.isThumbnailHidden = isThumbnailHidden
    }

    /// The most attachments of a message.
    public static let countLimit = 4

    init?(_ reader: inout FieldReader) {
        let id = reader.string("id", length: 1...100)
        let url = MessageContent.url("url", &reader, schemes: ["https"], isRequired: true)
        let isThumbnailHidden = reader.bool("hideThumbnail") ?? false
        guard let url else { return nil }
        self.init(url: url, id: id, isThumbnailHidden: isThumbnailHidden)
    }

    /// Takes what can be taken of a received attachment of ours; nil without a URL.
    init?(received value: JSONValue) {
        guard let url = value["url"]?.string else { return nil }
        self.init(url: url, id: value["id"]?.string, isThumbnailHidden: value["hideThumbnail"]?.bool ?? false)
    }

    /// The attachment as JSON, without what is false.
    public var json: JSONObject {
        var object = JSONObject()
        object.add("id", id)
        object.add("url", url)
        if isThumbnailHidden { object.add("hideThumbnail", true) }
        return object
    }
}
