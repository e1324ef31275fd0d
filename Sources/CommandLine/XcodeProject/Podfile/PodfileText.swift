/// A Podfile, read as far as it takes to find its targets: strings, comments, and which `end` belongs to what.
package struct PodfileText: Sendable {
    /// A `target '…' do … end`.
    package struct Target: Sendable, Equatable {
        /// Its name.
        package let name: String
        /// From the word `target` up to its `end`, without that.
        let body: Range<Int>
    }

    /// The targets in the order in which they end.
    package let targets: [Target]
    private let text: ByteText

    /// Reads a Podfile.
    ///
    /// - Throws: ``ProjectError`` with code `invalid_utf8` or `podfile_unbalanced`, and the line.
    package init(_ bytes: [UInt8]) throws(ProjectError) {
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw ProjectError(.invalidUTF8, "The Podfile is not valid UTF-8.")
        }
        var scanner = RubyScanner(bytes)
        targets = try scanner.targets()
        text = ByteText(bytes: bytes)
    }

    /// The iOS version that the Podfile asks for in digits; nil if it is computed.
    package var platform: Double? {
        String(decoding: text.bytes, as: UTF8.self).firstMatch(of: /(?m)^\s*platform\s+:ios,\s*['"]([0-9.]+)['"]/)
            .flatMap { Double($0.1) }
    }

    /// The pods that are named one by one, each with its line and the innermost target around it.
    package var pods: [(name: String, line: Int, target: String?)] {
        var offset = 0
        var found: [(String, Int, String?)] = []
        for (index, line) in text.bytes.split(separator: 10, omittingEmptySubsequences: false).enumerated() {
            defer { offset += line.count + 1 }
            let written = String(decoding: line, as: UTF8.self)
            guard let match = written.firstMatch(of: /^\s*pod\s*\(?\s*['"]([^'"]+)['"]/) else { continue }
            let around = targets.filter { $0.body.contains(offset) }.min { $0.body.count < $1.body.count }
            found.append((String(match.1), index + 1, around?.name))
        }
        return found
    }

    /// The Podfile with pods for an app and its extension, whose target is put into the app's.
    ///
    /// - Throws: ``ProjectError`` with code `podfile_without_app` or `podfile_unbalanced`.
    package func adding(app: String, appPods: String, target name: String, targetPods: String) throws(ProjectError)
        -> [UInt8]
    {
        guard let host = targets.first(where: { $0.name == app }) else {
            let names = targets.map(\.name).joined(separator: ", ")
            throw ProjectError(
                .podfileWithoutApp,
                "The Podfile has no target '\(app)'; it has: \(names). Add the pods yourself, or use the package: --package."
            )
        }
        var splices = Splices()
        let present = targets.first { $0.name == name }
        let inside = present.map { host.body.contains($0.body.lowerBound) } ?? false
        var lines: [String] = []
        if !mentions("Tidings", in: host.body, without: inside ? present?.body : nil) { lines.append(appPods) }
        if let present {
            if !mentions("TidingsServiceExtension", in: present.body, without: nil) {
                insert([targetPods], into: present, &splices)
            }
        } else {
            lines += ["target '\(name)' do", "  inherit! :search_paths", "  \(targetPods)", "end"]
        }
        insert(lines, into: host, &splices)
        let result = splices.applied(to: text.bytes)
        // A block that ends in the middle of an odd line could be cut in two: better no change than that.
        let names = (try? PodfileText(result))?.targets.map(\.name) ?? []
        guard names.contains(app), names.contains(name) else {
            throw ProjectError(
                .podfileUnbalanced,
                "The Podfile cannot be changed safely: put the \"end\" of target '\(app)' on a line of its own.",
                line: SourceText.line(at: host.body.upperBound, in: text.bytes))
        }
        return result
    }

    /// Whether a pod of this name is written there already.
    private func mentions(_ pod: String, in range: Range<Int>, without inner: Range<Int>?) -> Bool {
        let parts = inner.map { [range.lowerBound..<$0.lowerBound, $0.upperBound..<range.upperBound] } ?? [range]
        return parts.contains { part in
            let code = String(decoding: text.bytes[part], as: UTF8.self)
            return code.split(separator: "\n").contains { line in
                !line.drop { $0 == " " || $0 == "\t" }.hasPrefix("#")
                    && line.split(whereSeparator: { " '\"[](),".contains($0) }).contains { $0 == pod }
            }
        }
    }

    private func insert(_ lines: [String], into target: Target, _ splices: inout Splices) {
        guard !lines.isEmpty else { return }
        let end = target.body.upperBound
        let isOwnLine = text.isFirstOnLine(end)
        let indent = text.indent(at: isOwnLine ? end : target.body.lowerBound)
        let written = lines.map { "\(indent)  \($0)\n" }.joined()
        let new = isOwnLine ? written : "\n\(written)\(indent)"
        let place = isOwnLine ? text.lineStart(end) : end
        splices.replace(place..<place, with: text.newline == "\n" ? new : new.replacing("\n", with: text.newline))
    }
}

extension ProjectError.Code {
    /// The `end`s of a Podfile do not fit what they are to end.
    package static let podfileUnbalanced = Self(rawValue: "podfile_unbalanced")
    /// A Podfile does not name the app.
    package static let podfileWithoutApp = Self(rawValue: "podfile_without_app")
}
