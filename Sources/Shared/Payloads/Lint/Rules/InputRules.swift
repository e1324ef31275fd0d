extension LintRule {
    /// The rule that a file broke that could not be read at all; it has no part in ``all``, as no example can be checked.
    init(_ error: PayloadInputError) {
        self.init(
            error.code.rawValue, .error, Self.inputSummaries.first { $0.code == error.code }?.summary ?? error.message,
            why: "Nobody can read the file, neither APNs nor what stands before it.", source: RuleSource.json,
            failing: "", passing: "")
    }

    /// Why a file may not be readable.
    static let inputSummaries: [(code: PayloadInputError.Code, summary: String)] = [
        (.emptyInput, "There is nothing but white space."),
        (.inputTooLarge, "The file has more than a mebibyte; no push has."),
        (.invalidUTF8, "The text is not UTF-8."),
        (.invalidJSON, "The text is not JSON, or is nested deeper than 128 levels."),
        (.severalDocuments, "More text follows after the JSON value."),
        (.notAnObject, "The JSON is no object."),
    ]
}
