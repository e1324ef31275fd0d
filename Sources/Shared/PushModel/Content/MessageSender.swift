/// The person whom a message comes from; iOS then shows it as a communication, with name and face.
public struct MessageSender: Sendable, Hashable {
    /// Names the person to the app, such as a user id.
    public var id: String
    /// The person's name.
    public var name: String
    /// A picture of the person; `https` only.
    public var imageURL: String?

    /// Makes a sender.
    public init(id: String, name: String, imageURL: String? = nil) {
        self.id = id
        self.name = name
        self.imageURL = imageURL
    }

    init?(_ reader: inout FieldReader) {
        let id = reader.string("id", length: 1...255, isRequired: true)
        let name = reader.string("name", length: 1...200, isRequired: true)
        imageURL = MessageContent.url("imageUrl", &reader, schemes: ["https"])
        guard let id, let name else { return nil }
        self.id = id
        self.name = name
    }

    /// Takes what can be taken of a received sender; nil without an id or a name.
    init?(received value: JSONValue) {
        guard let id = value["id"]?.string, !id.isEmpty, let name = value["name"]?.string, !name.isEmpty else {
            return nil
        }
        self.init(id: id, name: name, imageURL: value["image"]?.string)
    }

    /// The sender as it stands in a request.
    public var json: JSONObject { json(imageKey: "imageUrl") }

    /// The sender as it stands in a payload.
    var payload: JSONObject { json(imageKey: "image") }

    private func json(imageKey: String) -> JSONObject {
        var object: JSONObject = ["id": .string(id), "name": .string(name)]
        object.add(imageKey, imageURL)
        return object
    }
}
