/// Changes a project file and leaves every byte alone that the change does not concern.
///
/// Changes are collected and made at once by ``bytes()``; they all refer to the file as it was read.
package struct ProjectEditor: Sendable {
    /// The file as it was read.
    package let file: ProjectFile
    let text: ByteText
    var splices = Splices()
    private let newline: String

    /// Begins to change a file.
    package init(_ file: ProjectFile) {
        self.file = file
        text = ByteText(bytes: file.bytes)
        newline = text.newline
    }

    /// The file with all changes.
    package func bytes() -> [UInt8] { splices.applied(to: file.bytes) }

    /// Replaces a range, with the line breaks of the file.
    mutating func replace(_ range: Range<Int>, with new: String) {
        splices.replace(range, with: newline == "\n" ? new : new.replacing("\n", with: newline))
    }

    mutating func insert(_ new: String, at place: Int) { replace(place..<place, with: new) }

    /// The white space before an object, and that of one level.
    var objectIndent: (indent: String, unit: String) {
        guard let first = file.objects.first, text.isFirstOnLine(first.range.lowerBound) else { return ("\t\t", "\t") }
        let indent = text.indent(at: first.range.lowerBound)
        return indent.isEmpty ? ("", "\t") : (indent, String(indent.prefix(max(1, indent.count / 2))))
    }

    // MARK: - Values

    /// Adds items to a list of an object, at its end or before the item with this text; makes the list if it is missing.
    package mutating func add(_ items: [NewValue], to key: String, of object: ProjectObject, before next: String? = nil)
    {
        guard !items.isEmpty else { return }
        guard let list = object.node[key], let present = list.items else {
            return set(key, to: .array(items), of: object)
        }
        let unit = objectIndent.unit
        guard let last = present.last else {
            return replaceEmpty(list.range, unit: unit) { indent in
                items.map { "\(indent)\($0.text(indent: indent, unit: unit)),\n" }.joined()
            }
        }
        let isBroken = text.hasBreak(list.range.lowerBound..<last.range.lowerBound)
        let indent = text.indent(at: last.range.lowerBound)
        let written = items.map { isBroken ? $0.text(indent: indent, unit: unit) : $0.line }
        if let next, let item = present.first(where: { $0.string == next }) {
            let separator = isBroken ? ",\n\(indent)" : ", "
            return insert(written.map { $0 + separator }.joined(), at: item.range.lowerBound)
        }
        var place = text.skipSpace(last.range.upperBound)
        let hasComma = place < file.bytes.count && file.bytes[place] == UInt8(ascii: ",")
        if hasComma { place += 1 } else { place = endOfComment(after: last.range.upperBound) }
        let lines = written.map { isBroken ? "\n\(indent)\($0)," : " \($0)," }.joined()
        insert(hasComma ? lines : "," + lines, at: place)
    }

    /// Sets a key of an object, or of a dictionary in it; a new key is put where Xcode's order has it.
    package mutating func set(
        _ key: String, to value: NewValue, in path: [String] = [], of object: ProjectObject
    ) {
        var node = object.node
        for (index, part) in path.enumerated() {
            guard let inner = node[part], inner.entries != nil else {
                let rest = path[(index + 1)...].reversed().reduce(NewValue.dictionary([.init(key, value)])) {
                    .dictionary([.init($1, $0)])
                }
                return set(part, to: rest, in: node)
            }
            node = inner
        }
        set(key, to: value, in: node)
    }

    private mutating func set(_ key: String, to value: NewValue, in node: Node) {
        guard let entries = node.entries else { return }
        let unit = objectIndent.unit
        if let entry = entries.last(where: { $0.key == key }) {
            let indent = text.indent(at: entry.range.lowerBound)
            let end = entry.range.upperBound - 1
            return replace(entry.value.range.lowerBound..<end, with: value.text(indent: indent, unit: unit))
        }
        guard let last = entries.last else {
            return replaceEmpty(node.range, unit: unit) { indent in
                "\(indent)\(Escapes.written(key)) = \(value.text(indent: indent, unit: unit));\n"
            }
        }
        let isBroken = text.hasBreak(node.range.lowerBound..<last.range.lowerBound)
        let indent = text.indent(at: last.range.lowerBound)
        let written = isBroken ? value.text(indent: indent, unit: unit) : value.line
        let line = "\(Escapes.written(key)) = \(written);"
        if let next = entries.first(where: { $0.key != "isa" && $0.key > key }) {
            insert(line + (isBroken ? "\n\(indent)" : " "), at: next.range.lowerBound)
        } else {
            insert((isBroken ? "\n\(indent)" : " ") + line, at: last.range.upperBound)
        }
    }

    /// Fills brackets that hold nothing; `content` gets the white space before each line.
    private mutating func replaceEmpty(_ range: Range<Int>, unit: String, content: (String) -> String) {
        let indent = text.indent(at: range.lowerBound)
        let isBroken = text.hasBreak(range)
        let place = range.lowerBound + 1
        if isBroken {
            // The line break after the bracket stays what it is.
            insert(content(indent + unit), at: text.nextLine(range.lowerBound))
        } else {
            insert("\n" + content(indent + unit) + indent, at: place)
        }
    }

    /// The end of the comment that belongs to a value, or of the value itself.
    private func endOfComment(after place: Int) -> Int {
        var end = place
        while end < file.bytes.count, file.bytes[end] == 32 { end += 1 }
        return file.bytes[end...].starts(with: [47, 42]) ? text.skipComment(end) : place
    }
}

extension ByteText {
    /// The end of the comment that begins here.
    func skipComment(_ place: Int) -> Int {
        var place = place + 2
        while place + 1 < bytes.count, !(bytes[place] == 42 && bytes[place + 1] == 47) { place += 1 }
        return min(place + 2, bytes.count)
    }
}
