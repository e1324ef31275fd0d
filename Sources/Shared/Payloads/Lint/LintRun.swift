import PushModel

/// One look at one push.
struct LintRun {
    let document: PayloadDocument
    let settings: PayloadLint
    var findings: [LintFinding] = []

    init(_ document: PayloadDocument, _ settings: PayloadLint) {
        self.document = document
        self.settings = settings
    }

    /// More findings than anybody reads; a hostile file could have one for each few bytes.
    private static let findingLimit = 500

    /// Whether there are as many findings as there may be.
    var isFull: Bool { findings.count >= Self.findingLimit }

    // MARK: The push

    var payload: PayloadNode { document.payload }
    var aps: PayloadNode? { payload["aps"] }
    var alert: PayloadNode? { aps?["alert"] }
    var pushType: PushType { document.pushType }
    /// Whether a device would put a text on its screen.
    var hasAlert: Bool { alert.map { APS.Alert.isShown($0.value) } ?? false }

    // MARK: Places

    /// Where a finding is.
    struct Spot {
        var path: String
        var range: Range<Int>?

        static let file = Spot(path: "", range: 0..<0)
    }

    func spot(_ node: PayloadNode?, _ path: String) -> Spot {
        guard let origin = node?.origin else { return Spot(path: path) }
        return Spot(path: origin.path, range: origin.range)
    }

    func spot(_ member: PayloadNode.Member, _ path: String) -> Spot {
        Spot(path: member.value.origin?.path ?? path, range: member.keyRange ?? member.value.origin?.range)
    }

    func spot(_ header: PayloadHeader) -> Spot {
        Spot(path: header.origin?.path ?? header.name, range: header.origin?.range)
    }

    // MARK: Reporting

    mutating func report(
        _ rule: LintRule, _ message: String, at spot: Spot, fix: String, edits: [LintEdit] = [],
        as severity: LintRule.Severity? = nil
    ) {
        guard !isFull else { return }
        findings.append(
            LintFinding(
                rule: rule, severity: severity ?? rule.severity, path: spot.path, range: spot.range,
                place: spot.range.map { document.place(of: $0.lowerBound) }, message: message, fix: fix, edits: edits))
    }

    // MARK: Edits

    /// Writes another key in the place of one.
    func renaming(_ member: PayloadNode.Member, to key: String) -> [LintEdit] {
        member.keyRange.map { [LintEdit($0, JSONValue.string(key).description)] } ?? []
    }

    /// Writes another value in the place of one.
    func replacing(_ node: PayloadNode?, with value: JSONValue) -> [LintEdit] {
        node?.origin.map { [LintEdit($0.range, value.description)] } ?? []
    }

    /// Takes a member out of its object, with a comma.
    func removing(_ member: PayloadNode.Member) -> [LintEdit] {
        guard let keyRange = member.keyRange, let members = owner(of: keyRange)?.members,
            let index = members.firstIndex(where: { $0.keyRange == keyRange }),
            let end = members[index].value.origin?.range.upperBound
        else { return [] }
        if index + 1 < members.count, let next = members[index + 1].keyRange {
            return [LintEdit(keyRange.lowerBound..<next.lowerBound, "")]
        }
        let start = index > 0 ? members[index - 1].value.origin?.range.upperBound : keyRange.lowerBound
        return [LintEdit((start ?? keyRange.lowerBound)..<end, "")]
    }

    /// Puts a member at the end of an object, written as its last one is.
    func adding(_ key: String, _ value: JSONValue, to node: PayloadNode?) -> [LintEdit] {
        guard let range = node?.origin?.range, let object = fileNode(at: range), let members = object.members else {
            return []
        }
        let name = JSONValue.string(key).description
        guard let last = members.last, let keyRange = last.keyRange, let valueRange = last.value.origin?.range else {
            return [LintEdit(range.lowerBound + 1..<range.lowerBound + 1, "\(name):\(value)")]
        }
        let before = document.bytes[range.lowerBound..<keyRange.lowerBound].reversed().prefix {
            PayloadDocument.isSpace($0)
        }
        let space = String(decoding: before.reversed(), as: UTF8.self)
        let colon = String(decoding: document.bytes[keyRange.upperBound..<valueRange.lowerBound], as: UTF8.self)
        return [LintEdit(valueRange.upperBound..<valueRange.upperBound, ",\(space)\(name)\(colon)\(value)")]
    }

    /// The object of the file that has a key at this place.
    private func owner(of keyRange: Range<Int>) -> PayloadNode? {
        search(document.root) { $0.members?.contains { $0.keyRange == keyRange } ?? false }
    }

    private func fileNode(at range: Range<Int>) -> PayloadNode? {
        search(document.root) { $0.origin?.range == range }
    }

    private func search(_ node: PayloadNode, _ matches: (PayloadNode) -> Bool) -> PayloadNode? {
        if matches(node) { return node }
        for child in node.children() {
            if let found = search(child.node, matches) { return found }
        }
        return nil
    }
}

extension String {
    /// A text of the file for a message, cut to what a line can hold and without what a terminal acts upon.
    var shown: String { JSONValue.string(String(prefix(60)).withoutControls).description }

    /// The text without the control characters that JSON leaves as they are.
    var withoutControls: String {
        String(String.UnicodeScalarView(unicodeScalars.map { (0x7F...0x9F).contains($0.value) ? "\u{FFFD}" : $0 }))
    }
}
