import Foundation

/// An XML property list, such as entitlements, that is changed without touching what it holds already.
package struct PropertyListText: Sendable {
    private struct Tag {
        let name: String
        let range: Range<Int>
        let isEnd: Bool
        let isEmpty: Bool
    }

    /// An entry of the dictionary at the root.
    private struct Entry {
        let key: String
        let keyStart: Int
        let first: Tag
        let last: Tag
        let lastChild: Tag?
    }

    private let text: ByteText
    private let root: (first: Tag, last: Tag)
    private let entries: [Entry]
    /// The list as Foundation reads it.
    package let values: [String: any Sendable]

    /// Reads a list whose root is a dictionary.
    ///
    /// - Throws: ``ProjectError`` with code `unsupported_property_list` for other forms, and for what Foundation does not read.
    package init(_ bytes: [UInt8], name: String) throws(ProjectError) {
        let fault = ProjectError(
            .unsupportedPropertyList,
            "\(name) is no XML property list with a dictionary. Save it as XML: plutil -convert xml1 \(name)")
        let list = try? PropertyListSerialization.propertyList(from: Data(bytes), options: [], format: nil)
        guard String(validating: bytes, as: UTF8.self) != nil, let values = list as? [String: any Sendable] else {
            throw fault
        }
        text = ByteText(bytes: bytes)
        self.values = values
        var tags = try Self.tags(bytes, fault)[...]
        guard tags.first?.name == "plist", tags.removeFirst().isEmpty == false, let first = tags.first,
            first.name == "dict",
            !first.isEnd
        else { throw fault }
        tags.removeFirst()
        var entries: [Entry] = []
        var last = first
        while !first.isEmpty {
            guard let tag = tags.popFirst() else { throw fault }
            if tag.isEnd, tag.name == "dict" {
                last = tag
                break
            }
            guard tag.name == "key", !tag.isEnd, let end = tags.popFirst(), end.name == "key", end.isEnd,
                let value = tags.popFirst()
            else { throw fault }
            var depth = value.isEmpty ? 0 : 1
            var close = value
            var lastChild: Tag?
            while depth > 0 {
                guard let next = tags.popFirst() else { throw fault }
                if !next.isEnd, !next.isEmpty { depth += 1 }
                if next.isEnd { depth -= 1 }
                if depth > 0, next.isEnd ? depth == 1 : depth == 1 && next.isEmpty { lastChild = next }
                close = next
            }
            let content = String(decoding: bytes[tag.range.upperBound..<end.range.lowerBound], as: UTF8.self)
            entries.append(
                Entry(
                    key: content.trimmingCharacters(in: .whitespacesAndNewlines), keyStart: tag.range.lowerBound,
                    first: value,
                    last: close, lastChild: lastChild))
        }
        root = (first, last)
        self.entries = entries
    }

    /// The list with these strings at the end of an array; those that are there already are left out.
    package func adding(_ strings: [String], to key: String) throws(ProjectError) -> [UInt8] {
        let present = values[key] as? [String] ?? []
        let new = strings.filter { !present.contains($0) }
        guard !new.isEmpty else { return text.bytes }
        guard let entry = entries.last(where: { $0.key == key }) else {
            return adding(key) { indent in
                ["<array>"] + new.map { "\(unit)<string>\(Self.escaped($0))</string>" } + ["</array>"]
            }
        }
        guard entry.first.name == "array", values[key] is [Any] else {
            throw ProjectError(.wrongType, "\(key) is not a list.")
        }
        let lines = new.map { "<string>\(Self.escaped($0))</string>" }
        if let child = entry.lastChild {
            let place = child.range.upperBound
            let isBroken = text.hasBreak(entry.first.range.upperBound..<place)
            let indent = text.indent(
                at: child.isEnd ? text.lineStart(place) + indentLength(place) : child.range.lowerBound)
            return spliced(place..<place, lines.map { isBroken ? "\n\(indent)\($0)" : $0 }.joined())
        }
        let indent = text.indent(at: entry.first.range.lowerBound)
        let array = (["<array>"] + lines.map { "\(indent)\(unit)\($0)" } + ["\(indent)</array>"]).joined(
            separator: "\n")
        return spliced(entry.first.range.lowerBound..<entry.last.range.upperBound, array)
    }

    /// The list with a string under a key, unless the key is there already.
    package func setting(_ key: String, to string: String) -> [UInt8] {
        guard values[key] == nil else { return text.bytes }
        return adding(key) { _ in ["<string>\(Self.escaped(string))</string>"] }
    }

    /// The white space of one level.
    private var unit: String {
        guard let first = entries.first, text.isFirstOnLine(first.keyStart) else { return "\t" }
        let indent = text.indent(at: first.keyStart)
        return indent.isEmpty ? "\t" : indent
    }

    private func indentLength(_ place: Int) -> Int {
        let start = text.lineStart(place)
        return text.bytes[start...].prefix { $0 == 32 || $0 == 9 }.count
    }

    private func adding(_ key: String, value: (String) -> [String]) -> [UInt8] {
        let indent =
            entries.first.map { text.indent(at: $0.keyStart) } ?? text.indent(at: root.first.range.lowerBound) + unit
        let lines = (["<key>\(Self.escaped(key))</key>"] + value(indent)).map { "\(indent)\($0)\n" }.joined()
        if root.first.isEmpty {
            return spliced(root.first.range, "<dict>\n\(lines)\(text.indent(at: root.first.range.lowerBound))</dict>")
        }
        let end = root.last.range.lowerBound
        if text.isFirstOnLine(end) { return spliced(text.lineStart(end)..<text.lineStart(end), lines) }
        return spliced(end..<end, "\n" + lines)
    }

    private func spliced(_ range: Range<Int>, _ new: String) -> [UInt8] {
        var splices = Splices()
        splices.replace(range, with: text.newline == "\n" ? new : new.replacing("\n", with: text.newline))
        return splices.applied(to: text.bytes)
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    /// The tags, without comments, instructions and the document type.
    private static func tags(_ bytes: [UInt8], _ fault: ProjectError) throws(ProjectError) -> [Tag] {
        var tags: [Tag] = []
        var place = 0
        func end(of mark: String, from start: Int) throws(ProjectError) -> Int {
            let wanted = Array(mark.utf8)
            var index = start
            while index + wanted.count <= bytes.count {
                if bytes[index..<index + wanted.count].elementsEqual(wanted) { return index + wanted.count }
                index += 1
            }
            throw fault
        }
        while let start = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
            let rest = bytes[start...]
            if rest.starts(with: Array("<!--".utf8)) {
                place = try end(of: "-->", from: start)
            } else if rest.starts(with: Array("<![CDATA[".utf8)) {
                place = try end(of: "]]>", from: start)
            } else {
                place = try end(of: ">", from: start)
                let inside = bytes[start + 1..<place - 1]
                guard let first = inside.first, first != UInt8(ascii: "!"), first != UInt8(ascii: "?") else { continue }
                let isEnd = first == UInt8(ascii: "/")
                let isEmpty = inside.last == UInt8(ascii: "/")
                let name = inside.drop { $0 == UInt8(ascii: "/") }.prefix { $0 > 32 && $0 != UInt8(ascii: "/") }
                tags.append(
                    Tag(
                        name: String(decoding: name, as: UTF8.self), range: start..<place, isEnd: isEnd,
                        isEmpty: isEmpty))
            }
        }
        return tags
    }
}

extension ProjectError.Code {
    /// A property list is in a form that cannot be changed without rewriting it.
    package static let unsupportedPropertyList = Self(rawValue: "unsupported_property_list")
}
