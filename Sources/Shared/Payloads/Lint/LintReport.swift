public import PushModel

/// What the linter says about one file, for people and programs.
public struct LintReport: Sendable {
    /// What the file is called.
    public let fileName: String
    /// The push; nil if the file could not be read.
    public let document: PayloadDocument?
    /// What was found, in the order of the file.
    public let findings: [LintFinding]
    /// What was mended before.
    public let mended: [LintFinding]

    /// Makes a report of what was found.
    public init(
        fileName: String, document: PayloadDocument, findings: [LintFinding], mended: [LintFinding] = []
    ) {
        self.fileName = fileName
        self.document = document
        self.findings = findings
        self.mended = mended
    }

    /// Makes a report of a file that could not be read.
    public init(fileName: String, bytes: [UInt8], error: PayloadInputError) {
        self.fileName = fileName
        document = nil
        mended = []
        findings = [
            LintFinding(
                rule: LintRule(error), severity: .error, path: "", range: error.offset..<error.offset,
                place: LineTable(bytes).place(of: error.offset), message: error.message,
                fix: "Correct the file at this place.", edits: [])
        ]
    }

    /// How many findings there are of a kind.
    public func count(_ severity: LintRule.Severity) -> Int { findings.count { $0.severity == severity } }

    /// The report as one JSON object.
    public var json: JSONValue {
        var object: JSONObject = ["file": .string(fileName)]
        if let document {
            let size = PayloadSize(of: document)
            object["format"] = .string(document.format.rawValue)
            object["pushType"] = .string(document.pushType.rawValue)
            object["byteCount"] = .int(size.byteCount)
            object["byteLimit"] = .int(size.byteLimit)
            object["parts"] = .array(
                size.parts.prefix(20).map { ["path": .string($0.path), "byteCount": .int($0.byteCount)] })
        }
        for severity in LintRule.Severity.allCases { object["\(severity.rawValue)s"] = .int(count(severity)) }
        object["findings"] = .array(findings.map(Self.json))
        if !mended.isEmpty { object["mended"] = .array(mended.map(Self.json)) }
        return .object(object)
    }

    private static func json(_ finding: LintFinding) -> JSONValue {
        var object: JSONObject = [
            "code": .string(finding.rule.code), "severity": .string(finding.severity.rawValue),
            "path": .string(finding.path),
        ]
        if let place = finding.place {
            object["line"] = .int(place.line)
            object["column"] = .int(place.column)
        }
        if let range = finding.range {
            object["offset"] = .int(range.lowerBound)
            object["length"] = .int(range.count)
        }
        object["message"] = .string(finding.message)
        object["why"] = .string(finding.rule.why)
        object["fix"] = .string(finding.fix)
        object["source"] = .string(finding.rule.source)
        object["canFix"] = .bool(!finding.edits.isEmpty)
        return .object(object)
    }
}
