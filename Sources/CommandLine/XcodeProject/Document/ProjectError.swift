/// Why a project, or a file that belongs to it, cannot be read or changed.
package struct ProjectError: Error, CustomStringConvertible, Equatable, Sendable {
    /// A stable name for the kind of fault.
    package struct Code: Hashable, Sendable, RawRepresentable {
        /// The name as printed, in snake_case.
        package let rawValue: String
        /// Makes a code from its name.
        package init(rawValue: String) { self.rawValue = rawValue }
    }

    /// The kind of fault.
    package let code: Code
    /// What is wrong, where, and what to do next.
    package let description: String
    /// The line of the file, counted from 1, where one is to blame.
    package let line: Int?

    /// Describes a fault.
    package init(_ code: Code, _ description: String, line: Int? = nil) {
        self.code = code
        self.line = line
        self.description = line.map { "\(description) (line \($0))" } ?? description
    }
}

extension ProjectError.Code {
    /// The file is missing or may not be read.
    package static let unreadableFile = Self(rawValue: "unreadable_file")
    /// The file is larger than any project.
    package static let tooLarge = Self(rawValue: "too_large")
    /// The file is in UTF-16 or another encoding that Xcode gave up.
    package static let unsupportedEncoding = Self(rawValue: "unsupported_encoding")
    /// The file has bytes that are no UTF-8.
    package static let invalidUTF8 = Self(rawValue: "invalid_utf8")
    /// The property list is written as JSON.
    package static let jsonFormat = Self(rawValue: "json_format")
    /// The property list is written as XML.
    package static let xmlFormat = Self(rawValue: "xml_format")
    /// The property list is a binary one.
    package static let binaryFormat = Self(rawValue: "binary_format")
    /// A merge stopped half-way and left its marks.
    package static let mergeConflict = Self(rawValue: "merge_conflict")
    /// The text is no property list.
    package static let syntax = Self(rawValue: "syntax")
    /// Values are nested deeper than in any project.
    package static let tooDeep = Self(rawValue: "too_deep")
    /// The property list is not that of a project.
    package static let notAProject = Self(rawValue: "not_a_project")
    /// Two objects have the same id.
    package static let duplicateObject = Self(rawValue: "duplicate_object")
    /// An object that is referred to is not there.
    package static let missingObject = Self(rawValue: "missing_object")
    /// A value is of another type than it has to be.
    package static let wrongType = Self(rawValue: "wrong_type")
}
