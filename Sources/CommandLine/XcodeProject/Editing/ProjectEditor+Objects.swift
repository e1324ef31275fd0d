extension ProjectEditor {
    /// Adds objects, each in the section of its isa and there by its id, as Xcode orders them.
    package mutating func insert(_ objects: [NewObject]) {
        let layout = objectIndent
        for (isa, group) in Dictionary(grouping: objects, by: \.isa).sorted(by: { $0.key < $1.key }) {
            let present = file.objects.filter { $0.isa == isa }
            let ordered = group.sorted { $0.id < $1.id }
            if present.isEmpty {
                let lines = ordered.map { $0.text(indent: layout.indent, unit: layout.unit) }.joined()
                insertSection(isa, lines)
                continue
            }
            for object in ordered {
                let lines = object.text(indent: layout.indent, unit: layout.unit)
                if let next = present.first(where: { $0.id > object.id }), text.isFirstOnLine(next.range.lowerBound) {
                    insert(lines, at: text.lineStart(next.range.lowerBound))
                } else if let last = present.last {
                    insertAfter(last.range.upperBound, lines)
                }
            }
        }
    }

    /// A section for an isa that the file has no objects of yet.
    private mutating func insertSection(_ isa: String, _ lines: String) {
        let hasSections = file.marks.contains { $0.begins }
        let section = hasSections ? "\n/* Begin \(isa) section */\n\(lines)/* End \(isa) section */\n" : lines
        if let empty = file.marks.first(where: { $0.begins && $0.isa == isa }) {
            return insert(lines, at: text.nextLine(empty.range.upperBound))
        }
        if hasSections {
            // After the section before it, so that the empty line between two stays with the second.
            if let previous = file.marks.last(where: { !$0.begins && $0.isa < isa }) {
                return insertAfter(previous.range.upperBound, section)
            }
            return insertAfter(file.objectsRange.lowerBound + 1, section)
        }
        if let previous = file.objects.last(where: { $0.isa < isa }) {
            insertAfter(previous.range.upperBound, section)
        } else {
            insertAfter(file.objectsRange.lowerBound + 1, section)
        }
    }

    /// Adds whole lines after the line on which something ends.
    private mutating func insertAfter(_ place: Int, _ lines: String) {
        let next = text.nextLine(place)
        let restOfLine = file.bytes[place..<next].allSatisfy { $0 == 32 || ($0 >= 9 && $0 <= 13) }
        if restOfLine, next > place, file.bytes[next - 1] == 10 {
            insert(lines, at: next)
        } else {
            insert("\n" + lines, at: place)
        }
    }

    /// Takes objects out, with the sections that are empty then.
    package mutating func remove(_ objects: [ProjectObject]) {
        let gone = Set(objects.map(\.id))
        for (isa, group) in Dictionary(grouping: objects, by: \.isa) {
            let all = file.objects.filter { $0.isa == isa }
            if all.allSatisfy({ gone.contains($0.id) }), let section = section(isa, around: all) {
                replace(section, with: "")
                continue
            }
            for object in group { replace(text.wholeLines(object.range) ?? object.range, with: "") }
        }
    }

    /// A section from the empty line before it, if it holds nothing but these objects.
    private func section(_ isa: String, around objects: [ProjectObject]) -> Range<Int>? {
        guard let begin = file.marks.first(where: { $0.begins && $0.isa == isa }),
            let end = file.marks.first(where: { !$0.begins && $0.isa == isa }),
            begin.range.upperBound <= end.range.lowerBound,
            text.isFirstOnLine(begin.range.lowerBound)
        else { return nil }
        let inside = file.objects.filter {
            begin.range.upperBound <= $0.range.lowerBound && $0.range.upperBound <= end.range.lowerBound
        }
        guard inside.count == objects.count, inside.allSatisfy({ $0.isa == isa }) else { return nil }
        var start = text.lineStart(begin.range.lowerBound)
        if start > 0 {
            let previous = text.lineStart(start - 1)
            if file.bytes[previous..<start].allSatisfy({ $0 == 10 || $0 == 13 }) { start = previous }
        }
        return start..<text.nextLine(end.range.upperBound)
    }

    /// Takes items out of a list of an object.
    package mutating func removeItems(from key: String, of object: ProjectObject, where isGone: (String) -> Bool) {
        for item in object.node[key]?.items ?? [] {
            guard let id = item.string, isGone(id) else { continue }
            var end = text.skipSpace(item.range.upperBound)
            if end < file.bytes.count, file.bytes[end] == UInt8(ascii: ",") {
                end += 1
            } else {
                end = item.range.upperBound
            }
            if let lines = text.wholeLines(item.range.lowerBound..<end) {
                replace(lines, with: "")
            } else {
                while end < file.bytes.count, file.bytes[end] == 32 { end += 1 }
                replace(item.range.lowerBound..<end, with: "")
            }
        }
    }

    /// Takes a key out of an object, or of a dictionary in it.
    package mutating func removeKey(_ key: String, in path: [String] = [], of object: ProjectObject) {
        var node: Node? = object.node
        for part in path { node = node?[part] }
        guard let entry = node?.entries?.last(where: { $0.key == key }) else { return }
        replace(text.wholeLines(entry.range) ?? entry.range, with: "")
    }
}
