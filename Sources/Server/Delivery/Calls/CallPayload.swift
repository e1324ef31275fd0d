internal import Foundation
internal import PushCrypto
internal import PushModel
internal import Storage

/// What a push of a call is for one device: the bytes, and the kind of push that they are.
struct CallPayload: Sendable, Equatable {
    /// How it goes out.
    let kind: CallPushKind
    /// The JSON in UTF-8.
    let bytes: [UInt8]

    /// Why a device is not told by a push.
    enum Refusal: Error, Sendable, Equatable {
        /// It is no ring, and the token is for calls.
        case notARing
        /// The payload is over the limit.
        case tooLarge
        /// The device's key cannot be used, or what is kept of the call.
        case unusable

        /// The delivery's reason.
        var reason: String {
            switch self {
            case .notARing: FailureKind.voipNotRing.rawValue
            case .tooLarge: FailureKind.payloadTooLarge.rawValue
            case .unusable: FailureKind.payloadInvalid.rawValue
            }
        }
    }

    /// Renders, and seals for a device with a key.
    init(_ notice: CallNotice, _ event: CallEvent, message: Identifier, for delivery: DueDelivery) throws(Refusal) {
        guard let kind = CallFanout.push(of: event, to: delivery.tokenKind) else { throw .notARing }
        var envelope = Envelope(
            id: message.description, delivery: delivery.id.description,
            to: DevicePayload.tag(of: delivery.externalID))
        envelope.call = notice
        try self.init(kind, envelope, key: delivery.encryption)
    }

    /// Renders and seals what an envelope tells of a call.
    init(_ kind: CallPushKind, _ envelope: Envelope, key: DeviceEncryption?) throws(Refusal) {
        self.kind = kind
        let limit = kind.pushType.payloadByteLimit
        guard let key, let notice = envelope.call else {
            bytes = Self.render(kind, envelope, isSealed: false)
            guard bytes.count <= limit else { throw .tooLarge }
            return
        }
        var outside = Envelope(id: envelope.id)
        outside.call = notice.outside
        outside.keyID = key.keyID
        outside.sealed = ""
        let budget = max(0, limit - Self.render(kind, outside, isSealed: true).count) * 3 / 4
        do {
            outside.sealed = try Self.seal(envelope, for: key, bodyByteLimit: budget)
        } catch {
            throw .unusable
        }
        bytes = Self.render(kind, outside, isSealed: true)
        guard bytes.count <= limit else { throw .tooLarge }
    }

    /// The most bytes that telling of a call can take, in clear or sealed, whoever is told.
    static func largestByteCount(_ notice: CallNotice) -> Int {
        var envelope = Envelope(
            id: Identifier(.message, at: .distantFuture).description,
            delivery: Identifier(.delivery, at: .distantFuture).description,
            to: SubscriberTag(sha256: [UInt8](repeating: 0, count: 32)))
        envelope.call = notice
        let inClear = render(.alert, envelope, isSealed: false).count
        var outside = Envelope(id: envelope.id)
        outside.call = notice.outside
        outside.keyID = String(repeating: "k", count: PayloadMeter.keyIDByteLimit)
        outside.sealed = String(
            repeating: "A",
            count: Base64URL.encodedCount(of: plainText(envelope).count + MessageSealing.overheadByteCount))
        return max(inClear, render(.alert, outside, isSealed: true).count)
    }

    private static func plainText(_ envelope: Envelope) -> [UInt8] {
        var content = SealedContent(MessageContent(), envelope: envelope)
        content.call = envelope.call
        return content.encoded()
    }

    private static func seal(_ envelope: Envelope, for key: DeviceEncryption, bodyByteLimit: Int) throws -> String {
        let recipient = try PublicKeys(trustedPublicKey: key.publicKey, authSecret: key.auth)
        return Base64URL.encode(
            try MessageSealing.seal(plainText(envelope), to: recipient, bodyByteLimit: bodyByteLimit))
    }

    private static func render(_ kind: CallPushKind, _ envelope: Envelope, isSealed: Bool) -> [UInt8] {
        var aps = JSONObject()
        switch kind {
        case .voip: break
        case .background: aps["content-available"] = 1
        case .alert: aps = alert(envelope.call, isSealed: isSealed)
        }
        var text = JSONText(capacity: 1024)
        text.append(raw: "{\"aps\":")
        text.append(aps)
        text.append(raw: ",\"tidings\":")
        text.append(envelope.json)
        text.append(UInt8(ascii: "}"))
        return text.bytes
    }

    /// What stands on the screen until the extension has put its own words there; a sealed call has no name outside.
    private static func alert(_ notice: CallNotice?, isSealed: Bool) -> JSONObject {
        let isMissed = notice?.event == .missed
        let words =
            isMissed ? "Missed call" : notice?.hasVideo == true && !isSealed ? "Incoming video call" : "Incoming call"
        var alert: JSONObject = ["body": .string(words)]
        if !isSealed, let caller = notice?.caller {
            alert = ["title": .string(notice?.group?.name ?? caller.name), "body": .string(words)]
        }
        return [
            "alert": .object(alert), "sound": "default",
            "category": .string(isMissed ? "tidings.call.missed" : "tidings.call"), "mutable-content": 1,
            "interruption-level": .string(isMissed ? "active" : "time-sensitive"),
        ]
    }
}

extension CallPushKind {
    /// The push type that goes with it.
    var pushType: PushType {
        switch self {
        case .voip: .voip
        case .alert: .alert
        case .background: .background
        }
    }
}
