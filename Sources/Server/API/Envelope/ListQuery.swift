internal import Foundation
internal import PushModel
internal import Storage
internal import WebServer

/// The query of a list: how many, from where on, and what else the list takes.
struct ListQuery: Sendable {
    /// How many items a page has; 1 to 100, default 50.
    let limit: Int
    /// Where the page begins.
    let position: Int64?
    /// The list's own parameters that were given.
    let filters: [String: String]

    /// Reads and checks the query.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - list: The name of the list; a cursor of another list is refused.
    ///   - cursor: The parameter that carries the cursor.
    ///   - filters: The list's own parameters.
    /// - Throws: `ValidationError` that names each parameter at fault.
    init(_ request: HTTPRequest, list: String, cursor: String = "cursor", filters: [String] = []) throws {
        var errors: [FieldError] = []
        var seen: Set<String> = []
        var limit = 50
        var position: Int64?
        var given: [String: String] = [:]
        for (name, value) in request.query {
            if !seen.insert(name).inserted {
                errors.append(.init(.invalidFormat, at: name, "The parameter is given more than once."))
            } else if name == "limit" {
                if let number = Int(value), (1...100).contains(number) {
                    limit = number
                } else {
                    errors.append(.init(.outOfRange, at: name, "The limit has to be a number between 1 and 100."))
                }
            } else if name == cursor {
                guard let found = Cursor.position(value, in: list) else {
                    throw APIError(
                        .invalidCursor, "This is no cursor of this list. Pass on nextCursor as it is.", param: cursor)
                }
                position = found
            } else if filters.contains(name) {
                given[name] = value
            } else {
                errors.append(.init(.unknownField, at: name, "There is no parameter of this name here."))
            }
        }
        guard errors.isEmpty else { throw ValidationError(errors) }
        self.limit = limit
        self.position = position
        self.filters = given
    }
}

/// A place in a list, opaque to callers.
enum Cursor {
    static func text(_ position: Int64, in list: String) -> String {
        Data("\(list):\(position)".utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
    }

    static func position(_ text: String, in list: String) -> Int64? {
        guard text.utf8.count <= 64 else { return nil }
        let padded =
            text.replacing("-", with: "+").replacing("_", with: "/")
            + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: padded) else { return nil }
        let parts = String(decoding: data, as: UTF8.self).split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0] == list, let position = Int64(parts[1]), position >= 0 else { return nil }
        return position
    }
}

extension Reply {
    /// A page of a list.
    init<Item>(_ page: Page<Item>, list: String, _ item: (Item) -> JSONValue) {
        self.init([
            "items": .array(page.items.map(item)),
            "hasMore": .bool(page.next != nil),
            "nextCursor": page.next.map { .string(Cursor.text($0, in: list)) } ?? .null,
        ])
    }
}
