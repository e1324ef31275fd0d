package import PushModel

/// JSON inside a file of the client: a string that holds the text, so that numbers and the order of keys survive.
package struct StoredJSON: Codable, Sendable, Equatable {
    /// The object itself.
    package let object: JSONObject

    /// Wraps an object.
    package init(_ object: JSONObject) { self.object = object }

    /// Reads the text; anything but an object is an error.
    package init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let value = try JSONValue(parsing: text).object else {
            throw TidingsError(.storage, detail: "stored JSON is not an object")
        }
        object = value
    }

    /// Writes the text.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(object.description)
    }
}
