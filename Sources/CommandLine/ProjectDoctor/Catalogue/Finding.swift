/// Something that keeps pushes from arriving, or may: which rule, where it was seen, and what to change.
package struct Finding: Sendable {
    /// How bad it is.
    package enum Severity: String, Sendable, CaseIterable {
        /// Pushes do not arrive, or not as they should.
        case error
        /// Pushes may not arrive; it depends on what cannot be seen from here.
        case warning
        /// Worth knowing.
        case note
    }

    /// A line of a file.
    package struct Place: Sendable, Hashable {
        /// The file, from the project's folder or as it was given.
        package let path: String
        /// The line, counted from 1; nil where the file as a whole is meant.
        package let line: Int?

        /// Names a place.
        package init(_ path: String, line: Int? = nil) {
            self.path = path
            self.line = line
        }

        /// The place as compilers write it.
        package var text: String { line.map { "\(path):\($0)" } ?? path }
    }

    /// The rule that is broken.
    package let rule: Rule
    /// Where it was seen; nil where no file is to blame.
    package let place: Place?
    /// What was seen.
    package let seen: String
    /// The exact change that helps.
    package let change: String
    /// What makes the change; empty where a person has to.
    package let repairs: [Repair]

    /// What is the same in findings that are told once: configurations often have the same fault on lines of their own.
    var key: String {
        "\(rule.code) \(place?.path ?? "") \(place?.path.hasSuffix(".pbxproj") == true ? 0 : place?.line ?? 0) \(seen)"
    }
}
