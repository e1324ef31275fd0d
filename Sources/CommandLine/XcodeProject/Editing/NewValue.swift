/// A value to be written into a project.
package indirect enum NewValue: Sendable, Equatable {
    /// Text.
    case string(String)
    /// The id of an object, with the comment that Xcode puts after it.
    case reference(String, String?)
    /// Text as it stands in the file already, with its quotes and comments.
    case verbatim(String)
    /// Values in their order.
    case array([NewValue])
    /// Keys and values, written in this order.
    case dictionary([Field])

    /// A key and its value.
    package struct Field: Sendable, Equatable {
        /// The key.
        package var key: String
        /// Its value.
        package var value: NewValue

        /// Puts a key and a value together.
        package init(_ key: String, _ value: NewValue) {
            self.key = key
            self.value = value
        }
    }

    /// The text of the value; lines after the first are indented by this much, nested ones by a unit more.
    func text(indent: String, unit: String) -> String {
        switch self {
        case .string(let text): Escapes.written(text)
        case .reference(let id, let comment): Self.reference(id, comment)
        case .verbatim(let text): text
        case .array(let items):
            "(\n" + items.map { "\(indent)\(unit)\($0.text(indent: indent + unit, unit: unit)),\n" }.joined()
                + "\(indent))"
        case .dictionary(let fields):
            "{\n"
                + fields.map { field in
                    let value = field.value.text(indent: indent + unit, unit: unit)
                    return "\(indent)\(unit)\(Escapes.written(field.key)) = \(value);\n"
                }.joined() + "\(indent)}"
        }
    }

    /// The text of the value on one line, as Xcode writes files and build files.
    var line: String {
        switch self {
        case .array(let items): "(" + items.map { "\($0.line), " }.joined() + ")"
        case .dictionary(let fields):
            "{" + fields.map { "\(Escapes.written($0.key)) = \($0.value.line); " }.joined() + "}"
        default: text(indent: "", unit: "")
        }
    }

    /// An id with its comment.
    static func reference(_ id: String, _ comment: String?) -> String {
        // What would end the comment early is taken apart.
        comment.map { "\(Escapes.written(id)) /* \($0.replacing("*/", with: "* /")) */" } ?? Escapes.written(id)
    }
}

/// An object to be written into a project.
package struct NewObject: Sendable {
    /// Its id.
    package let id: String
    /// The comment that stands after its id wherever it is named; none for groups at the root.
    package let comment: String?
    /// What kind of object it is.
    package let isa: String
    /// What it holds beside the isa, in Xcode's order, which is alphabetical.
    package let fields: [NewValue.Field]

    /// Describes an object.
    package init(_ id: String, _ comment: String?, isa: String, _ fields: [NewValue.Field]) {
        self.id = id
        self.comment = comment
        self.isa = isa
        self.fields = fields
    }

    /// How others name it.
    package var reference: NewValue { .reference(id, comment) }

    /// The object's lines, each with a line break.
    func text(indent: String, unit: String) -> String {
        let value = NewValue.dictionary([.init("isa", .string(isa))] + fields)
        // Xcode keeps these on one line each.
        let isShort = isa == "PBXBuildFile" || isa == "PBXFileReference"
        let written = isShort ? value.line : value.text(indent: indent, unit: unit)
        return "\(indent)\(NewValue.reference(id, comment)) = \(written);\n"
    }
}
