internal import PushModel

/// A text with places that are filled for each recipient: `Hello {{ attributes.name | default: "there" }}`.
///
/// A place names a value by its path and passes it through filters. What is missing is an empty text; a list or an
/// object is written as JSON. `{{ "{{" }}` writes two braces.
package struct Template: Sendable, Hashable {
    /// A part of the text.
    enum Part: Sendable, Hashable {
        case text(String)
        case place(Place)
    }

    /// A value and what is done with it.
    struct Place: Sendable, Hashable {
        let source: Source
        let filters: [TemplateFilter]
    }

    /// Where a value comes from.
    enum Source: Sendable, Hashable {
        case path([String])
        case literal(JSONValue)
    }

    let parts: [Part]

    /// How many places a text may have.
    package static let placeLimit = 50
    /// How many filters a place may have.
    package static let filterLimit = 5

    /// Whether it is the same for everybody.
    package var isConstant: Bool {
        parts.allSatisfy { if case .text = $0 { true } else { false } }
    }

    /// What stands between the places.
    package var constantText: String {
        parts.map { if case .text(let text) = $0 { text } else { "" } }.joined()
    }

    /// The attributes that it uses, as the first key of each.
    package var attributes: Set<String> {
        Set(
            parts.compactMap { part in
                guard case .place(let place) = part, case .path(let keys) = place.source, keys.first == "attributes"
                else { return nil }
                return keys.count > 1 ? keys[1] : nil
            })
    }
}

/// Why a text is no template.
package struct TemplateError: Error, Sendable, Hashable {
    /// How many characters stand before the fault.
    package let offset: Int
    /// A sentence that says what to do.
    package let message: String
}
