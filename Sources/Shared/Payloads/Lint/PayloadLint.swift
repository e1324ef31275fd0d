/// Finds out what is wrong with a push before it is sent.
public struct PayloadLint: Sendable {
    /// Gives the bytes of a sound file of the app by its name, if the caller has the app's files; nil where it has none.
    public var soundFile: (@Sendable (String) -> [UInt8]?)?

    /// The seconds since 1970 at which the push would be sent; nil leaves out what depends on it, all of it notes.
    public var secondsSince1970: Int?

    /// Makes a linter.
    public init(soundFile: (@Sendable (String) -> [UInt8]?)? = nil, secondsSince1970: Int? = nil) {
        self.soundFile = soundFile
        self.secondsSince1970 = secondsSince1970
    }

    /// Checks a push against every rule; findings come in the order of the file.
    public func findings(in document: PayloadDocument) -> [LintFinding] {
        var run = LintRun(document, self)
        run.checkText()
        run.checkRemarks()
        run.checkKeys()
        run.checkValues()
        run.checkAlert()
        run.checkBackground()
        run.checkExtension()
        run.checkLiveActivity()
        run.checkHeaders()
        run.checkTopic()
        run.checkSize()
        run.checkSounds()
        run.checkAttachments()
        run.checkNotifyKit()
        run.checkFirebase()
        run.checkServices()
        return run.findings.enumerated().sorted {
            ($0.element.range?.lowerBound ?? .max, $0.offset) < ($1.element.range?.lowerBound ?? .max, $1.offset)
        }.map(\.element)
    }

    /// A file after mending, and what is left to be said about it.
    public struct Repair: Sendable {
        /// The file; the same bytes where nothing was changed.
        public let bytes: [UInt8]
        /// What was mended.
        public let mended: [LintFinding]
        /// What a person has to decide.
        public let left: [LintFinding]
    }

    /// Mends what can be mended without a person, and keeps every other byte.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - format: What it is; nil finds out.
    ///   - headers: Headers that are known beside the file; they are not changed.
    /// - Returns: The file after mending.
    /// - Throws: ``PayloadInputError`` if the file cannot be read at all.
    public func mend(
        _ bytes: [UInt8], as format: PayloadFormat? = nil, headers: [PayloadHeader] = []
    ) throws(PayloadInputError) -> Repair {
        var document = try PayloadDocument(reading: bytes, as: format, headers: headers)
        var mended: [LintFinding] = []
        var seen: Set<[String]> = []
        var left = findings(in: document)
        // Each round mends what does not overlap; what one rule mends another may then see.
        for _ in 0..<Self.roundLimit {
            let now = left.filter { !$0.edits.isEmpty }
            guard !now.isEmpty else { break }
            let text = LintEdit.apply(now.flatMap(\.edits), to: document.bytes)
            // An edit that broke the file would be a fault of ours; better to leave the file as it was.
            guard text != document.bytes,
                let next = try? PayloadDocument(reading: text, as: format, headers: headers)
            else { break }
            let remaining = findings(in: next)
            mended += now.filter { seen.insert([$0.rule.code, $0.path]).inserted }
            document = next
            left = remaining
        }
        return Repair(bytes: document.bytes, mended: mended, left: left)
    }

    /// More rounds than any file needs: each mends at least one of the findings of a deep chain.
    private static let roundLimit = 12
}
