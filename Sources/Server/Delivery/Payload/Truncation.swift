internal import PushModel

/// Cuts texts between whole characters, as people see them: no emoji, flag or accent is cut in half.
enum Truncation {
    /// What a cut text ends in.
    static let ellipsis: Character = "…"

    /// The beginning of a text with an ellipsis, at least so many bytes shorter inside a JSON string.
    ///
    /// Spaces in front of the ellipsis go, too. Nil if nothing would be left.
    static func cut(_ text: String, removing byteCount: Int) -> String? {
        var rest = Substring(text)
        var removed = 0
        if rest.last == ellipsis {
            rest.removeLast()
        } else {
            removed -= ellipsis.utf8.count
        }
        while removed < byteCount, let last = rest.popLast() { removed += self.byteCount(last) }
        while let last = rest.last, last.isWhitespace { rest.removeLast() }
        return rest.isEmpty ? nil : String(rest) + String(ellipsis)
    }

    /// The bytes of a character inside a JSON string.
    private static func byteCount(_ character: Character) -> Int {
        var text = JSONText()
        text.append(string: String(character))
        return text.bytes.count - 2
    }

    /// The content cut until it fits: its body first, then subtitle and title; nil if it never does.
    ///
    /// - Parameters:
    ///   - content: What does not fit.
    ///   - excess: By how many bytes content is too large; 0 or less if it fits.
    /// - Returns: The content with its texts cut as far as needed.
    static func fit(_ content: MessageContent, excess: (MessageContent) -> Int) -> MessageContent? {
        var content = content
        var over = excess(content)
        for field in [\MessageContent.body, \.subtitle, \.title] {
            while over > 0, let text = content[keyPath: field], !text.isEmpty {
                content[keyPath: field] = cut(text, removing: over)
                over = excess(content)
            }
        }
        return over > 0 ? nil : content
    }
}
