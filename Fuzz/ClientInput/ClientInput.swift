import Foundation
import PushCrypto
import PushModel
import TidingsCore

/// What a push and the server can bring the app, given to what reads it there, the way iOS hands it over.
///
/// The first byte chooses the reader, the rest is its input. `make fuzz` builds this with libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzClientInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let start, count > 1 else { return 0 }
    let input = Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
    switch start[0] % 4 {
    case 0: takePush(input)
    case 1: readEnvelope(input)
    case 2: openSealed(input)
    default: readHistory(input)
    }
    return 0
}

/// A push as dictionaries of Foundation, and as our own reader makes them: both are the same push, and both survive being kept.
private func takePush(_ input: [UInt8]) {
    guard let theirs = (try? JSONSerialization.jsonObject(with: Data(input))) as? [AnyHashable: Any] else { return }
    let isOurs = PushPayload.isTidings(theirs)
    guard let payload = PushPayload(userInfo: theirs) else {
        precondition(!isOurs, "a push is called ours and cannot be read")
        return
    }
    precondition(isOurs, "a push can be read and is not called ours")
    let raw = JSONValue(any: theirs)?.object ?? JSONObject()
    let message = ReceivedMessage(clear: payload)
    let tap = Tap(
        requestID: message.id, messageID: message.id, action: message.action?.name, input: message.conversation,
        payload: raw, respondedAt: Date(timeIntervalSince1970: 0))
    guard let kept = try? JSONDecoder().decode(Tap.self, from: JSONEncoder().encode(tap)) else {
        preconditionFailure("a tap cannot be kept")
    }
    precondition(kept.id == tap.id, "a tap that was kept is another")
    precondition(PushPayload(userInfo: kept.payload.userInfo) != nil, "the push of a tap that was kept is not ours")
    read(payload)
}

/// Reads a push under the rules of the display, with keys and without.
private func read(_ payload: PushPayload) {
    for vault in [Keys.vault, Keys.empty] {
        for recipients in [nil, ["ada"]] {
            let reader = MessageReader(vault: vault, recipients: recipients)
            guard case .message(let message, _) = reader.peek(payload, now: Date(timeIntervalSince1970: 0)) else {
                continue
            }
            precondition(message.id == payload.envelope.id, "a message changes its name")
            _ = message.effectiveCategory
        }
    }
}

/// An envelope that is written again says what it said.
private func readEnvelope(_ input: [UInt8]) {
    guard let object = (try? JSONValue(parsing: input))?.object, object.duplicateKey == nil,
        let envelope = Envelope(object)
    else { return }
    let again = Envelope(envelope.json)
    precondition(again == envelope, "an envelope changes when it is written again")
}

/// Any text that was really sealed for this device, in a push for it.
private func openSealed(_ input: [UInt8]) {
    guard let body = try? MessageSealing.seal(input, to: Keys.pair.recipient) else { return }
    let content = try? SealedContent(decrypted: input)
    var envelope = Envelope(id: content?.id ?? "msg_0")
    envelope.keyID = Keys.id
    envelope.sealed = Base64URL.encode(body)
    let root: JSONObject = ["aps": ["alert": "New message"], "tidings": .object(envelope.json)]
    guard let payload = PushPayload(userInfo: root.userInfo) else { preconditionFailure("a sealed push is not ours") }
    let reading = MessageReader(vault: Keys.vault, recipients: nil).peek(payload, now: .distantPast)
    guard let content else {
        precondition(reading == .refused(.undecipherable), "a text that is no message is shown")
        return
    }
    guard case .message(let message, _) = reading else { preconditionFailure("a message that opens is refused") }
    precondition(message.banner == content.banner && message.data == content.dataObject)
    let again = try? SealedContent(decrypted: content.encoded())
    precondition(again == content, "a message changes when it is sealed again")
}

/// An item of the history, which is kept as a file.
private func readHistory(_ input: [UInt8]) {
    guard let item = (try? JSONValue(parsing: input))?.object,
        let message = HistoryMessage(item: item, keys: KeyRing.read(from: Keys.vault))
    else { return }
    guard let kept = try? JSONDecoder().decode(HistoryMessage.self, from: JSONEncoder().encode(message)) else {
        preconditionFailure("a message cannot be kept")
    }
    precondition(kept == message, "a message that was kept is another")
}
