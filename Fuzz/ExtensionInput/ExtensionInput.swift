import Foundation
import PushCrypto
import PushModel
import TidingsCore

/// What a push can bring the service extension, given to what reads it there: nothing may crash, and nothing false opens.
///
/// The first byte chooses the reader, the rest is its input. `make fuzz` builds this with libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzExtensionInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let start, count > 1 else { return 0 }
    let input = Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
    switch start[0] % 6 {
    case 0: openBody(input)
    case 1: openText(String(decoding: input, as: UTF8.self))
    case 2: readPush(input)
    case 3: readOptions(input)
    case 4: takeFile(input)
    default: readAddress(String(decoding: input, as: UTF8.self))
    }
    return 0
}

/// The keys of the device; the same in every run, so that a finding can be repeated.
private let keys: PayloadKeys = {
    do {
        return try PayloadKeys(
            privateKey: [UInt8](repeating: 7, count: 32), authSecret: [UInt8](repeating: 9, count: 16))
    } catch {
        fatalError("the key of the fuzzer is none: \(error)")
    }
}()

private let text = Array(#"{"id":"msg_0","title":"t"}"#.utf8)

/// What was really sealed.
private let sealed: [UInt8] = {
    do { return try MessageSealing.seal(text, to: keys.recipient) } catch {
        fatalError("the fuzzer cannot seal: \(error)")
    }
}()

/// Any body, and the real one with parts of it replaced: whatever opens says what was sealed.
///
/// Not every changed body is refused: the coding does not protect the record size, which a single record does not need.
private func openBody(_ input: [UInt8]) {
    if let opened = try? MessageSealing.open(input, with: keys) { precondition(opened == text, "a forged body opens") }
    guard let offset = input.first, input.count > 1 else { return }
    var changed = sealed
    for (index, byte) in input.dropFirst().enumerated() where Int(offset) + index < changed.count {
        changed[Int(offset) + index] = byte
    }
    if let opened = try? MessageSealing.open(changed, with: keys) {
        precondition(opened == text, "a changed body opens")
    }
    let short = Array(sealed.prefix(max(0, sealed.count - Int(offset) - 1)))
    precondition((try? MessageSealing.open(short, with: keys)) == nil, "a body that was cut short opens")
}

/// The text of a sealed body, whose encoding is strict but for the padding, which may stand or not.
private func openText(_ text: String) {
    guard let bytes = try? Base64URL.decode(text) else { return }
    let plain = String(text.reversed().drop { $0 == "=" }.reversed())
    precondition(Base64URL.encode(bytes) == plain, "two texts are the same body, padding aside")
    _ = MessageSealing.isSealed(bytes)
}

/// A whole push, from its JSON to what would be shown; without keys nothing sealed is readable.
private func readPush(_ input: [UInt8]) {
    guard let object = (try? JSONValue(parsing: input))?.object, let push = PushPayload(userInfo: object.userInfo)
    else {
        return
    }
    let reader = MessageReader(vault: KeyVault(read: { .absent }, write: { _ in }), recipients: ["ada"])
    guard case .message(let message, _) = reader.peek(push, now: Date(timeIntervalSince1970: 0)) else { return }
    precondition(!push.envelope.isSealed, "sealed content was read without a key")
    _ = message.effectiveCategory
    for media in message.media { readAddress(media.url) }
    _ = DecryptionMark.marking(object.userInfo, vault: KeyVault(read: { .absent }, write: { _ in }))
}

/// The options of notify-kit mean the same as an object and as text.
private func readOptions(_ input: [UInt8]) {
    guard let value = try? JSONValue(parsing: input) else { return }
    let asObject = NotifyKitOptions(userInfo: [NotifyKitOptions.key: value.any])
    let asText = NotifyKitOptions(userInfo: [NotifyKitOptions.key: String(decoding: input, as: UTF8.self)])
    if value.object?.duplicateKey == nil, value.object != nil {
        precondition((asObject == nil) == (asText == nil), "one form is understood and the other is not")
    }
    for media in asText?.media ?? [] { readAddress(media.url) }
}

/// A file in two pieces is judged as in one.
private func takeFile(_ input: [UInt8]) {
    func judge(_ pieces: [Data]) -> MediaKind? {
        var intake = MediaIntake(.pictures(upTo: 1_000))
        do {
            for piece in pieces { try intake.take(piece) }
            return try intake.finish()
        } catch {
            return nil
        }
    }
    let middle = Int(input[0]) % (input.count + 1)
    let whole = judge([Data(input)])
    precondition(whole == judge([Data(input[..<middle]), Data(input[middle...])]), "the pieces change the kind")
    if let whole { precondition(input.count <= 1_000 && whole.family == .picture, "what is not wanted is taken") }
}

/// An address that may be fetched is `https` with a host, or on this very device.
private func readAddress(_ text: String) {
    guard let url = MediaAddress.url(text) else { return }
    let isOwn = ["localhost", "127.0.0.1", "::1"].contains(url.host?.lowercased() ?? "")
    precondition(url.scheme?.lowercased() == "https" || (url.scheme?.lowercased() == "http" && isOwn), "not https")
    precondition(url.user == nil && !(url.host ?? "").isEmpty, "an address that leads elsewhere")
}
