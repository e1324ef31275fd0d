internal import PushCrypto
internal import PushModel
internal import Storage

/// What a caller sealed for devices, so that this server cannot read it.
struct CallerCiphertexts {
    /// How many devices one message can be sealed for.
    static let countLimit = 1_000

    /// The ciphertexts by device.
    let all: [(device: Identifier, sealed: Ciphertext)]
    /// The id of the message, which stands inside each ciphertext.
    let id: Identifier

    /// The fields that may stand beside ciphertexts: nothing that tells what the message says.
    private static let content: Set<String> = [
        "title", "subtitle", "body", "localizations", "data", "badge", "imageUrl", "attachments", "sender",
        "groupName", "threadId", "targetContentId", "relevanceScore", "category", "actions", "deepLink", "action",
        "local", "cancelLocal", "conversation", "apns",
    ]

    /// Reads them with the message's id; nil if the request has none.
    ///
    /// Faults go to the reader.
    init?(_ reader: inout FieldReader, content: MessageContent) {
        let text = reader.string("id", length: 1...100)
        guard let object = reader.object("ciphertexts") else {
            if text != nil { reader.fail("id", .invalidFormat, "A message has an id of yours only with ciphertexts.") }
            return nil
        }
        guard (1...Self.countLimit).contains(object.count) else {
            reader.fail(
                "ciphertexts", object.isEmpty ? .outOfRange : .tooLong,
                "A message has ciphertexts for 1 to \(Self.countLimit) devices, not \(object.count).")
            return nil
        }
        let id = text.flatMap { Identifier(.message, parsing: $0) }
        if id == nil {
            reader.fail(
                "id", text == nil ? .required : .invalidFormat,
                "Choose the message's id, msg_ and 29 of 0-9 and a-z without i, l, o and u: it stands inside what you sealed."
            )
        }
        for field in Self.content.sorted() where reader.value(field) != nil {
            reader.fail(field, .invalidFormat, "Everybody on the way could read it. Put it inside what you seal.")
        }
        if let sound = content.sound, sound != "default" {
            reader.fail("sound", .invalidFormat, "Beside ciphertexts a sound is \"default\"; its name goes inside.")
        }
        if content.encrypt == MessageContent.Encryption.none {
            reader.fail("encrypt", .invalidFormat, "What you sealed is encrypted. Leave it out.")
        }
        var all: [(device: Identifier, sealed: Ciphertext)] = []
        for member in object.members {
            let path = "ciphertexts.\(member.key.prefix(64))"
            guard let device = Identifier(.device, parsing: member.key) else {
                reader.fail(path, .notFound, "There is no such device.")
                continue
            }
            guard let fields = member.value.object else {
                reader.fail(path, .invalidType, "Expected an object of keyId and body, found \(member.value.kindName).")
                continue
            }
            var part = FieldReader(fields, at: path)
            let sealed = Self.ciphertext(&part, id ?? device, content)
            part.reportUnknown()
            reader.append(part.errors)
            if let sealed { all.append((device, sealed)) }
        }
        guard let id else { return nil }
        self.id = id
        self.all = all
    }

    private static func ciphertext(
        _ reader: inout FieldReader, _ id: Identifier, _ content: MessageContent
    ) -> Ciphertext? {
        let keyID = reader.string(
            "keyId", length: 1...PayloadMeter.keyIDByteLimit, byteLimit: PayloadMeter.keyIDByteLimit, isRequired: true)
        guard let text = reader.string("body", isRequired: true), let keyID else { return nil }
        guard let body = try? Base64URL.decode(text), MessageSealing.isSealed(body),
            body.count >= MessageSealing.overheadByteCount
        else {
            reader.fail(
                "body", .invalidFormat,
                "The body has to be an RFC 8291 message in the coding aes128gcm, whole, in base64url.")
            return nil
        }
        let sealed = Ciphertext(keyID: keyID, body: Base64URL.encode(body))
        if let problem = PayloadMeter.problem(of: sealed, content) {
            reader.fail("body", .tooLong, problem)
            return nil
        }
        return sealed
    }
}
