/// A value of a property list with the place of its text.
package struct Node: Sendable {
    /// What the value is.
    package enum Value: Sendable {
        /// Text, with quotes and escapes undone.
        case string(String)
        /// Values in their order.
        case array([Node])
        /// Keys and values in the order of the file.
        case dictionary([Entry])
        /// Bytes, written in hexadecimal digits.
        case data
    }

    /// A key of a dictionary and its value.
    package struct Entry: Sendable {
        /// The key, with quotes and escapes undone.
        package let key: String
        /// The value.
        package let value: Node
        /// From the first byte of the key up to and including the semicolon.
        package let range: Range<Int>
    }

    /// The value itself.
    package let value: Value
    /// Its bytes, with quotes or brackets.
    package let range: Range<Int>

    /// The text of a string.
    package var string: String? {
        if case .string(let text) = value { text } else { nil }
    }

    /// The items of an array.
    package var items: [Node]? {
        if case .array(let items) = value { items } else { nil }
    }

    /// The entries of a dictionary.
    package var entries: [Entry]? {
        if case .dictionary(let entries) = value { entries } else { nil }
    }

    /// The value of a key of a dictionary; the last one counts if the key stands there twice.
    package subscript(key: String) -> Node? { entries?.last { $0.key == key }?.value }
}
