public import PushModel

extension LintReport {
    /// The report as a log of SARIF 2.1.0, which code hosts show beside the lines of a change.
    ///
    /// - Parameter version: The version of the tool.
    /// - Returns: The log.
    public func sarif(version: String) -> JSONValue {
        var rules: [LintRule] = []
        for finding in findings where !rules.contains(finding.rule) { rules.append(finding.rule) }
        let driver: JSONValue = [
            "name": "tidings payload lint", "semanticVersion": .string(version),
            "rules": .array(rules.map(Self.descriptor)),
        ]
        let results = findings.map { finding in
            result(finding, index: rules.firstIndex(of: finding.rule) ?? 0)
        }
        return [
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
            "runs": [
                [
                    "tool": ["driver": driver], "columnKind": "unicodeCodePoints", "results": .array(results),
                ]
            ],
        ]
    }

    private static func descriptor(_ rule: LintRule) -> JSONValue {
        [
            "id": .string(rule.code), "shortDescription": ["text": .string(rule.summary)],
            "fullDescription": ["text": .string("\(rule.why) Source: \(rule.source).")],
            "help": ["text": .string("\(rule.summary) \(rule.why) Source: \(rule.source).")],
            "defaultConfiguration": ["level": .string(rule.severity.rawValue)],
        ]
    }

    private func result(_ finding: LintFinding, index: Int) -> JSONValue {
        var physical: JSONObject = ["artifactLocation": ["uri": .string(uri)]]
        if let range = finding.range { physical["region"] = region(range) }
        var location: JSONObject = ["physicalLocation": .object(physical)]
        if !finding.path.isEmpty {
            location["logicalLocations"] = [["fullyQualifiedName": .string(finding.path), "kind": "member"]]
        }
        var result: JSONObject = [
            "ruleId": .string(finding.rule.code), "ruleIndex": .int(index),
            "level": .string(finding.severity.rawValue),
            "message": ["text": .string("\(finding.message) \(finding.fix)")], "locations": [.object(location)],
        ]
        if !finding.edits.isEmpty {
            let replacements = finding.edits.map { edit -> JSONValue in
                [
                    "deletedRegion": region(edit.range),
                    "insertedContent": ["text": .string(String(decoding: edit.replacement, as: UTF8.self))],
                ]
            }
            result["fixes"] = [
                [
                    "description": ["text": .string(finding.fix)],
                    "artifactChanges": [
                        ["artifactLocation": ["uri": .string(uri)], "replacements": .array(replacements)]
                    ],
                ]
            ]
        }
        return .object(result)
    }

    private func region(_ range: Range<Int>) -> JSONValue {
        guard let document else {
            let place = findings.first?.place ?? TextPlace(line: 1, column: 1)
            return ["startLine": .int(place.line), "startColumn": .int(place.column)]
        }
        let (start, end) = (document.place(of: range.lowerBound), document.place(of: range.upperBound))
        return [
            "startLine": .int(start.line), "startColumn": .int(start.column), "endLine": .int(end.line),
            "endColumn": .int(end.column),
        ]
    }

    /// The file's name as a relative reference of a URI; an absolute path as a URI.
    private var uri: String {
        let escaped = fileName.utf8.map { byte -> String in
            let isPlain = (byte | 0x20) &- 97 < 26 || byte &- 48 < 10 || "-._~/".utf8.contains(byte)
            return isPlain
                ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
        return fileName.hasPrefix("/") ? "file://\(escaped)" : escaped
    }
}
