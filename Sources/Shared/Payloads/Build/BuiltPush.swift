public import PushModel

/// A push in the form that its target takes, measured.
public struct BuiltPush: Sendable, Hashable {
    /// One half of the push, or its only payload.
    public struct Part: Sendable, Hashable {
        /// `payload` for APNs; `apns` and `android` for a message of FCM.
        public let name: String
        /// The bytes of UTF-8 that go to a device.
        public let byteCount: Int
        /// Where they are, the largest first.
        public let members: [PayloadSize.Part]
    }

    /// From here on a push counts as near the limit.
    public static let cautiousByteCount = LintRun.cautiousByteCount

    /// What it was built for.
    public let target: PushDraft.Target
    /// The object as the target takes it.
    public let object: JSONObject
    /// What goes to devices.
    public let parts: [Part]
    /// The most bytes that a part may have.
    public let byteLimit: Int

    init(
        _ target: PushDraft.Target, _ object: JSONObject, parts: [(String, JSONObject)], byteLimit: Int
    ) throws(ValidationError) {
        self.target = target
        self.object = object
        self.byteLimit = byteLimit
        self.parts = parts.map { name, part in
            Part(
                name: name, byteCount: part.encoded().count, members: PayloadSize.parts(of: PayloadNode(.object(part))))
        }
        let faults = self.parts.filter { $0.byteCount > byteLimit }.map { part in
            FieldError(
                .payloadTooLarge, at: part.name,
                "The part has \(part.byteCount) bytes, and \(byteLimit) are allowed. The largest: "
                    + part.members.prefix(4).map { "\($0.path) \($0.byteCount)" }.joined(separator: ", ") + ".")
        }
        guard faults.isEmpty else { throw ValidationError(faults) }
    }

    /// The object as JSON in UTF-8, with no byte that need not be there.
    public var json: [UInt8] { object.encoded() }

    /// The payload for APNs alone, where there is one; for a message of Tidings nil, as the server makes it.
    public var payload: [UInt8]? {
        switch target {
        case .apns: object["payload"]?.encoded()
        case .fcm: object["message"]?["apns"]?["payload"]?.encoded()
        case .firebaseAdmin: object["apns"]?["payload"]?.encoded()
        case .tidings: nil
        }
    }

    /// The parts that are near the limit.
    public var largeParts: [Part] { parts.filter { $0.byteCount > Self.cautiousByteCount } }

    /// What the linter says about the push; a push that was built has no error.
    public var findings: [LintFinding] {
        guard let document = try? PayloadDocument(reading: json, as: format) else { return [] }
        return PayloadLint().findings(in: document)
    }

    /// How the linter reads the push.
    private var format: PayloadFormat {
        switch target {
        case .apns: .apns
        case .fcm: .fcm
        case .firebaseAdmin: .firebaseAdmin
        case .tidings: .tidings
        }
    }
}
