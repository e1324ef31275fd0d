public import PushModel

/// A file that describes a push, read and turned into what would go to APNs.
///
/// ``payload`` and ``headers`` are what APNs gets; each value knows where in the file it comes from.
public struct PayloadDocument: Sendable {
    /// The largest file that is read, in bytes: far beyond what any push can have.
    public static let byteLimit = 1 << 20

    /// The file.
    public let bytes: [UInt8]
    /// What the file is.
    public let format: PayloadFormat
    /// The file's own JSON.
    public let root: PayloadNode
    /// The headers for APNs that are known: those of the file, then those given beside it.
    public let headers: [PayloadHeader]
    /// Whether the file or its caller names headers at all; without, nothing is said about missing ones.
    public let hasHeaders: Bool
    /// The payload as it would go to APNs; always an object.
    public let payload: PayloadNode
    /// What was found on the way from the file to the payload.
    public let remarks: [PayloadRemark]
    /// Whether the file begins with a byte order mark, which JSON may not have.
    public let hasByteOrderMark: Bool

    private let lines: LineTable

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - format: What it is; nil finds out.
    ///   - headers: Headers that are known beside the file; they win over those in it.
    /// - Throws: ``PayloadInputError`` if the file cannot be read at all.
    public init(
        reading bytes: [UInt8], as format: PayloadFormat? = nil, headers: [PayloadHeader] = []
    ) throws(PayloadInputError) {
        hasByteOrderMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        let file = PayloadNode(try Self.parse(bytes, hasByteOrderMark))
        // Expo takes a list of messages; one in it is as good as one alone.
        root = file.elements.flatMap { $0.count == 1 ? $0[0] : nil } ?? file
        guard root.isObject else {
            throw PayloadInputError(
                .notAnObject, "A push is described by one JSON object; this is \(root.value.kindName).",
                offset: root.origin?.range.lowerBound ?? 0)
        }
        self.bytes = bytes
        lines = LineTable(bytes)
        self.format = format ?? PayloadFormat(detecting: root, isList: !file.isObject)
        let conversion = Conversion(root, self.format, isDetected: format == nil, bytes)
        payload = conversion.payload
        remarks = conversion.remarks
        let names = Set(headers.map(\.name))
        self.headers = conversion.headers.filter { !names.contains($0.name) } + headers
        hasHeaders = conversion.namesHeaders || !headers.isEmpty
    }

    /// The payload as APNs would get it, without a byte that need not be there.
    public var wire: [UInt8] { payload.value.encoded() }

    /// The value of a header, by its name in lower case.
    public func header(_ name: String) -> PayloadHeader? { headers.last { $0.name == name } }

    /// The kind of push: what the headers say, else what the payload looks like.
    public var pushType: PushType { declaredPushType ?? impliedPushType }

    /// The kind of push that `apns-push-type` names.
    public var declaredPushType: PushType? { header("apns-push-type").flatMap { PushType(rawValue: $0.value) } }

    /// The kind of push that the payload looks like, or that the topic means.
    public var impliedPushType: PushType {
        let aps = payload["aps"]
        if aps?["event"] != nil || aps?["content-state"] != nil { return .liveActivity }
        if let topic = header("apns-topic").flatMap({ TopicName($0.value) }), !topic.suffix.isEmpty {
            return topic.impliedPushType
        }
        if payload["mdm"] != nil, aps == nil { return .mdm }
        if aps?["content-changed"] != nil, aps?["alert"] == nil { return .widgets }
        let isVisible = ["alert", "sound", "badge"].contains { aps?[$0] != nil }
        return !isVisible && aps?["content-available"] != nil ? .background : .alert
    }

    /// The most bytes that the payload may have.
    public var byteLimit: Int {
        header("apns-channel-id") == nil ? pushType.payloadByteLimit : PushType.broadcastPayloadByteLimit
    }

    /// The line and column of a byte of the file.
    public func place(of offset: Int) -> TextPlace { lines.place(of: offset) }
}

// MARK: - Reading

extension PayloadDocument {
    private static func parse(_ bytes: [UInt8], _ hasByteOrderMark: Bool) throws(PayloadInputError) -> JSONNode {
        guard bytes.count <= byteLimit else {
            throw PayloadInputError(
                .inputTooLarge,
                "The file has \(bytes.count) bytes; at most \(byteLimit) are read, and no push has them.")
        }
        if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
            throw PayloadInputError(.invalidUTF8, "The text is UTF-16. Save it as UTF-8 without a byte order mark.")
        }
        // Spaces in its place keep every offset.
        let text = hasByteOrderMark ? [0x20, 0x20, 0x20] + bytes.dropFirst(3) : bytes
        guard let last = text.lastIndex(where: { !isSpace($0) }) else {
            throw PayloadInputError(.emptyInput, "There is nothing to read.")
        }
        do throws(PushModelError) {
            return try JSONNode(parsing: text)
        } catch {
            let offset = error.offset ?? 0
            if error.code == .invalidUTF8 { throw PayloadInputError(.invalidUTF8, error.message, offset: offset) }
            if offset > 0, offset <= last, (try? JSONNode(parsing: Array(text[..<offset]))) != nil {
                throw PayloadInputError(
                    .severalDocuments, "More text follows after the JSON value. Give one push at a time.",
                    offset: offset)
            }
            throw PayloadInputError(.invalidJSON, error.message, offset: offset)
        }
    }

    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
}
